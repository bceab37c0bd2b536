/** Whether a file begins as run files do; read is no more than that. */
export async function isRunFile(file: Blob): Promise<boolean> {
  return (await file.slice(0, beginning.length).text()) === beginning;
}

/** They are files of SQLite. */
const beginning = 'SQLite format 3\0';
