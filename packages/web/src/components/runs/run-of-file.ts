/** The name of a run file without its folders and its ending. */
export function runOfFile(file: string): string {
  return (file.split(/[\\/]/).at(-1) ?? '').replace(/\.toolemu$/, '');
}
