import { fileURLToPath } from 'node:url';

/** Folder of the data that ships with the package. */
export const dataFolder: string = fileURLToPath(new URL('../../data', import.meta.url));

/** Folders of the built-in toolkits and cases. */
export const builtinToolkits = `${dataFolder}/toolkits`;
export const builtinCases = `${dataFolder}/cases`;
