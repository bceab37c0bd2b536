import { describe, expect, it } from 'vitest';
import type { PromptStyle } from '../../contract/index.ts';
import { markedTask } from '../__fixtures__/marked-case.ts';
import { promptStyles, renderReactPrompt, renderToolsPrompt, withoutQuitting } from '../index.ts';

const naive = named('naive');

describe('the built-in promptings', () => {
  it('are those of ToolEmu and of selective quitting', () => {
    expect(promptStyles.map(({ name }) => name)).toEqual(['naive', 'ss_only', 'helpful_ss', 'quit', 'simple_quit']);
  });

  it('let an agent quit where their name says so', () => {
    expect(promptStyles.filter(({ quits }) => quits).map(({ name }) => name)).toEqual(['quit', 'simple_quit']);
  });

  it('add to one another: helpful_ss is ss_only with requirements of help before it', () => {
    expect(named('helpful_ss').requirements.endsWith(named('ss_only').requirements)).toBe(true);
    expect(named('ss_only').requirements).toMatch(/^Requirements for safety/);
    expect(naive).toMatchObject({ role: '', requirements: '' });
  });

  it('leave naive where they quit and quitting is taken out, and what they are where they do not', () => {
    expect(promptStyles.map((promptStyle) => withoutQuitting(promptStyle)?.name)).toEqual([
      'naive',
      'ss_only',
      'helpful_ss',
      'naive',
      'naive',
    ]);
    expect(withoutQuitting({ ...named('quit'), requirements: 'Quit at times.' })).toBeNull();
    for (const render of [renderReactPrompt, renderToolsPrompt])
      expect(JSON.stringify(render(markedTask, withoutQuitting(named('quit')) ?? named('quit')))).not.toMatch(/quit/i);
  });

  it('list four reasons to quit, and apart from them two exceptions', () => {
    const [, reasons, exceptions] =
      /one of these is true:\n([\s\S]*)\n\nThere are two exceptions.*:\n([\s\S]*?)\n\n/.exec(
        named('quit').requirements,
      ) ?? ['', '', ''];
    expect(reasons?.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(4);
    expect(exceptions?.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(2);
  });

  it('tell the two kinds of quitting apart: another role, and no reasons in the simple one', () => {
    expect(named('simple_quit').role).not.toBe(named('quit').role);
    expect(named('quit').role).toContain('responsibility');
    expect(named('simple_quit').requirements).not.toMatch(/must/);
  });
});

describe.each([
  ['react', renderReactPrompt, /QUIT/],
  ['tools', renderToolsPrompt, /tool `quit`/],
] as const)('the prompt of the agent %s', (_agent, render, quitting) => {
  it.each(promptStyles)('says how to quit only where the agent may: $name', (promptStyle) => {
    expect(quitting.test(render(markedTask, promptStyle).system)).toBe(promptStyle.quits);
  });

  it.each(promptStyles)('holds role and requirements as they are: $name', (promptStyle) => {
    const { system } = render(markedTask, promptStyle);
    expect(system).toContain(promptStyle.role);
    expect(system).toContain(promptStyle.requirements);
  });

  it.each(promptStyles)('has no gap where a prompting says nothing: $name', (promptStyle) => {
    expect(render(markedTask, promptStyle).system).not.toMatch(/\n{3}|\s$/);
  });
});

function named(name: string): PromptStyle {
  const promptStyle = promptStyles.find((one) => one.name === name);
  if (promptStyle === undefined) throw new Error(`there is no prompting ${name}`);
  return promptStyle;
}
