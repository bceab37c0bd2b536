import { describeEpisodeStore } from '../../../../test/support/episode-store-suite.ts';
import { manifestOf } from '../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { RunFile } from './index.ts';

describeEpisodeStore('a run file', async () => {
  const folder = await temporaryFolder();
  const path = folder.file('run.toolemu');
  let store = RunFile.create(path, manifestOf({ agents: ['careful', 'reckless'] }));
  return {
    store,
    async reopen() {
      store.close();
      store = RunFile.resume(path);
      return store;
    },
    async [Symbol.asyncDispose]() {
      store.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});
