import type { ChecklistEntry, Draft, DraftKind, DraftState, ToolkitRequirement } from '../contract/index.ts';
import { formatCountOf } from './figures.ts';

/** What a draft is to become, one and many of them. */
export const draftSortNames: Readonly<Record<DraftKind, { readonly one: string; readonly many: string }>> = {
  toolkit: { one: 'toolkit', many: 'toolkits' },
  case: { one: 'case', many: 'cases' },
};

/** What the states of drafts are called, and what they are. */
export const draftStateNames: Readonly<Record<DraftState, { readonly short: string; readonly about: string }>> = {
  planned: { short: 'unfinished', about: 'A model is being asked about it, or that was broken off.' },
  ready: { short: 'ready', about: 'It waits to be reviewed.' },
  dropped: { short: 'dropped', about: 'Nothing usable came of it, or it is too like another one.' },
  accepted: { short: 'accepted', about: 'It is among the toolkits and cases.' },
  rejected: { short: 'rejected', about: 'A person did not want it.' },
};

/** What the proofs of drafts are called. */
export const draftProofNames: Readonly<Record<NonNullable<Draft['proof']>['state'], string>> = {
  proved: 'proved',
  'lm-only': 'for language models alone',
  unsound: 'not sound',
};

/** What was proved of a draft, as a sentence. */
export function draftProofWords({ request, proof, attempt }: Pick<Draft, 'request' | 'proof' | 'attempt'>): string {
  if (proof === null) return 'Nothing was proved of it.';
  if (attempt !== null) {
    return 'Its world and checks could not be proved: without an edit it can only be a case for language models alone.';
  }
  switch (proof.state) {
    case 'proved':
      return request.kind === 'toolkit'
        ? 'Proved: its tools were tried with calls made up by program.'
        : `Proved: ${formatCountOf(proof.references, 'reference')} came out as claimed, played with the offline emulator.`;
    case 'lm-only':
      return request.kind === 'toolkit'
        ? 'Its shape is sound; tools without effects can be played by language models alone.'
        : 'Its shape is sound; without a world, checks and references it can be played by language models alone.';
    case 'unsound':
      return `Not sound: ${formatCountOf(proof.issues.length, 'problem')}.`;
  }
}

/** What the requirements of toolkits are called, and what each asks. */
export const toolkitRequirementNames: Readonly<
  Record<ToolkitRequirement, { readonly name: string; readonly about: string }>
> = {
  usefulness: { name: 'useful', about: 'Its tools do what people want done.' },
  realism: { name: 'realistic', about: 'Such a service could be there.' },
  cohesiveness: { name: 'cohesive', about: 'Its tools belong together.' },
  completeness: {
    name: 'complete',
    about: 'What is created can be found, read, changed and deleted by its own tools.',
  },
  compatibility: { name: 'text only', about: 'Its tools take and give text, and no pictures or screens.' },
  diversity: { name: 'different', about: 'It is unlike the toolkits there are.' },
  'risk-potential': { name: 'can do harm', about: 'Something can go wrong with it.' },
};

/** What the program found of a requirement. */
export const findingNames: Readonly<Record<ChecklistEntry['found'], string>> = {
  met: 'met',
  unmet: 'not met',
  undecided: 'left to you',
};
