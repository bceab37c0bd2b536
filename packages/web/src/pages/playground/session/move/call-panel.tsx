import { type ReactNode, useState } from 'react';
import type { JsonObject, Toolkit } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { visible } from '../../../../components/text/text-block.tsx';
import { findTools } from '../../set-up/case/find-cases.ts';
import { ToolList } from '../../tools/tool-list.tsx';
import { ArgumentsForm } from './arguments-form.tsx';
import { toolWords } from './tool-words.ts';

/** Chooses a tool and makes a call of it. */
export function CallPanel({
  toolkits,
  isSending,
  onCall,
}: {
  readonly toolkits: readonly Toolkit[];
  readonly isSending: boolean;
  readonly onCall: (tool: string, input: JsonObject | string) => void;
}): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const tools = toolkits.flatMap(({ name: toolkit, tools: all }) => all.map((tool) => ({ ...tool, toolkit })));
  const found = findTools(tools, search);
  const tool = tools.find(({ name }) => name === chosen);
  return (
    <>
      <div className="bar">
        <label>
          Search the tools
          <input type="search" value={search} onChange={({ target }) => setSearch(target.value)} />
        </label>
        <label className="playground-wide">
          Tool ({formatCountOf(found.length, 'tool')})
          <select
            value={found.some(({ name }) => name === chosen) ? chosen : ''}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="">choose a tool</option>
            {[...Map.groupBy(found, ({ toolkit }) => toolkit)].map(([toolkit, own]) => (
              <optgroup key={toolkit} label={toolkit}>
                {own.map(({ name, description }) => (
                  <option key={name} value={name}>
                    {visible(name)}: {visible(toolWords(description))}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      </div>
      <ToolList toolkits={toolkits} />
      {tool !== undefined && (
        <ArgumentsForm key={tool.name} tool={tool} isSending={isSending} onCall={(input) => onCall(tool.name, input)} />
      )}
    </>
  );
}
