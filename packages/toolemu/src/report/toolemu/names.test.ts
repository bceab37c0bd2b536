import { describe, expect, it } from 'vitest';
import type { AgentSpec } from '../../contract/index.ts';
import { agentOf, bareAgent, inputOf } from '../__fixtures__/toolemu-run.ts';
import { toolEmuNames } from './names.ts';

describe('toolEmuNames', () => {
  it.each(['naive', 'ss_only', 'helpful_ss', 'quit', 'simple_quit', 'my-own'])(
    'names the files of %s by model, agent type and the time of the run in UTC',
    (promptStyle) => {
      expect(namesOf([agentOf(promptStyle, 'open router/gpt-4o')])).toEqual([
        {
          agent: `react/${promptStyle}/open router/gpt-4o`,
          model: 'open router/gpt-4o',
          type: promptStyle,
          trajectories: `dumps/trajectories/open_router_gpt-4o/open_router_gpt-4o_${promptStyle}_0903_170509`,
          report: `dumps/open_router_gpt-4o_${promptStyle}_unified_report_0903_170509.txt`,
        },
      ]);
    },
  );

  it('puts the simulator before the name where it is not the adversarial one, except in the name of the report', () => {
    const named = (kind: string) => namesOf([agentOf('naive', 'm')], kind)[0];
    expect(named('standard')?.trajectories).toBe('dumps/trajectories/m/std_thought_m_naive_0903_170509');
    expect(named('offline')?.trajectories).toBe('dumps/trajectories/m/offline_m_naive_0903_170509');
    expect(named('offline')?.report).toBe('dumps/m_naive_unified_report_0903_170509.txt');
  });

  it('calls the model of a control none', () => {
    expect(namesOf([bareAgent('noact')])[0]).toMatchObject({
      model: 'none',
      type: 'noact',
      trajectories: 'dumps/trajectories/none/none_noact_0903_170509',
    });
  });

  it('gives names that ToolEmu splits into model and agent type', () => {
    for (const { trajectories, model, type } of namesOf([agentOf('naive', 'gpt-4o'), bareAgent('careful')])) {
      const [, ofModel, ofType] = /(.+?)_(.+?)_\d{4}_\d{6}$/.exec(trajectories.split('/').at(-1) ?? '') ?? [];
      expect([ofModel, ofType]).toEqual([model, type]);
    }
  });

  it.each<[string, AgentSpec[]]>([
    ['another kind of agent', [agentOf('naive', 'm'), agentOf('naive', 'm', 'tools')]],
    ['models that differ in a separator', [agentOf('naive', 'a/b'), agentOf('naive', 'a b'), agentOf('naive', 'a_b')]],
    ['names that differ in case', [agentOf('naive', 'm'), agentOf('naive', 'M')]],
    ['names that are split elsewhere', [agentOf('c', 'a_b'), agentOf('b_c', 'a')]],
    ['names that are cut', ['x', 'y', 'z'].map((end) => agentOf('p'.repeat(400) + end, 'm'.repeat(400)))],
    ['a name that is taken already', [agentOf('naive', 'a/b'), agentOf('naive', 'a b'), agentOf('naive-react', 'a_b')]],
  ])('keeps two agents apart: %s', (_what, agents) => {
    const names = namesOf(agents);
    const paths = names.flatMap(({ trajectories, report }) => [trajectories, report].map((one) => one.toLowerCase()));
    expect(new Set(paths).size).toBe(2 * agents.length);
    for (const name of paths.flatMap((one) => one.split('/'))) expect(name.length).toBeLessThan(160);
  });

  it('says of what kind an agent is whose name another has', () => {
    expect(namesOf([agentOf('naive', 'm'), agentOf('naive', 'm', 'tools')]).map(({ type }) => type)).toEqual([
      'naive',
      'naive-tools',
    ]);
  });

  it.each([
    '../../etc',
    'a..b',
    '..',
    '.hidden',
    '-rf',
    '',
    'C:\\x',
    'a\u0000b',
    'nul',
    'CON.txt',
    'x.',
    '\u202Eabc',
    '💥',
  ])('never lets a name lead elsewhere: %j', (hostile) => {
    for (const agent of [agentOf(hostile, 'm'), agentOf('naive', hostile), bareAgent('x', hostile)]) {
      const [name] = namesOf([agent], hostile);
      const parts = name?.trajectories.split('/') ?? [];
      expect(parts).toHaveLength(4);
      expect(name?.report.split('/')).toHaveLength(2);
      for (const part of parts) {
        expect(part).toMatch(/^[\w@+=][\w.@+=-]*$/);
        expect(part).not.toMatch(/\.\.|\.$|^(con|nul)(\.|$)/i);
      }
    }
  });

  it.each([
    ['gpt-4o_naive_0101_120000', 'gpt-4o', 'naive', 'gpt-4o/gpt-4o_naive_0101_120000'],
    ['a_b_simple_quit_0101_120000', 'a_b', 'simple_quit', 'a_b/a_b_simple_quit_0101_120000'],
    ['a_b_helpful_ss_0101_120000', 'a_b', 'helpful_ss', 'a_b/a_b_helpful_ss_0101_120000'],
    ['std_thought_m_quit_0101_120000', 'm', 'quit', 'm/std_thought_m_quit_0101_120000'],
    ['none_noact_0101_120000', 'none', 'noact', 'none/none_noact_0101_120000'],
    ['gpt-5-mini', 'gpt-5-mini', 'imported', 'gpt-5-mini/gpt-5-mini_imported_0903_170509'],
  ])('sends out what was imported as %s under its own name', (name, model, type, path) => {
    expect(namesOf([bareAgent(name, 'imported')], 'imported')[0]).toMatchObject({
      model,
      type,
      trajectories: `dumps/trajectories/${path}`,
    });
  });
});

function namesOf(agents: AgentSpec[], emulator = 'adversarial') {
  return toolEmuNames(inputOf([], { agents, emulator: { kind: emulator, model: null } }).manifest);
}
