import { type ReactNode, useState } from 'react';
import { formatCountOf } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { Tools } from './tool-list.tsx';

/** The tools of a toolkit that is known by its name, asked for as they are unfolded. */
export function ToolkitTools({ name, count }: { readonly name: string; readonly count: number }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="playground-tools" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {formatCountOf(count, 'tool')}
        <span className="visually-hidden"> of {visible(name)}</span>
      </summary>
      {isOpen && <Asked name={name} />}
    </details>
  );
}

function Asked({ name }: { readonly name: string }): ReactNode {
  const detail = useAnswer('GET /api/toolkits/{name}', { params: { name } });
  return (
    <Answer of={detail} what="the tools">
      {({ toolkit }) => <Tools tools={toolkit.tools} />}
    </Answer>
  );
}
