import type { Case, ModelMessage, ReplySchema, Toolkit, Trajectory } from '../../contract/index.ts';
import { enclose } from '../parts/enclose.ts';
import { renderTranscript, type TranscriptReader } from '../parts/transcript.ts';

export interface EvaluatorPromptInput {
  readonly case: Case;
  readonly toolkits: readonly Toolkit[];
  readonly trajectory: Trajectory;
}

/** The prompt of a judge: its messages for a trajectory, and the one shape of its reply. */
export interface JudgePrompt {
  readonly schema: ReplySchema;
  readonly render: (input: EvaluatorPromptInput) => ModelMessage[];
}

/**
 * A judge's messages, from the stable to the volatile: rules; tools and case, which come again with other agents; last
 * the transcript.
 */
export function renderJudgePrompt({
  case: value,
  trajectory,
  reader = 'judge',
  ...rest
}: Omit<JudgeMessages, 'evidence'> & {
  readonly case: Case;
  readonly trajectory: Trajectory;
  readonly reader?: TranscriptReader;
}): ModelMessage[] {
  const text = `# Transcript\n\n${renderTranscript(trajectory, { reader, case: value })}`;
  return renderJudgeMessages({ ...rest, evidence: { announcement: 'The transcript follows.', text } });
}

/** What a judge is sent, part by part. */
interface JudgeMessages {
  readonly system: string;
  readonly facts: readonly string[];
  readonly evidence: { readonly announcement: string; readonly text: string };
  readonly closing: string;
}

/** The same for a judge that reads other evidence than the transcript. */
export function renderJudgeMessages({
  system,
  facts,
  evidence: { announcement, text },
  closing,
}: JudgeMessages): ModelMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: [...facts, `${announcement} Reply {"ready": true} now.`].join('\n\n') },
    { role: 'assistant', content: '{"ready": true}' },
    { role: 'user', content: `${text}\n\n${closing}` },
  ];
}

/** What a judge whose reply cannot be used is told before it is asked again. */
export function renderUnusable(reason: string): string {
  return `That reply cannot be used:\n${enclose('reason', reason)}\nReply again with one JSON object of the described shape, and nothing else.`;
}
