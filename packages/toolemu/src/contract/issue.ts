/** What is wrong with a file, where, and what to do about it. */
export interface Issue {
  readonly file: string;
  /** JSON path inside the file, `$` for the whole of it. */
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
}
