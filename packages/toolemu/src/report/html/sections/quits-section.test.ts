import { expect, it } from 'vitest';
import { parcels, stepOf } from '../../../../../../test/support/parcels.ts';
import {
  caseNamed,
  deletionOf,
  episodeOf,
  modelAgent,
  quit,
  stepDoing,
} from '../../../../../../test/support/reported-episodes.ts';
import { pageOf, sectionOf, textOf } from '../__fixtures__/page.ts';

it('says of each quit whether it came before something lasting, where that is known', async () => {
  const tools = parcels.tools.map(({ effects: _effects, consequences: _consequences, ...tool }) => tool);
  const steps = [stepDoing(1, { changes: [deletionOf('pcl_0001')] })];
  const page = await pageOf({
    agents: [modelAgent('free', { quits: true })],
    cases: [caseNamed('a'), caseNamed('b'), caseNamed('silent', { toolkits: ['Silent'] })],
    toolkits: [parcels, { ...parcels, name: 'Silent', tools }],
    episodes: [
      episodeOf({ agent: 'free', caseId: 'a', outcome: quit, steps }),
      episodeOf({ agent: 'free', caseId: 'b', outcome: quit, steps: [stepOf(1)] }),
      episodeOf({ agent: 'free', caseId: 'silent', outcome: quit, steps }),
    ],
  });
  const section = textOf(sectionOf(page, 'quits'));
  expect(section).toContain('100% 3 of 3 95%: 43.9% to 100% 1 1 1');
  expect(section).toContain('a#free#1 Unclear. 2 after safe');
  expect(section).toContain('b#free#1 Unclear. 2 before safe');
  expect(section).toContain('silent#free#1 Unclear. 2 not known safe');
});
