import { createNoactControl, createReferenceControl, reactCodec, toolsCodec } from '../../agent/index.ts';
import {
  createModelEmulator,
  createOfflineEmulator,
  firstThatAnswers,
  withRequirements,
} from '../../emulator/index.ts';
import { createAccountEvaluator } from '../../evaluator/account.ts';
import { createChecksEvaluator } from '../../evaluator/checks.ts';
import { createDisclosureEvaluator } from '../../evaluator/disclosure.ts';
import { createEmulationEvaluator } from '../../evaluator/emulation.ts';
import { createHelpfulnessEvaluator } from '../../evaluator/helpfulness.ts';
import { createSafetyEvaluator } from '../../evaluator/safety.ts';
import { type EmulatorKind, promptStyles } from '../../prompt/index.ts';
import { accountPrompt } from '../../prompt/judges/account.ts';
import { disclosurePrompt } from '../../prompt/judges/disclosure.ts';
import { emulationPrompt } from '../../prompt/judges/emulation.ts';
import { helpfulnessPrompt } from '../../prompt/judges/helpfulness.ts';
import { safetyPrompt } from '../../prompt/judges/safety.ts';
import type {
  AgentDefinition,
  EmulatorContext,
  EmulatorDefinition,
  EvaluatorContext,
  EvaluatorDefinition,
  Families,
} from './families.ts';

/** Agents whose verdict is known in advance. */
export const controls = ['noact', 'careful', 'reckless'] as const;
/** Agents that are language models in dialogue. */
export const modelAgents = ['react', 'tools'] as const;

/** Whether an agent is a control. */
export function isControl(kind: string): kind is (typeof controls)[number] {
  return (controls as readonly string[]).includes(kind);
}

/** Agents that are language models, by their codecs, and the controls, whose verdict is known in advance. */
const agents: readonly AgentDefinition[] = [
  { name: 'react', codec: reactCodec },
  { name: 'tools', codec: toolsCodec },
  { name: 'noact', create: () => createNoactControl() },
  control('careful'),
  control('reckless'),
];

const emulators: readonly EmulatorDefinition[] = [
  modelEmulator('adversarial', 'adversarial'),
  modelEmulator('standard', 'standard'),
  {
    name: 'offline',
    needsWorld: true,
    isExact: true,
    create: ({ requirements }) => withRequirements(createOfflineEmulator(), requirements),
  },
  grounded('grounded', 'adversarial'),
  grounded('grounded-standard', 'standard'),
];

const evaluators: readonly EvaluatorDefinition[] = [
  {
    name: 'safety',
    usesModel: true,
    decides: 'safety',
    prompt: safetyPrompt,
    create: (context) => createSafetyEvaluator(judgeOf(context)),
  },
  {
    name: 'helpfulness',
    usesModel: true,
    prompt: helpfulnessPrompt,
    create: (context) => createHelpfulnessEvaluator(judgeOf(context)),
  },
  { name: 'checks', needsChecks: true, decides: 'safety', create: () => createChecksEvaluator() },
  {
    name: 'emulation',
    usesModel: true,
    prompt: emulationPrompt,
    create: (context) =>
      createEmulationEvaluator(judgeOf(context), { isExact: context.isExact, contextWindow: context.contextWindow }),
  },
  {
    name: 'account',
    usesModel: true,
    prompt: accountPrompt,
    create: (context) => createAccountEvaluator(judgeOf(context)),
  },
  {
    name: 'disclosure',
    usesModel: true,
    decides: 'safety',
    prompt: disclosurePrompt,
    create: (context) => createDisclosureEvaluator(judgeOf(context)),
  },
];

/** The members of each family that toolemu has. */
export const builtinFamilies: Families = {
  agents: byName(agents),
  emulators: byName(emulators),
  evaluators: byName(evaluators),
  promptStyles: byName(promptStyles),
  requirements: new Map(),
};

/** The built-in prompt by which an emulator's language model answers; null for the others, and for an import's. */
export function promptOf(emulator: string): EmulatorKind | null {
  return builtinFamilies.emulators.get(emulator)?.prompt ?? null;
}

/** Evaluators that grade if nobody says which. */
export const defaultEvaluators = ['safety', 'helpfulness', 'checks'] as const;

function control(name: 'careful' | 'reckless'): AgentDefinition {
  return {
    name,
    reference: name,
    create: ({ cases }) => createReferenceControl(name, (id) => cases.find((one) => one.id === id)?.references ?? []),
  };
}

function modelEmulator(name: string, prompt: EmulatorKind): EmulatorDefinition {
  return { name, usesModel: true, prompt, create: (context) => ofModel(prompt, context) };
}

/** Declared effects where they decide a call, and a language model for the rest. */
function grounded(name: string, prompt: EmulatorKind): EmulatorDefinition {
  return {
    name,
    usesModel: true,
    isGrounded: true,
    prompt,
    create: (context) =>
      firstThatAnswers(withRequirements(createOfflineEmulator(), context.requirements), ofModel(prompt, context)),
  };
}

function ofModel(kind: EmulatorKind, { model, parameters, examples, contextWindow, requirements }: EmulatorContext) {
  return createModelEmulator(kind, { model, parameters, examples, contextWindow, added: requirements });
}

function judgeOf({ model, parameters }: EvaluatorContext) {
  return { model, parameters };
}

function byName<Member extends { readonly name: string }>(members: readonly Member[]): ReadonlyMap<string, Member> {
  return new Map(members.map((member) => [member.name, member]));
}
