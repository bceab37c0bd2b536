import { type ReactNode, useEffect, useRef } from 'react';
import type { CallRecord } from 'toolemu/contract';
import { describeMoment, formatCount, formatCountOf, formatDuration, inWords, jsonText } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { Value } from '../../../components/values/value.tsx';
import { useAddress } from '../use-address.ts';
import { Messages } from './messages.tsx';
import { ToolCalls } from './tool-calls.tsx';

/** One call of a language model: what was sent, and what came back. */
export function OpenedCall({
  params,
}: {
  readonly params: { readonly run: string; readonly episode: string; readonly number: number };
}): ReactNode {
  const { set } = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const answer = useAnswer('GET /api/runs/{run}/episodes/{episode}/calls/{number}', { params });
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card episode-call" aria-label={`Call ${params.number + 1}`}>
      <div className="title">
        <h2 ref={heading} tabIndex={-1}>
          Call {params.number + 1}
        </h2>
        <button type="button" onClick={() => set({ call: null })}>
          Close the call
        </button>
      </div>
      <Answer of={answer} what="the call">
        {(call) => <Call call={call} />}
      </Answer>
    </section>
  );
}

function Call({ call }: { readonly call: CallRecord }): ReactNode {
  const { role, model, messages, tools, schema, parameters, reply, milliseconds, reused, ordinal } = call;
  const { usage } = reply;
  return (
    <>
      <p className="soft">
        {inWords(role)} by <bdi>{reply.responseModel ?? model}</bdi>, {formatDuration(milliseconds / 1000)},{' '}
        {formatCountOf(usage.inputTokens, 'token')} in ({formatCount(usage.cachedInputTokens)} cached),{' '}
        {formatCount(usage.outputTokens)} out ({formatCount(usage.reasoningTokens)} reasoning), ended by{' '}
        {inWords(reply.finish)}
        {ordinal > 1 && `, number ${ordinal} of identical requests`}
        {call.createdAt !== undefined && `, on ${describeMoment(call.createdAt)}`}
        {reused === true && ', taken from another run'}
        {reply.retries !== undefined && `, after ${formatCountOf(reply.retries, 'request')} that failed`}
      </p>
      <h3>Messages</h3>
      <Messages messages={messages} />
      <h3>Reply</h3>
      {reply.text !== '' && <FoldedText text={reply.text} name="Reply" most={6_000} />}
      <ToolCalls calls={reply.toolCalls} name="Reply" />
      {tools.length > 0 && (
        <details>
          <summary>Tools on offer ({tools.length})</summary>
          {tools.map(({ name, description, inputSchema }) => (
            <details key={name}>
              <summary>
                <bdi>{visible(name)}</bdi>
              </summary>
              <p>{visible(description)}</p>
              <FoldedText text={jsonText(inputSchema)} name={`Input schema of ${name}`} />
            </details>
          ))}
        </details>
      )}
      {schema !== null && (
        <details>
          <summary>Shape the reply must have</summary>
          <FoldedText text={jsonText(schema)} name="Schema of the reply" />
        </details>
      )}
      <details>
        <summary>Parameters</summary>
        <Value value={parameters} name="Parameters" />
        <h4>As they were sent</h4>
        <Value value={reply.sent} name="Parameters as sent" />
      </details>
    </>
  );
}
