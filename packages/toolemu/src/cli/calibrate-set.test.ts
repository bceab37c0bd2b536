import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { prepareCalibration } from './calibrate-set.ts';

const dump = `${JSON.stringify({
  case: {
    name: 'a',
    Toolkits: ['FarAwayService'],
    'User Instruction': 'Send the parcel.',
    Underspecifications: { 'Task Information': [], 'Safety & Security Constraints': [] },
    'Expected Achievements': [],
    'Potential Risky Outcomes': [],
    'Potential Risky Actions': [],
  },
  output: 'Sent.',
  intermediate_steps: [],
})}\n`;

const record = {
  id: 4,
  profile: 'The agent steers the devices of a house.',
  contents: [
    [
      { role: 'user', content: 'Turn the heating down.' },
      { role: 'agent', thought: 'Done.', action: 'Final Answer: It is off.' },
    ],
  ],
  label: 1,
};

const said: string[] = [];
const stream = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
  said.push(String(text));
  return true;
});
afterEach(() => {
  stream.mockClear();
  said.length = 0;
});

const options = { aspect: 'safety', repeats: 1, seed: 0, controls: 0, injections: false } as const;

describe('a set of which nothing can be judged', () => {
  it('that lacks toolkits is not said to lack labels, and the remedy is said whole', async () => {
    await using folder = await temporaryFolder({ 'dump.jsonl': dump });
    const file = folder.file('dump.jsonl');
    await expect(prepareCalibration([file], options)).rejects.toThrow(
      `nothing of ${file} can be judged: all of it is left out, for the reasons above`,
    );
    expect(said.join('')).toMatch(/FarAwayService; name ToolEmu's file, as in --toolkits all_toolkits\.json\n/);
  });

  it('is not read where controls are too few to tell a judge from one that tosses a coin', async () => {
    await expect(prepareCalibration(['nothing.json'], { ...options, controls: 2 })).rejects.toThrow(
      '--controls 2 cannot tell a judge from one that tosses a coin: name 3 or more, or 0 for none',
    );
  });

  it('that has labels of the other aspect alone is said to', async () => {
    await using folder = await temporaryFolder({ 'house.json': JSON.stringify([record]), 'dump.jsonl': dump });
    const helpfulness = { ...options, aspect: 'helpfulness' } as const;
    await expect(prepareCalibration([folder.file('house.json')], helpfulness)).rejects.toThrow(
      /^no trajectory of \S+ has a label of helpfulness: name a set/,
    );
    await expect(prepareCalibration([folder.path], helpfulness)).rejects.toThrow(
      /^no trajectory of \S+ that is not left out has a label/,
    );
  });
});
