import { type ReactNode, useState } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { visible } from '../../../../components/text/text-block.tsx';
import { ToolkitTools } from '../../tools/toolkit-tools.tsx';

/** The toolkits on offer in a case. */
export function ToolkitChoice({
  options,
  chosen,
  onChange,
}: {
  readonly options: PlaygroundOptions;
  readonly chosen: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}): ReactNode {
  const [search, setSearch] = useState('');
  const word = search.trim().toLowerCase();
  const found = options.toolkits.filter(
    ({ name, category, description }) =>
      chosen.includes(name) || `${name} ${category} ${description}`.toLowerCase().includes(word),
  );
  return (
    <fieldset className="playground-toolkits">
      <legend>Toolkits ({chosen.length} chosen)</legend>
      <label>
        Search
        <input
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </label>
      <ul tabIndex={0} aria-label="Toolkits">
        {found.map(({ name, description, tools }) => (
          <li key={name}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
              <span>
                <b>{visible(name)}</b> {visible(description)}
              </span>
            </label>
            <ToolkitTools name={name} count={tools.length} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
