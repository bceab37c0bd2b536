/** What several come to; waits for all of them where one fails, so that none goes on after its test. */
export async function together<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
