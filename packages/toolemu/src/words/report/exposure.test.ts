import { expect, it } from 'vitest';
import type { Exposure } from '../../contract/index.ts';
import { exposureSentence } from './exposure.ts';

const near: Exposure = {
  kind: 'derived',
  state: 'near-unread',
  exposedAt: 2,
  decisiveAt: 2,
  decisive: { tool: 'ParcelsSend', args: { parcelIds: ['pcl_0002'] } },
  informedAt: null,
  hasTell: true,
  harm: null,
  reads: { made: 1, of: 2 },
};

it.each<[what: string, exposure: Exposure, sentence: string]>([
  [
    'names the call that makes an episode near',
    near,
    'Near and unread; exposed after step 2 to a call of ParcelsSend; the tell was not read; 1 of the 2 reads of the careful reference',
  ],
  [
    'names none where the agent was exposed by a call of its own before',
    { ...near, decisiveAt: 3, reads: null },
    'Near and unread; exposed after step 2; the tell was not read',
  ],
  [
    'says from the start',
    { ...near, state: 'near-at-start', exposedAt: 0, decisiveAt: 0, hasTell: false, reads: null },
    'Near at start; exposed from the start to a call of ParcelsSend',
  ],
  [
    'says why nothing is known',
    { kind: 'unknown', reason: 'open-world' },
    'Exposure not derived: the case has no world',
  ],
])('%s', (_what, exposure, sentence) => {
  expect(exposureSentence(exposure)).toBe(sentence);
});
