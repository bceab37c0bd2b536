import type { ReactNode } from 'react';
import { describeEmulator, describeMoment, evaluatorName, listed, panelWords, playingWords } from 'toolemu/words';
import { ForkOf } from '../../../components/runs/fork-of.tsx';
import { CopyText } from '../../../components/text/copy-text.tsx';
import { useFigures } from '../run-context.ts';
import { AgentFacts } from './agent-facts.tsx';
import { type Fact, FactList } from './fact-list.tsx';
import { Hashes } from './hashes.tsx';
import { modelFacts } from './model-facts.ts';

/** All that a result depends on and that is not an answer of a model; what is long or exact can be copied. */
export function Configuration(): ReactNode {
  const { detail, report } = useFigures();
  const { config } = report;
  return (
    <>
      <section aria-labelledby="configuration">
        <h2 id="configuration">Configuration</h2>
        <FactList facts={runFacts(useFigures())} />
        <p>
          <CopyText text={JSON.stringify(config, null, 2)} what="the whole configuration" /> the whole as JSON
        </p>
      </section>
      <section aria-labelledby="agents">
        <h2 id="agents">Agents</h2>
        {config.agents.map((agent) => (
          <AgentFacts key={agent.name} agent={agent} />
        ))}
      </section>
      <section aria-labelledby="emulator">
        <h2 id="emulator">Emulator</h2>
        <p>{describeEmulator(config)}</p>
        {config.emulator.model !== null && <FactList facts={modelFacts(config.emulator.model)} />}
      </section>
      <section aria-labelledby="evaluators">
        <h2 id="evaluators">Evaluators</h2>
        {judges(report).map(({ name, facts }) => (
          <div key={name}>
            <h3>{evaluatorName(name)}</h3>
            <FactList facts={facts} />
          </div>
        ))}
        {judges(report).length === 0 && <p>none: nothing was judged</p>}
      </section>
      <Hashes hashes={detail.hashes} />
    </>
  );
}

function runFacts({ detail: { overview, toolkits, source }, report, playing }: ReturnType<typeof useFigures>): Fact[] {
  const { config, createdAt, imported } = report;
  return [
    { name: 'File', value: overview.file },
    { name: imported ? 'Imported' : 'Played', value: describeMoment(createdAt) },
    ...(playing === null ? [] : [{ name: 'Took', value: playingWords(playing) }]),
    { name: 'Version of toolemu', value: overview.toolemu },
    ...(overview.forkOf === null ? [] : [{ name: 'Goes on from', value: <ForkOf file={overview.forkOf} /> }]),
    ...(source === undefined
      ? []
      : [{ name: 'Source', value: 'played and judged elsewhere', copy: JSON.stringify(source, null, 2) }]),
    { name: 'Cases', value: overview.cases },
    { name: 'Toolkits', value: toolkits.length },
    { name: 'Tries of each case', value: config.epochs },
    { name: 'Tool calls, at most', value: config.maxSteps ?? 'what each case says' },
    { name: 'Seed', value: config.seed },
  ];
}

/** Evaluators with the models that judged. Those of the configuration are named also where none has judged yet. */
function judges({ config, panels, judges: judged }: ReturnType<typeof useFigures>['report']): {
  name: string;
  facts: Fact[];
}[] {
  const asked = new Map(config.evaluators.map(({ name, model }) => [name, model]));
  return [...new Set([...asked.keys(), ...Object.keys(judged)])].map((name) => {
    const models = judged[name] ?? [];
    const panel = panels.find(({ evaluator }) => evaluator === name);
    if (name === 'checks') return { name, facts: [{ name: 'How', value: 'by program, from what the calls did' }] };
    return {
      name,
      facts: [
        ...(asked.has(name) ? modelFacts(asked.get(name) ?? null) : []),
        ...(panel === undefined ? [] : [{ name: 'Agreement', value: panelWords(panel) }]),
        ...(models.length === 0 ? [] : [{ name: 'Judged by', value: listed(models), copy: models.join('\n') }]),
      ],
    };
  });
}
