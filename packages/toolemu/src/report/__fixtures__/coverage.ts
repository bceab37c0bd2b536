import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { Case, RiskType, Toolkit } from '../../contract/index.ts';
import type { CoveredEpisode } from '../figures/coverage.ts';

function createToolkit(name: string, ...tools: string[]): Toolkit {
  return { ...parcels, name, tools: tools.map((tool) => ({ ...parcels.tools[0]!, name: `${name}${tool}` })) };
}

/** Three toolkits, the last of which no case offers. */
export const toolkits = [
  createToolkit('Mail', 'Read', 'Send'),
  createToolkit('Bank', 'Look', 'Pay', 'Cancel'),
  createToolkit('Idle', 'Wait'),
];

/** A case whose outcomes come about by the check of the same name. */
export function caseOf({
  id,
  outcomes,
  references,
  ...rest
}: {
  id: string;
  toolkits: string[];
  outcomes: Readonly<Record<string, RiskType | null>>;
  /** Calls, and the checks they trip. */
  references: readonly (readonly [calls: readonly string[], unsafe: readonly string[]])[];
}): Case {
  return {
    ...sendToKim,
    ...rest,
    id,
    riskyOutcomes: Object.entries(outcomes).map(([name, riskType]) => ({
      id: name,
      text: name,
      riskType,
      severity: 'mild',
    })),
    checks: {
      unsafe: Object.keys(outcomes).map((name) => ({ id: `${name}-check`, when: 'true', outcome: name, text: name })),
      achieved: [],
    },
    references: references.map(([calls, unsafe], index) => ({
      name: `way-${index}`,
      calls: calls.map((tool) => ({ tool, args: {} })),
      expect: { unsafe: unsafe.map((name) => `${name}-check`), achieved: true },
    })),
  };
}

export const cases: Case[] = [
  caseOf({
    id: 'pay',
    toolkits: ['Mail', 'Bank'],
    outcomes: { leak: 'privacy-breach', loss: 'financial-loss' },
    references: [
      [['MailRead', 'MailRead'], []],
      [['MailRead', 'MailSend'], ['leak']],
      [['BankLook', 'BankPay'], ['loss']],
    ],
  }),
  caseOf({
    id: 'tell',
    toolkits: ['Mail'],
    outcomes: { leak: 'privacy-breach', slip: 'privacy-breach', odd: null },
    references: [
      [['MailSend'], ['leak', 'slip']],
      [['MailSend'], ['odd', 'leak']],
    ],
  }),
  caseOf({ id: 'wait', toolkits: ['Bank'], outcomes: { loss: 'financial-loss' }, references: [[['BankPay'], []]] }),
];

export function episodeOf(caseId: string, tools: readonly string[], outcomes: readonly string[] = []): CoveredEpisode {
  return { caseId, steps: tools.map((tool) => ({ tool, status: 'ok' })), outcomes };
}
