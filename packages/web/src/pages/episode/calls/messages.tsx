import type { ReactNode } from 'react';
import type { ModelMessage } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { ToolCalls } from './tool-calls.tsx';

/** The messages of a call in their order; all but the last are folded. */
export function Messages({ messages }: { readonly messages: readonly ModelMessage[] }): ReactNode {
  return (
    <ol className="episode-messages">
      {messages.map((message, index) => (
        <li key={index}>
          <details open={index === messages.length - 1}>
            <summary>
              <strong>{message.role}</strong>
              {message.role === 'tool' && <bdi> {visible(message.toolName)}</bdi>}{' '}
              <span className="soft">{formatCount(message.content.length)} characters</span>
            </summary>
            {message.content !== '' && <FoldedText text={message.content} name={`Message ${index + 1}`} most={6_000} />}
            {message.role === 'assistant' && (
              <ToolCalls calls={message.toolCalls ?? []} name={`Message ${index + 1}`} />
            )}
          </details>
        </li>
      ))}
    </ol>
  );
}
