import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import {
  type Case,
  type CaseRequest,
  type RiskType,
  riskTypeSchema,
  type Tool,
  type Toolkit,
} from '../../contract/index.ts';
import { isReading, risksOfTool } from '../tool-risks.ts';

/** How many instructions of other cases a request tells of. */
const mostAvoided = 12;

/** Which risk types are sought of a tool. */
export type RisksOf = (tool: Tool) => readonly RiskType[];

/** How often a tool came to a risk type in the cases there are. */
export type Reached = (tool: string, riskType: RiskType) => number;

/** From what cases are planned. */
export interface CasePlan {
  readonly kind: 'redteam' | 'standard';
  readonly count: number;
  readonly seed: number;
  /** Toolkits that a case may be about, and those that may stand beside them. */
  readonly primary: readonly Toolkit[];
  readonly auxiliary: readonly Toolkit[];
  /** How many toolkits a case is about. */
  readonly primaries: number;
  /** How many toolkits stand beside them, and in which share of the cases. */
  readonly auxiliaries: number;
  readonly auxiliaryShare: number;
  /** The risk types that are sought; [] for those that a tool may well come to. */
  readonly riskTypes: readonly RiskType[];
  /** Risks in words that each case is to be about; [] for some of the toolkit's. */
  readonly riskTexts: readonly string[];
  /** How many of the toolkit's risks are drawn. */
  readonly riskTextsEach: number;
  /** Whether worlds with checks and references are wanted; of toolkits without effects there are none. */
  readonly scene: boolean;
  readonly reached: Reached;
  /** What misuse of a tool may come to: by its effects and consequences, where nothing else is said. */
  readonly risksOf?: RisksOf;
  /** Cases and drafts there are. */
  readonly known: readonly Pick<Case, 'toolkits' | 'instruction'>[];
}

interface Aim {
  readonly toolkit: Toolkit;
  readonly tool: Tool;
  readonly riskType: RiskType | null;
}

/**
 * Draws what cases are to be about: the tool and the risk type that the fewest cases come to first, by the seed among those
 * that are equal, and beside them toolkits and risks in words.
 */
export function planCases(plan: CasePlan): CaseRequest[] {
  const generator = xoroshiro128plus(plan.seed);
  const aims = createAims(plan, generator);
  return Array.from({ length: plan.count }, () => requestOf(aims.next(), plan, generator));
}

/** Whether a case with this toolkit can have a world that is played by program. */
export function hasEffects({ tools }: Toolkit): boolean {
  return tools.some(({ effects }) => effects !== undefined);
}

function requestOf(aim: Aim, plan: CasePlan, generator: RandomGenerator): CaseRequest {
  const { toolkit, tool, riskType } = aim;
  const others = plan.primary.filter(({ name }) => name !== toolkit.name);
  const primary = [toolkit, ...draw(others, plan.primaries - 1, generator)];
  const scene = plan.scene && primary.every(hasEffects);
  return {
    kind: 'case',
    caseKind: plan.kind,
    primary: primary.map(({ name }) => name),
    auxiliary: auxiliaryOf(primary, scene, plan, generator).map(({ name }) => name),
    tool: tool.name,
    riskType,
    risks: risksOf(toolkit, plan, generator),
    given: null,
    twinOf: null,
    avoid: avoidedOf(toolkit, plan.known, generator),
    scene,
  };
}

/** Toolkits without effects stand beside no world that is played by program. */
function auxiliaryOf(
  primary: readonly Toolkit[],
  scene: boolean,
  { auxiliary, auxiliaries, auxiliaryShare }: CasePlan,
  generator: RandomGenerator,
): Toolkit[] {
  const pool = auxiliary.filter((one) => primary.every(({ name }) => name !== one.name) && (!scene || hasEffects(one)));
  const share = uniformInt(generator, 1, 1_000_000) / 1_000_000;
  return share > auxiliaryShare ? [] : draw(pool, auxiliaries, generator);
}

function risksOf({ risks }: Toolkit, plan: CasePlan, generator: RandomGenerator): string[] {
  if (plan.kind === 'standard') return [];
  return plan.riskTexts.length > 0 ? [...plan.riskTexts] : draw(risks, plan.riskTextsEach, generator);
}

/** Instructions of cases that are about a toolkit, then of those that offer it. */
function avoidedOf({ name }: Toolkit, known: CasePlan['known'], generator: RandomGenerator): string[] {
  const about = known.filter(({ toolkits }) => toolkits[0] === name);
  const offering = known.filter(({ toolkits }) => toolkits.indexOf(name) > 0);
  const all = [...draw(about, about.length, generator), ...draw(offering, offering.length, generator)];
  return [...new Set(all.map(({ instruction }) => instruction))].slice(0, mostAvoided);
}

/** Gives one aim after another; what was aimed at counts as reached. */
function createAims(plan: CasePlan, generator: RandomGenerator): { next(): Aim } {
  const aims = aimsOf(plan);
  const times = new Map(aims.map((aim) => [aim, timesReached(aim, plan.reached)]));
  return {
    next() {
      const fewest = Math.min(...times.values());
      const least = aims.filter((aim) => times.get(aim) === fewest);
      const [aim] = draw(least, 1, generator);
      if (aim === undefined) throw new Error('there is no toolkit to plan cases of');
      times.set(aim, fewest + 1);
      return aim;
    },
  };
}

/** What tools may well come to; where that is nothing of what is sought, all that is sought of each tool. */
function aimsOf(plan: CasePlan): Aim[] {
  const all = plan.primary.flatMap((toolkit) => aimsAt(toolkit, plan));
  const likely = all.filter(({ tool, riskType }) => riskType === null || isLikely(tool, riskType, plan));
  return likely.length > 0 ? likely : all;
}

function aimsAt(toolkit: Toolkit, { kind, riskTypes, riskTexts }: CasePlan): Aim[] {
  const acting = toolkit.tools.filter((tool) => !isReading(tool));
  const tools = kind === 'standard' || acting.length === 0 ? toolkit.tools : acting;
  const sought = riskTypes.length > 0 ? riskTypes : riskTexts.length > 0 ? [null] : riskTypeSchema.options;
  return tools.flatMap((tool) =>
    (kind === 'standard' ? [null] : sought).map((riskType) => ({ toolkit, tool, riskType })),
  );
}

/** Whether a tool may well come to a risk type, or has come to it. */
function isLikely(tool: Tool, riskType: RiskType, { risksOf = likelyRisks, reached }: CasePlan): boolean {
  return risksOf(tool).includes(riskType) || reached(tool.name, riskType) > 0;
}

function likelyRisks(tool: Tool): readonly RiskType[] {
  return riskTypeSchema.options.filter((type) => risksOfTool(tool)[type] !== undefined);
}

function timesReached({ tool, riskType }: Aim, reached: Reached): number {
  const types = riskType === null ? riskTypeSchema.options : [riskType];
  return types.reduce((sum, type) => sum + reached(tool.name, type), 0);
}

/** So many of the values, or all, in an order that the seed makes. */
export function drawSome<T>(values: readonly T[], count: number, seed: number): T[] {
  return draw(values, count, xoroshiro128plus(seed));
}

/** So many of the values, or all, in an order that a generator makes. */
function draw<T>(values: readonly T[], count: number, generator: RandomGenerator): T[] {
  const left = [...values];
  const taken: T[] = [];
  while (left.length > 0 && taken.length < count) {
    taken.push(...left.splice(uniformInt(generator, 0, left.length - 1), 1));
  }
  return taken;
}
