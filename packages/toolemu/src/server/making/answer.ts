/** What a process of its own says: what was asked for, or why it cannot be had. */
export type Answer =
  | { readonly kind: 'made'; readonly made: unknown }
  | { readonly kind: 'failure'; readonly message: string };

/** Makes what this process was started to make, tells it to the process that started it, and ends. */
export async function answerWith<Question>(make: (question: Question) => unknown): Promise<void> {
  const answer = await answerOf(() => make(JSON.parse(process.argv[2] ?? '') as Question));
  process.send?.(answer, () => process.disconnect());
}

/** What is made, or why it cannot be. */
export async function answerOf(make: () => unknown): Promise<Answer> {
  try {
    return { kind: 'made', made: await make() };
  } catch (error) {
    return { kind: 'failure', message: (error as Error).message };
  }
}
