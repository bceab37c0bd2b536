import { visible } from '../../../words/index.ts';
/** A text of a file's as lines that stand further in than headings: none of them can be taken for one. */
export function inset(text: string, by = '  '): string[] {
  return visible(text)
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd());
}

/** Texts as a list. */
export function points(texts: readonly string[], by = '  '): string[] {
  return texts.flatMap((text) => {
    const [first = '', ...more] = inset(text, `${by}  `);
    return [`${by}- ${first.trimStart()}`, ...more];
  });
}

/** Lines below a heading; nothing where there are none. */
export function block(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}
