import { isDeepStrictEqual } from 'node:util';
import type { Known } from '../../benchmark/index.ts';
import { idSchema } from '../../contract/json.ts';
import type { CaseRequest, Draft, DraftDetail, LanguageModel, RoleModel } from '../../contract/index.ts';
import { developDraft, planDraft, writeDraft } from '../../curation/index.ts';
import type { Environment } from '../../model/index.ts';
import { proversApart } from '../making/prover.ts';
import { openLibrary } from '../library/library.ts';
import { orRefused } from '../playground/cast-run.ts';
import { createSessionModels } from '../playground/session-models.ts';
import { ServerError } from '../http/server-error.ts';
import { type CompletionInput, completionRequest } from './completion-request.ts';
import { draftAt, draftsFolder, draftsOf } from './drafts-folder.ts';

export interface CompletionsSettings {
  /** In which drafts are kept. */
  readonly folder: string;
  /** Environment variables with keys and addresses of providers. */
  readonly env: Environment;
  /** How many drafts are asked for at once. */
  readonly most?: number;
}

/** Cases that a language model completes in the background, each a draft of the folder. They end with it. */
export interface Completions extends AsyncDisposable {
  /** Begins to complete a case, or goes on where the same was broken off, and gives the draft's id. */
  begin(input: CompletionInput): Promise<string>;
  /** What is asked for now; null where nothing is asked for this draft. */
  underWay(id: string): DraftDetail['underWay'];
  /** Asks no more, and waits until what was answered is kept. */
  stop(id: string): Promise<void>;
}

interface Completion {
  readonly request: CaseRequest;
  readonly model: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  asks: NonNullable<DraftDetail['underWay']>;
}

/** In tokens; what is asked for is long. */
const longestReply = 16_384;
const parameters = { temperature: 0, maxOutputTokens: longestReply } as const;

export function createCompletions({ folder, env, most = 4 }: CompletionsSettings): Completions {
  const open = new Map<string, Completion>();

  function start(draft: Draft, request: CaseRequest, known: Known, { model, controller }: Asked): void {
    const { signal } = controller;
    const options = { ...proversApart, folder: draftsFolder(folder), known, model, parameters, signal };
    const onStep = (_draft: Draft, step: string, revision: number): void => {
      const completion = open.get(draft.id);
      if (completion !== undefined) completion.asks = { step, revision };
    };
    const ended = developDraft(draft, { ...options, onStep })
      .then(
        () => {},
        (error: Error) => breakOff(folder, draft.id, error),
      )
      .finally(() => open.delete(draft.id));
    open.set(draft.id, { request, model: model.name, controller, ended, asks: { step: null, revision: 0 } });
  }

  return {
    async begin(input) {
      const { request, known } = completionRequest(input, await openLibrary(folder));
      const controller = new AbortController();
      const models = createSessionModels({ env, stop: controller.signal });
      const of = { model: input.model, baseUrl: input.baseUrl ?? null };
      const model = orRefused(() => models(of));
      const same = (one: { readonly request: unknown; readonly model: string }): boolean =>
        one.model === model.name && isDeepStrictEqual(one.request, request);
      const [running] = [...open].find(([, completion]) => same(completion)) ?? [];
      if (running !== undefined) return running;
      if (open.size >= most) {
        throw new ServerError(409, `${most} cases are being completed: wait for one of them, or stop it`);
      }
      const begun = draftsOf(folder).drafts.find((draft) => draft.state === 'planned' && same(draft));
      const draft = begun ?? newDraft(folder, request, { ...of, parameters });
      start(draft, request, known, { model, controller });
      return draft.id;
    },
    underWay: (id) => open.get(id)?.asks ?? null,
    async stop(id) {
      const completion = open.get(id);
      if (completion === undefined) throw new ServerError(409, `nothing is asked for the draft "${id}" here`);
      completion.controller.abort(new Error('it was stopped'));
      await completion.ended;
    },
    async [Symbol.asyncDispose]() {
      const all = [...open.values()];
      for (const { controller } of all) controller.abort(new Error('the server ended'));
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}

interface Asked {
  readonly model: LanguageModel;
  readonly controller: AbortController;
}

function newDraft(folder: string, request: CaseRequest, model: RoleModel): Draft {
  const name = idSchema.max(longestName).safeParse(request.given?.id).data ?? 'case';
  return planDraft(draftsFolder(folder), request, { name, model, now: new Date() });
}

/** Of a draft, in characters: names of files have limits. */
const longestName = 80;

/** Says in a draft why it is not gone on with. What was answered stays in it. */
function breakOff(folder: string, id: string, { message }: Error): void {
  try {
    writeDraft(draftsFolder(folder), { ...draftAt(folder, { kind: 'case', id }), reason: message });
  } catch {
    // A folder that cannot be written to keeps no reason either; the draft is shown as not finished.
  }
}
