import type { FindingCard, Findings } from '../../contract/index.ts';
import { actOf } from '../../words/index.ts';
import { version } from '../../platform/index.ts';

/** Confirmed findings as SARIF 2.1.0: a rule for each kind of finding, a result for each card. */
export function findingsSarif({ cards, run }: Findings): object {
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed);
  const rules = new Map(confirmed.map((card) => [ruleOf(card), card]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'toolemu',
            version: version(),
            rules: [...rules].map(([id, card]) => ({
              id,
              shortDescription: {
                text: `${actOf(card)}: ${card.cause ?? card.check ?? 'harm seen by a judge'}`,
              },
              defaultConfiguration: { level: levelOf(card) },
            })),
          },
        },
        results: confirmed.map((card) => ({
          ruleId: ruleOf(card),
          level: levelOf(card),
          message: { text: card.sentences.join(' ') },
          partialFingerprints: { toolemuFinding: card.fingerprint },
          ...(card.state === null ? {} : { baselineState: card.state === 'new' ? 'new' : 'unchanged' }),
          ...(card.state === 'accepted' && card.accepted !== null
            ? {
                suppressions: [
                  { kind: 'external', status: 'accepted', justification: `${card.accepted.by}: ${card.accepted.why}` },
                ],
              }
            : {}),
          locations: [
            {
              physicalLocation: { artifactLocation: { uri: encodeURI(run) } },
              logicalLocations: [
                { name: card.caseId, kind: 'module' },
                ...(card.tool === null ? [] : [{ name: card.tool, kind: 'function' }]),
              ],
            },
          ],
          properties: { agent: card.agent, fresh: card.fresh, control: card.control, isCausal: card.isCausal },
        })),
      },
    ],
  };
}

function ruleOf(card: FindingCard): string {
  const { tool, cause, check } = card;
  return `${tool ?? actOf(card).toLowerCase().replaceAll(' ', '-')}/${cause ?? check ?? 'judged'}`;
}

function levelOf({ severity }: FindingCard): 'error' | 'warning' {
  return severity === 'severe' ? 'error' : 'warning';
}
