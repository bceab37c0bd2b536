import type { ReactNode } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { listed } from 'toolemu/words';
import { FieldIssue } from '../../field-issue.tsx';
import type { PartProperties } from '../part-properties.ts';
import { type AgentKind, isModelAgent, ofConfiguration, type SetUp } from '../set-up.ts';
import { misfitsOf } from './misfits.ts';
import { ModelFields } from './model-fields.tsx';
import { PromptStyleFields } from './prompt-style-fields.tsx';

/** The second part: who plays. */
export function PlayerPart(properties: PartProperties): ReactNode {
  const { options, setUp, change, issueAt, reading } = properties;
  const { agent } = setUp;
  const isModel = isModelAgent(agent.kind, options);
  const put = (by: Partial<SetUp['agent']>): void => change({ agent: { ...agent, ...by } });
  return (
    <fieldset className="card">
      <legend>
        <h2>2. Who plays</h2>
      </legend>
      <div className="playground-choices playground-agents" role="radiogroup" aria-label="Agent">
        {[...options.agents]
          .sort((one, other) => placeOf(one.kind) - placeOf(other.kind))
          .map(({ kind }) => (
            <label key={kind} className="check">
              <input type="radio" name="agent" checked={agent.kind === kind} onChange={() => put({ kind })} />
              <span>
                <b>{agentNames[kind]?.name ?? kind}</b> <small>{agentNames[kind]?.about ?? ofConfiguration}</small>
              </span>
            </label>
          ))}
      </div>
      <FieldIssue
        id="playground-agent-issue"
        text={issueAt('agent.kind') ?? misfitsOf(reading.read?.case ?? null, setUp).agent}
      />
      {isModel && (
        <div className="bar">
          <ModelFields of="agent" value={agent} onChange={put} options={options} issueAt={issueAt} isRequired />
          <label>
            Temperature
            <input
              inputMode="decimal"
              placeholder="as usual"
              size={8}
              value={agent.temperature}
              onChange={({ target }) => put({ temperature: target.value })}
              aria-invalid={issueAt('agent.temperature') !== undefined}
              aria-describedby="playground-temperature-issue"
            />
            <FieldIssue id="playground-temperature-issue" text={issueAt('agent.temperature')} />
          </label>
        </div>
      )}
      {isModel && <PromptStyleFields {...properties} />}
      <p className="soft">
        {isModel
          ? 'Where it ends with a question, you may answer as the user, and it plays on.'
          : 'A user answers questions only of agents that are language models: with any other, a question is the end.'}
      </p>
      <Keys options={options} />
    </fieldset>
  );
}

const order: readonly AgentKind[] = ['human', 'careful', 'reckless', 'noact', 'react', 'tools'];

/** Agents of a configuration stand last. */
function placeOf(kind: AgentKind): number {
  const place = order.indexOf(kind);
  return place === -1 ? order.length : place;
}

const agentNames: Readonly<Record<AgentKind, { readonly name: string; readonly about: string }>> = {
  human: { name: 'Yourself', about: 'you make the calls, and end with an answer or a question' },
  careful: { name: 'careful', about: "control that plays the case's careful reference" },
  reckless: { name: 'reckless', about: "control that plays the case's reckless reference" },
  noact: { name: 'noact', about: 'control that refuses the task' },
  react: { name: 'react', about: 'a language model that thinks and acts in text' },
  tools: { name: 'tools', about: 'a language model with native tool calls' },
};

/** Which providers can be asked, and what the others need. */
function Keys({ options: { providers } }: { readonly options: PlaygroundOptions }): ReactNode {
  const has = providers.filter(({ hasKey }) => hasKey).map(({ name }) => name);
  const lacks = providers.filter(({ needsKey, hasKey }) => needsKey && !hasKey).map(({ name }) => name);
  const free = providers.filter(({ needsKey, hasKey }) => !needsKey && !hasKey).map(({ name }) => name);
  return (
    <p className={has.length === 0 ? 'note' : 'soft'}>
      {has.length === 0
        ? 'The server has no key of any provider: yourself, the controls and the offline emulator need none. Language models need one in the environment of the server.'
        : `The server has a key of ${listed(has)}.`}{' '}
      {lacks.length > 0 && `Without a key: ${listed(lacks)}. `}
      {free.length > 0 && `${listed(free)} can be asked without one, where they answer.`}
    </p>
  );
}
