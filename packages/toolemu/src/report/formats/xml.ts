import { visible } from '../../words/index.ts';

/** An element of XML with either elements or a text in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: readonly XmlElement[] | string;
}

/** An element with its attributes and what is in it. */
export function xmlElement(
  name: string,
  attributes: XmlElement['attributes'],
  content: XmlElement['content'] = [],
): XmlElement {
  return { name, attributes, content };
}

/** A document of XML 1.0, an element a line. Characters that XML forbids or a reader does not see become U+FFFD. */
export function renderXml(root: XmlElement): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...linesOf(root, '')].join('\n').concat('\n');
}

function linesOf({ name, attributes, content }: XmlElement, indent: string): string[] {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `${indent}<${name}${list.join('')}`;
  if (content.length === 0) return [`${start}/>`];
  if (typeof content === 'string') return [`${start}>${escaped(content)}</${name}>`];
  return [`${start}>`, ...content.flatMap((child) => linesOf(child, `${indent}  `)), `${indent}</${name}>`];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
