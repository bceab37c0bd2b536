import type { Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../run/index.ts';
import { inOptions, messageInOptions } from './message-in-options.ts';
import { createProgram } from '../program.ts';

describe('a message of the library on the command line', () => {
  it.each([
    ['`model`', '--model'],
    ["`emulator: 'offline'`", '--emulator offline'],
    ["`evaluators: ['safety', 'checks']`", '--evaluators safety,checks'],
    ['`evaluators: []`', '--evaluators none'],
    ['`at: 2`', '--at 2'],
    ['`callRealTools: true`', '--call-real-tools'],
    ["`models.emulator: 'openai/gpt-4o'`", '--emulator-model openai/gpt-4o'],
    ["`shard: '1/4'`", '--shard 1/4'],
    ["`allow: 'list[0]'`", '--allow list[0]'],
  ])('has %s as %s', (parameter, option) => {
    const error = new ConfigError(`name it by ${parameter}, or leave it out`);
    expect(messageInOptions(error)).toBe(`name it by ${option}, or leave it out`);
  });

  it('leaves everything else in backticks as it is', () => {
    expect(messageInOptions(new ConfigError('`constructor` and `x.y: 1` and `a b`'))).toBe(
      '`constructor` and `x.y: 1` and `a b`',
    );
    expect(messageInOptions(new Error('the endpoint said: `model` is required'))).toContain('`model` is required');
    expect(inOptions('`model` and `seed`', ['seed'])).toBe('`model` and `seed`');
  });

  it('names options that the command line has', async () => {
    const { commands } = await createProgram();
    const known = new Set(commands.flatMap((command) => command.options.map((option: Option) => option.long ?? '')));
    const mentioned = ['agents', 'allow', 'at', 'baseline', 'baseUrl', 'callRealTools', 'cases', 'emulator', 'episodes']
      .concat(['evaluators', 'exclude', 'factor', 'instruction', 'limit', 'model', 'models.agent', 'models.emulator'])
      .concat(['models.evaluator', 'models.user', 'out', 'promptStyle', 'real', 'select', 'shard', 'split', 'offset'])
      .concat(['toolkits', 'userReply', 'variant']);
    for (const name of mentioned) expect(known).toContain(inOptions(`\`${name}\``, [name]));
  });
});
