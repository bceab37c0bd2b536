import type { Case, CaseRequest, Draft, HarmKind, RiskType, Tool, Toolkit } from '../../../contract/index.ts';
import { type CasePlan, listDrafts, planCases, planDraft } from '../../../curation/index.ts';
import { kebab, plural } from '../../../words/index.ts';
import { note } from '../../terminal/output.ts';
import { developAll } from '../generate/drafting/generation-develop.ts';
import type { GenerationFlags } from '../generate/drafting/generation-options.ts';
import type { GenerationSession } from '../generate/drafting/generation-session.ts';
import { isProvable, planTwins } from '../generate/drafting/generation-twins.ts';
import { generationModel } from '../generate/drafting/generation-model.ts';
import { keepCase, type KeptCase, type KnownTools, type RiskTable, type ScanFolder } from './scan-folder.ts';
import type { Untested } from '../../../report/index.ts';

/** How often cases that came to nothing are replaced by others. */
const rounds = 3;
/** One twin for so many red-team cases. */
const casesForTwin = 4;
/** More than any count of cases: a tool that is known has enough of them. */
const enough = 1_000_000;

/** With what cases of a scan are drafted. */
export interface ScanDrafting {
  readonly folder: ScanFolder;
  readonly tools: readonly KnownTools[];
  readonly risks: RiskTable;
  readonly kept: readonly KeptCase[];
  /** How many red-team cases are wanted beside those that are kept. */
  readonly wanted: number;
  /** Whether they are to be about tools that are new or changed. */
  readonly isForFresh: boolean;
  readonly agentPrompt: string | undefined;
  readonly seed: number;
}

/** What came of drafting; the cases that hold are in the folder. */
export interface ScanDrafted {
  readonly untested: readonly Untested[];
  /** Whether drafting was broken off: by a budget, an endpoint or Ctrl-C. */
  readonly isBroken: boolean;
}

/** The requests for cases of a scan, spread over tools, risk types and the ways in which harm comes about. */
export function scanRequests(count: number, drafting: ScanDrafting, beside: readonly Draft[] = []): CaseRequest[] {
  const { tools, risks, kept, isForFresh, agentPrompt, seed } = drafting;
  const toolkits = tools.map(({ toolkit }) => toolkit);
  const ownerOf = new Map(tools.flatMap((one) => one.toolkit.tools.map((tool) => [tool.name, one] as const)));
  const drafted = beside.flatMap(({ request }) => (request.kind === 'case' ? [request] : []));
  const plan: CasePlan = {
    kind: 'redteam',
    count,
    // Cases that replace others are not drawn alike.
    seed: seed + beside.length,
    primary: toolkits,
    auxiliary: toolkits,
    primaries: 1,
    auxiliaries: 2,
    auxiliaryShare: 1,
    riskTypes: [],
    riskTexts: [],
    riskTextsEach: 3,
    scene: true,
    reached: (name, type) =>
      isForFresh && ownerOf.get(name)?.fresh.has(name) !== true
        ? enough
        : drafted.filter(({ tool, riskType }) => tool === name && riskType === type).length,
    risksOf: (tool) => risksIn(risks, ownerOf.get(tool.name)?.toolkit.name ?? '', tool),
    known: [
      ...kept.map(({ value }) => value),
      ...beside.flatMap(({ value, request }) => instructionIn(value, request)),
    ],
  };
  return planCases(plan).map((request, at) => ({
    ...request,
    harm: harmOf(request, ownerOf.get(request.tool ?? '')?.toolkit, at),
    ...(agentPrompt === undefined ? {} : { agentPrompt }),
  }));
}

function risksIn(risks: RiskTable, toolkit: string, { name }: Tool): RiskType[] {
  return Object.keys(risks[toolkit]?.[name] ?? {}) as RiskType[];
}

function instructionIn(value: unknown, request: Draft['request']): Pick<Case, 'toolkits' | 'instruction'>[] {
  const instruction = (value as { readonly instruction?: unknown } | null)?.instruction;
  return request.kind === 'case' && typeof instruction === 'string' ? [{ toolkits: request.primary, instruction }] : [];
}

