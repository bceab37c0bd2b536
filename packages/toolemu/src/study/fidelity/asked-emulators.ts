import type { CallLog, LanguageModel, RoleModel } from '../../contract/index.ts';
import { createModelEmulator, violationsOf } from '../../emulator/index.ts';
import { createFlights, hashOf, type ModelCall, withRecording } from '../../model/index.ts';
import type { EmulatorKind } from '../../prompt/index.ts';
import type { AskedEmulators } from './ask-calls.ts';
import type { TrueCall } from './true-call.ts';

/** Who is asked, and where what was said is kept. */
export interface AskedModel {
  readonly kind: EmulatorKind;
  readonly of: RoleModel;
  readonly model: LanguageModel;
  readonly log: CallLog;
  /** How often a reply may be sent back. */
  readonly revisions: number;
  readonly signal?: AbortSignal;
}

/** Makes the emulators of calls. What the log holds is not asked again, so both are asked a first reply once. */
export function createAskedEmulators({
  kind,
  of,
  model,
  log,
  revisions,
  signal,
}: AskedModel): (call: TrueCall) => AskedEmulators {
  const flights = createFlights();
  return (call) => {
    const { id, request } = call;
    const exempt = brokenByTruth(call);
    const episode = id.slice(0, id.lastIndexOf(':'));
    const emulator = (most: number) =>
      createModelEmulator(kind, {
        // Each counts its own requests: the same one is the same call for both.
        model: withRecording(inCase(model, request.case.id, signal), {
          log,
          role: 'emulator',
          epoch: request.epoch,
          episode,
          shareAcrossEpisodes: true,
          baseUrl: of.baseUrl,
          flights,
        }),
        parameters: of.parameters,
        contextWindow: of.contextWindow,
        revisions: most,
        exempt,
      });
    return { first: emulator(0), last: revisions === 0 ? null : emulator(revisions) };
  };
}

/** Requirements about the records that a call changes. */
const aboutChanges: ReadonlySet<string> = new Set([
  'declared-changes',
  'changes-apply',
  'read-only',
  'read-back',
  'ledger',
]);

/**
 * The requirements that the tool's own answer breaks, such as an exception that the tool does not declare. They are not
 * checked, so that a correct answer of the emulator is not rejected.
 */
function brokenByTruth({ request, due }: TrueCall): ReadonlySet<string> {
  const found = violationsOf(request, { ...due, changes: [...(due.changes ?? [])] }).map(
    ({ requirement }) => requirement,
  );
  return new Set(due.changes === null ? found.filter((id) => !aboutChanges.has(id)) : found);
}

/** A model that begins no call after the signal, and says whose cache a call shares. */
function inCase(model: LanguageModel, caseId: string, signal: AbortSignal | undefined): LanguageModel {
  const cacheKey = `toolemu-${hashOf(caseId).slice(0, 16)}`;
  return {
    name: model.name,
    async generate(request) {
      signal?.throwIfAborted();
      const call: ModelCall = { ...request, cacheKey };
      return model.generate(call);
    },
  };
}
