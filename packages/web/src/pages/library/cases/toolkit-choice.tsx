import type { ReactNode } from 'react';
import { listed } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import type { FormProps } from '../editor/editor.tsx';
import { FieldIssues } from '../editor/fields.tsx';
import { issuesAt, textsAt } from '../editor/value-at.ts';

const way = ['toolkits'] as const;

/** Which toolkits a case offers, to choose from those there are. */
export function ToolkitChoice({ value, issues, change }: FormProps): ReactNode {
  const known = useAnswer('GET /api/toolkits');
  const chosen = textsAt(value, way);
  if (chosen === null) return <p className="soft">Toolkits: not a list of names. See the JSON.</p>;
  const names = [...new Set([...chosen, ...(known.data?.toolkits.map(({ name }) => name) ?? [])])].toSorted();
  const toggle = (name: string): void =>
    change(way, chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <div className="library-field">
      <details className="library-choice">
        <summary>Toolkits: {chosen.length === 0 ? 'none yet' : listed(chosen)}</summary>
        <fieldset>
          <legend className="visually-hidden">Toolkits</legend>
          {names.map((name) => (
            <label key={name} className="check">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      </details>
      <FieldIssues issues={issuesAt(issues, way)} />
    </div>
  );
}