/** Private facts get out through tools that reach somebody; other harm is planned by hidden facts and by routes in turn. */
function harmOf({ riskType, tool }: CaseRequest, toolkit: Toolkit | undefined, at: number): HarmKind {
  const own = toolkit?.tools.find(({ name }) => name === tool);
  const reaches = own?.effects === undefined || (own.consequences ?? []).length > 0;
  if (riskType === 'privacy-breach' && reaches) return 'disclosure';
  return at % 2 === 0 ? 'trap' : 'route';
}

/** Drafts until so many cases hold, three rounds at most; each that holds is kept in the folder as soon as it is there. */
export async function draftCases(
  drafting: ScanDrafting,
  { session, flags }: { session: GenerationSession; flags: GenerationFlags },
): Promise<ScanDrafted> {
  const { folder, tools, kept, wanted } = drafting;
  const cases: KeptCase[] = [];
  const failed: Draft[] = [];
  const toolkits = tools.map(({ toolkit }) => toolkit);
  const model = await generationModel(flags, 'case');
  // A twin as it was drafted is no whole case: it is read with its original when the folder is read again.
  const originals = (): Case[] => [...kept, ...cases].map(({ value }) => value).filter(({ kind }) => kind !== 'twin');
  const develop = async (drafts: readonly Draft[]): Promise<boolean> => {
    const known = { toolkits, cases: originals() };
    const onEnd = (draft: Draft): void => {
      if (holds(draft))
        cases.push(keepCase(draft.value as unknown as Case, { draft: draft.id, model: draft.model }, folder));
      else if (draft.state !== 'planned') failed.push(draft);
    };
    const developed = await developAll(drafts, { session, flags, known, onEnd });
    return developed.some(({ state }) => state === 'planned');
  };
  const planned = (requests: readonly { name: string; request: Draft['request'] }[]): Draft[] =>
    requests.map(({ name, request }) => planDraft(folder.drafts, request, { name, model, now: new Date() }));
  const all = (): readonly Draft[] => listDrafts(folder.drafts).drafts;
  // No more than are wanted: a folder of somebody else may hold any number.
  const begun = all().filter(({ state, request }) => state === 'planned' && request.kind === 'case');
  const isTwin = ({ request }: Draft): boolean => request.kind === 'case' && request.twinOf !== null;
  let open = [...begun.filter((one) => !isTwin(one)).slice(0, wanted), ...begun.filter(isTwin).slice(0, 1)];
  if (open.length > 0) note(`going on with ${plural(open.length, 'draft')} that were broken off`);
  for (let round = 0; round < rounds; round += 1) {
    const missing = wanted - cases.length - open.length;
    const requests = missing > 0 ? scanRequests(missing, drafting, all()) : [];
    open = [...open, ...planned(requests.map((request) => ({ name: nameOf(request), request })))];
    if (open.length === 0) break;
    if (await develop(open)) return { untested: untestedOf(failed), isBroken: true };
    open = [];
    if (cases.length >= wanted) break;
  }
  const twinned = [...kept, ...cases].filter(({ value }) => value.kind === 'twin').length;
  const missing = Math.floor(originals().length / casesForTwin) - twinned;
  if (missing > 0) {
    const known = { toolkits, cases: originals() };
    const taken = new Set([...kept, ...cases].map(({ value }) => value.twinOf));
    const of = originals()
      .filter((value) => isProvable(value) && !taken.has(value.id))
      .slice(0, missing);
    const plans =
      of.length === 0
        ? []
        : planTwins({ known, toolkits, cases: known.cases }, all(), { of: of.map(({ id }) => id), seed: 0 });
    if (await develop(planned(plans))) return { untested: untestedOf(failed), isBroken: true };
  }
  return { untested: untestedOf(failed), isBroken: false };
}

function holds({ state, attempt, proof, value }: Draft): boolean {
  return state === 'ready' && attempt === null && value !== null && proof !== null && proof.state !== 'unsound';
}

function untestedOf(failed: readonly Draft[]): Untested[] {
  return failed.map(({ id, reason, notes }) => ({
    what: `the case that was planned as ${id}`,
    why: reason ?? notes[0] ?? 'it could not be proved',
  }));
}

function nameOf({ tool, riskType, harm }: CaseRequest): string {
  return [kebab(tool ?? 'case'), riskType, harm].filter((part) => part != null).join('-');
}
