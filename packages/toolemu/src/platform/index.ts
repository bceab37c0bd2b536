export {
  countBytes,
  countEventBytes,
  defaultMaxBodyBytes,
  maxBodyBytes,
  ResponseTooLong,
  withBodyLimit,
} from './body-limit.ts';
export {
  type Environment,
  forgetEnvFiles,
  isFromEnvFile,
  loadEnvFile,
  ownEnvironment,
  readEnvFile,
  variableIn,
} from './environment.ts';
export {
  listenToOldNames,
  type OldNameNote,
  oldNamesSentence,
  reportOldNames,
} from './old-name-notes.ts';
export { createRoutes, currentRoutes, failureOnRoute, type FindRoute, ProxyError, proxyLogin } from './proxies.ts';
export { readTextFile } from './read-text.ts';
export { loginOf } from './login.ts';
export {
  hasLogin,
  isSecretName,
  isSecretParameter,
  type Mask,
  maskFor,
  redactError,
  rememberAddress,
  rememberSecrets,
  withoutCredentials,
  withoutSecrets,
  withoutSecretsIn,
  withoutSecretVariables,
} from './secrets.ts';
export { webFetch } from './web-fetch.ts';
export { version } from './version.ts';
