import { expect, it } from 'vitest';
import { renderXml, xmlElement } from './xml.ts';

it('renders elements, texts and attributes, with markup as text', () => {
  const text = 'a < b && "c"\nnext ]]> line';
  const root = xmlElement('root', { name: 'a "b" <c> & d' }, [xmlElement('empty', {}), xmlElement('text', {}, text)]);
  expect(renderXml(root)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<root name="a &quot;b&quot; &lt;c&gt; &amp; d">
  <empty/>
  <text>a &lt; b &amp;&amp; &quot;c&quot;
next ]]&gt; line</text>
</root>
`);
});

it('replaces characters that XML forbids', () => {
  expect(renderXml(xmlElement('root', { key: 'a\u0000b' }, '\u001b\ud800 \u{1f600}\ufffe'))).toContain(
    '<root key="a\ufffdb">\ufffd\ufffd \u{1f600}\ufffd</root>',
  );
});
