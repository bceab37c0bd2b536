import type { SetUp } from '../../server/index.ts';
import { loadEnvironment } from '../play/model-access.ts';
import { readOwnFamilies } from './own-families.ts';

/** Gives the playground's process the variables of `.env` and the members of the configuration file that `toolemu view` names. */
export const setUp: SetUp = async (config) => {
  loadEnvironment();
  return typeof config === 'string' ? readOwnFamilies(config) : undefined;
};
