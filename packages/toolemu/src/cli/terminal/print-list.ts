import { once } from 'node:events';

const pieceLength = 65_536;

/** Prints texts as they come, and waits for a reader that is slow: however many there are, few are held. */
export async function printAll(texts: Iterable<string>): Promise<void> {
  for (const piece of inPieces(texts)) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

/** Prints values as one JSON array, in the form of `printJson`. */
export function printJsonList(values: Iterable<unknown>): Promise<void> {
  return printAll(listed(values));
}

function* listed(values: Iterable<unknown>): Generator<string> {
  let isFirst = true;
  for (const value of values) {
    yield `${isFirst ? '[' : ','}\n  ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
