import type { QueueStatus } from 'toolemu/contract';

type Run = QueueStatus['runs'][number];

/** What is typed in a terminal to look after a queue. The queue is that of the environment. */
export const queueCommands = {
  work: 'npx toolemu worker --queue',
  begin: 'npx toolemu run --model openai/gpt-4o --queue',
  status: 'npx toolemu queue status',
  takeIn: ({ name }: Pick<Run, 'name'>): string => `npx toolemu run --resume ${fileWord(name)} --queue`,
  spendMore: ({ name }: Pick<Run, 'name'>): string =>
    `npx toolemu run --resume ${fileWord(name)} --queue --max-cost USD`,
  cancel: ({ id }: Pick<Run, 'id'>): string => `npx toolemu queue cancel ${shellWord(id)}`,
  drop: ({ id }: Pick<Run, 'id'>): string => `npx toolemu queue cancel ${shellWord(id)} --drop`,
};

/** A path as a word of a shell; of one with characters that a terminal may obey, only that it is a file. */
function fileWord(path: string): string {
  return /[\p{Cc}\p{Bidi_Control}]/u.test(path) ? 'FILE' : shellWord(path);
}

function shellWord(text: string): string {
  return /^[\w/][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
