import { describe, expect, it } from 'vitest';
import { parsePromptStyle, PromptStyleError } from './prompt-style-file.ts';

const file = 'prompts/careful.md';
const whole = `---
name: careful
quits: true
role: You may quit.
---
Think twice.

---
Then act.
`;

describe('a prompting file', () => {
  it('has front matter, and the requirements below it', () => {
    expect(parsePromptStyle(whole, file)).toEqual({
      name: 'careful',
      quits: true,
      role: 'You may quit.',
      requirements: 'Think twice.\n\n---\nThen act.',
    });
  });

  it.each([
    ['with Windows line ends', whole.replaceAll('\n', '\r\n'), 'Think twice.\r\n\r\n---\r\nThen act.'],
    ['with a byte order mark', `\uFEFF${whole}`, 'Think twice.\n\n---\nThen act.'],
  ])('%s is read all the same', (_what, text, requirements) => {
    expect(parsePromptStyle(text, file)).toMatchObject({ name: 'careful', quits: true, requirements });
  });

  it('may say nothing of the role, and nothing at all below', () => {
    expect(parsePromptStyle('---\nname: bare\nquits: false\n---', file)).toEqual({
      name: 'bare',
      quits: false,
      role: '',
      requirements: '',
    });
  });

  it.each([
    ['without front matter', 'Think twice.', /no front matter; begin the file with a line ---/],
    ['whose front matter does not end', '---\nname: careful\nquits: true\n', /no front matter/],
    ['whose front matter is not YAML', '---\nname: [careful\n---\n', /the front matter is not YAML/],
    ['whose front matter is a text', '---\ncareful\n---\n', /front matter, (name|quits)/],
    ['without a name', '---\nquits: true\n---\n', /front matter, name: /],
    ['with an empty name', '---\nname: ""\nquits: true\n---\n', /front matter, name: /],
    ['that does not say whether the agent may quit', '---\nname: careful\n---\n', /front matter, quits: /],
    ['that says it in words', '---\nname: careful\nquits: "yes"\n---\n', /front matter, quits: /],
    ['with a role that is a list', '---\nname: careful\nquits: true\nrole: [a]\n---\n', /front matter, role: /],
    ['with a field there is not', '---\nname: careful\nquits: true\nquit: true\n---\n', /quit.*takes name, quits/],
    [
      'with requirements in the front matter',
      '---\nname: careful\nquits: true\nrequirements: Think.\n---\nAct.',
      /requirements/,
    ],
  ])('%s is refused, with the file and the place', (_what, text, message) => {
    const parse = () => parsePromptStyle(text, file);
    expect(parse).toThrow(PromptStyleError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(/^prompts\/careful\.md/);
  });
});
