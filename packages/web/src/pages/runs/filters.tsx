import type { ReactNode } from 'react';
import { stateNames } from '../../components/runs/run-progress.tsx';
import type { SearchChange } from '../../components/addresses/search-parameters.ts';
import { visible } from '../../components/text/text-block.tsx';
import type { RunChoice, RunChoices } from './choose-runs.ts';

/** Fields that choose among the runs. */
export function Filters({
  choice,
  choices,
  onChange,
}: {
  readonly choice: RunChoice;
  readonly choices: RunChoices;
  readonly onChange: (change: SearchChange) => void;
}): ReactNode {
  return (
    <search className="bar">
      <label className="runs-search">
        Search
        <input
          type="search"
          value={choice.text}
          placeholder="name, agent, model, tag"
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </label>
      {fields.map(({ name, label }) => (
        <Field key={name} {...{ name, label, onChange }} value={choice[name]} of={choices[name]} />
      ))}
      {Object.values(choice).some((value) => value !== '') && (
        <button
          type="button"
          className="quiet"
          onClick={() => onChange({ text: '', state: '', tag: '', emulator: '', kind: '' })}
        >
          Show all
        </button>
      )}
    </search>
  );
}

const fields = [
  { name: 'state', label: 'State' },
  { name: 'tag', label: 'Tag' },
  { name: 'emulator', label: 'Emulator' },
  { name: 'kind', label: 'Kind of agent' },
] as const;

function Field({
  name,
  label,
  value,
  of,
  onChange,
}: {
  readonly name: (typeof fields)[number]['name'];
  readonly label: string;
  readonly value: string;
  readonly of: readonly string[];
  readonly onChange: (change: SearchChange) => void;
}): ReactNode {
  const nameOf = (one: string): string =>
    name === 'state' && isState(one) ? stateNames[one] : visible(one).slice(0, 60);
  if (of.length === 0 && value === '') return null;
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange({ [name]: target.value })}>
        <option value="">all</option>
        {(of.includes(value) || value === '' ? of : [...of, value]).map((one) => (
          <option key={one} value={one}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function isState(name: string): name is keyof typeof stateNames {
  return Object.hasOwn(stateNames, name);
}
