/** A name for a copy that none of the others has. */
export function freeName(name: string, others: readonly string[], joint = '-'): string {
  for (let number = 1; ; number += 1) {
    const wish = `${name}${joint}copy${number === 1 ? '' : `${joint}${number}`}`;
    if (!others.includes(wish)) return wish;
  }
}
