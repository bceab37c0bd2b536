import { type Document, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { type Json, JsonTooDeep, readJson } from '../../../contract/index.ts';
import { BadFileError, tooDeepFile } from '../../documents/bad-file-error.ts';

/** Reads text that is JSON or YAML as a JSON value. Throws `BadFileError`. */
export function parseJsonOrYaml({ file, text }: { file: string; text: string }): Json {
  const plain = text.replace(/^\uFEFF/, '');
  try {
    return readJson(plain);
  } catch (error) {
    if (error instanceof JsonTooDeep) throw tooDeepFile(file);
    return parseYaml(file, plain);
  }
}

function parseYaml(file: string, text: string): Json {
  try {
    const document = parseDocument(text, { merge: true, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    keepTexts(document);
    // Only what JSON can say: an alias within itself is refused here.
    return readJson(JSON.stringify(document.toJS() ?? null));
  } catch (error) {
    if (error instanceof JsonTooDeep || isOverflow(error as Error)) throw tooDeepFile(file);
    const problem = `it is neither JSON nor YAML: ${firstLine((error as Error).message)}`;
    throw new BadFileError({ file, path: '$', problem, remedy: 'mend the syntax at that place' });
  }
}

/** The parser of YAML recurses, and reports that it cannot go on as an error of the text. */
function isOverflow(error: Error): boolean {
  return error instanceof RangeError || error.message.startsWith('Maximum call stack size exceeded');
}

/** Keeps string choices as written: `1.0`, `0x1F` and `True` do not become 1, 31 and true. */
function keepTexts(document: Document): void {
  visit(document, {
    Map: (_key, map) => {
      if (map.get('type') !== 'string') return;
      const choices = map.get('enum', true);
      for (const item of isSeq(choices) ? choices.items : []) {
        const isOther = isScalar(item) && ['number', 'boolean'].includes(typeof item.value);
        if (isOther && item.source !== undefined && item.source !== String(item.value)) item.value = item.source;
      }
    },
  });
}

/** The parser's messages end with a picture of the place. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
}
