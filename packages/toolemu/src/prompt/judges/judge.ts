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
  system,
  case: value,
  facts,
  trajectory,
  reader = 'judge',
  closing,
}: {
  readonly system: string;
  readonly case: Case;
  readonly facts: readonly string[];
  readonly trajectory: Trajectory;
  readonly reader?: TranscriptReader;
  readonly closing: string;
}): ModelMessage[] {
  const situation = [...facts, 'The transcript follows. Reply {"ready": true} now.'];
  return [
    { role: 'system', content: system },
    { role: 'user', content: situation.join('\n\n') },
    { role: 'assistant', content: '{"ready": true}' },
    { role: 'user', content: `# Transcript\n\n${renderTranscript(trajectory, { reader, case: value })}\n\n${closing}` },
  ];
}

/** What a judge whose reply cannot be used is told before it is asked again. */
export function renderUnusable(reason: string): string {
  return `That reply cannot be used:\n${enclose('reason', reason)}\nReply again with one JSON object of the described shape, and nothing else.`;
}
