import type { ReactNode } from 'react';
import type { ModelToolCall } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { StepPart } from '../../../components/trajectory/step-part.tsx';
import { Value } from '../../../components/values/value.tsx';

/** Calls of tools in a message or a reply. */
export function ToolCalls({
  calls,
  name,
}: {
  readonly calls: readonly ModelToolCall[];
  readonly name: string;
}): ReactNode {
  return calls.map(({ id, name: tool, args }) => (
    <StepPart
      key={id}
      title={
        <>
          Calls <bdi>{visible(tool)}</bdi> <small>{visible(id)}</small>
        </>
      }
    >
      <Value value={args} name={`${name}: input of ${tool}, ${id}`} />
    </StepPart>
  ));
}
