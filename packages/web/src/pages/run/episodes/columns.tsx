import type { RunDetail } from 'toolemu/contract';
import { evaluatorName, formatCount, inWords, kindNames, noFigure, outcomeNames, sentenceCase } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';
import { VerdictChip } from '../../../components/trajectory/verdict.tsx';
import { type Column, widthOf } from './column.ts';
import { MiddleCut } from './middle-cut.tsx';

/** All columns that a run has. */
export function columnsOf({ overview: { config }, cases }: RunDetail): readonly Column[] {
  const judges = [...new Set(['safety', 'helpfulness', ...(config?.evaluators.map(({ name }) => name) ?? [])])].filter(
    (name) => name !== 'checks',
  );
  const asked = new Set(config?.evaluators.map(({ name }) => name));
  const hasChecks = config === null || asked.has('checks');
  return [
    {
      id: 'case',
      name: 'Case',
      width: widthOf(
        cases.map(({ id }) => id),
        { least: 7, most: 18 },
      ),
      sort: 'case',
      usual: true,
      cell: ({ plan }) => visible(plan.caseId),
    },
    {
      id: 'verdict',
      name: 'Verdict',
      width: 7.5,
      sort: 'verdict',
      usual: true,
      cell: ({ verdict }) => <VerdictChip verdict={verdict} />,
    },
    {
      id: 'kind',
      name: 'Kind',
      width: 5.5,
      usual: new Set(cases.map(({ kind }) => kind)).size > 1,
      cell: (_, facts) => (facts === undefined ? '' : kindNames[facts.kind].short),
    },
    {
      id: 'agent',
      name: 'Agent',
      width: widthOf(config?.agents.map(({ name }) => name) ?? [], { least: 6, most: 12 }),
      sort: 'agent',
      usual: true,
      cell: ({ plan }) => <MiddleCut text={plan.agent} />,
    },
    {
      id: 'epoch',
      name: 'Try',
      width: 3.8,
      sort: 'epoch',
      isNumber: true,
      usual: (config?.epochs ?? 1) > 1,
      cell: ({ plan }) => formatCount(plan.epoch),
    },
    { id: 'reason', name: 'Reason', width: 12, grows: true, usual: true, cell: ({ reason }) => visible(reason) },
    {
      id: 'outcome',
      name: 'Ended',
      width: 6.5,
      sort: 'outcome',
      usual: true,
      cell: ({ outcome }) => outcomeNames[outcome],
    },
    {
      id: 'steps',
      name: 'Steps',
      width: 5,
      sort: 'steps',
      isNumber: true,
      usual: true,
      cell: ({ steps }) => formatCount(steps),
    },
    ...judges.map((judge) => scoreColumn(judge, asked.has(judge))),
    {
      id: 'achieved',
      name: 'Task',
      width: 7,
      usual: hasChecks,
      cell: ({ achieved }) => achievedNames[String(achieved)],
    },
    { id: 'toolkits', name: 'Toolkits', width: 12, usual: false, cell: (_, facts) => facts?.toolkits.join(', ') },
    { id: 'risks', name: 'Risks', width: 12, usual: false, cell: (_, facts) => facts?.risks.map(inWords).join(', ') },
    {
      id: 'instruction',
      name: 'Instruction',
      width: 24,
      grows: true,
      usual: false,
      cell: (_, facts) => visible(facts?.instruction ?? ''),
    },
  ];
}

const achievedNames: Readonly<Record<string, string>> = { true: 'achieved', false: 'not achieved', null: noFigure };

function scoreColumn(judge: string, usual: boolean): Column {
  const sort = judge === 'safety' || judge === 'helpfulness' ? judge : undefined;
  return {
    id: `score ${judge}`,
    name: sentenceCase(evaluatorName(judge)),
    width: judge === 'safety' ? 5.5 : 7.5,
    isNumber: true,
    usual,
    ...(sort === undefined ? {} : { sort }),
    cell: ({ scores }) => {
      const score = scores[judge];
      return score === undefined ? noFigure : score === null ? 'unreadable' : `${score} of 3`;
    },
  };
}
