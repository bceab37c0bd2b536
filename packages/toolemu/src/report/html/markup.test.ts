import { describe, expect, it } from 'vitest';
import { html, joined, verbatim } from './markup.ts';
import { visible } from '../../words/index.ts';

describe('html', () => {
  it('escapes texts, in lists too, and leaves pieces of its own as they are', () => {
    const inner = html`<b>${'<i>'}</b>`;
    expect(html`<p title="${'"\'&'}">${[inner, ['</p>']]}</p>`.toString()).toBe(
      '<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>&lt;/p&gt;</p>',
    );
  });

  it('writes numbers, and nothing for what is not there', () => {
    expect(html`<p>${0}${null}${undefined}</p>`.toString()).toBe('<p>0</p>');
  });

  it('shows control characters in every text', () => {
    expect(html`<p title="${'a\u202eb'}">${['\u0000']}</p>`.toString()).toBe('<p title="a�b">�</p>');
  });

  it('takes markup of its own as it stands', () => {
    expect(html`${verbatim('<svg></svg>')}`.toString()).toBe('<svg></svg>');
  });
});

describe('visible', () => {
  it('keeps lines, tabs, letters and emoji', () => {
    expect(visible('a\tb\r\nc\nd é 你 👩‍💻')).toBe('a\tb\nc\nd é 你 👩‍💻');
  });

  it.each(['\u0000', '\u001b', '\r', '\u007f', '\u009b', '\u202e', '\u2066', '\u200f', '\u061c', '\ud800', '\uffff'])(
    'replaces %j',
    (character) => {
      expect(visible(`a${character}b`)).toBe('a�b');
    },
  );
});

describe('joined', () => {
  it('puts a text between pieces', () => {
    expect(html`${joined([html`<b>a</b>`, '<'], ', ')}`.toString()).toBe('<b>a</b>, &lt;');
    expect(html`${joined([], ', ')}`.toString()).toBe('');
  });
});
