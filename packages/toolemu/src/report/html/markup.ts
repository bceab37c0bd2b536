import { html as tagged, raw } from 'hono/html';
import { visible } from '../../words/index.ts';

/** A piece of a page: markup of our own, with every text in it escaped. */
export type Markup = Exclude<ReturnType<typeof tagged>, Promise<unknown>>;

/** What may stand in a piece of a page. Nothing is written for undefined and null. */
export type Content = Markup | string | number | null | undefined | readonly Content[];

/** A piece of a page. Texts in it are data: they are escaped, and control characters are shown, not obeyed. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  // Without a promise among the contents the result is none.
  return tagged(strings, ...contents.map(clean)) as Markup;
}

/** Markup of our own that stands as it is: never for what an agent, a tool or a model wrote. */
export function verbatim(markup: string): Markup {
  return raw(markup);
}

/** Pieces with something between them. */
export function joined(contents: readonly Content[], between: string): Content {
  return contents.flatMap((content, index) => (index === 0 ? [content] : [between, content]));
}

function clean(content: Content): Content {
  if (typeof content === 'string') return visible(content);
  return isList(content) ? content.map(clean) : content;
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
