export {
  countBytes,
  countEventBytes,
  defaultMaxBodyBytes,
  maxBodyBytes,
  ResponseTooLong,
  withBodyLimit,
} from './body-limit.ts';
export { type Environment, loadEnvFile, ownEnvironment, readEnvFile } from './environment.ts';
export {
  listenToOldNames,
  type OldNameNote,
  oldNamesSentence,
  reportOldNames,
} from './old-name-notes.ts';
export { createRoutes, currentRoutes, failureOnRoute, type FindRoute, ProxyError, proxyLogin } from './proxies.ts';
export { loginOf, webFetch } from './web-fetch.ts';
export { version } from './version.ts';
