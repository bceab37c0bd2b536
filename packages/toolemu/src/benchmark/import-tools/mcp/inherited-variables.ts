import { type Environment, isSecretName, ownEnvironment } from '../../../platform/index.ts';

/**
 * Variables of this process that every server gets, in uppercase or lowercase: programs and package runners need them,
 * also behind a company proxy. Model keys are not among them. docs/import-tools.md lists them.
 */
const inherited = new Set(
  `
  PATH HOME USER LOGNAME SHELL TERM LANG LANGUAGE TZ TMPDIR TMP TEMP
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY FTP_PROXY NODE_USE_ENV_PROXY
  NODE_EXTRA_CA_CERTS NODE_USE_SYSTEM_CA SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE AWS_CA_BUNDLE
  GIT_SSL_CAINFO GIT_SSL_CAPATH DENO_CERT DENO_DIR DENO_TLS_CA_STORE
  PNPM_HOME NVM_DIR VOLTA_HOME PYENV_ROOT ASDF_DIR ASDF_DATA_DIR BUN_INSTALL CARGO_HOME
  DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY
  APPDATA LOCALAPPDATA USERPROFILE USERNAME USERDOMAIN HOMEDRIVE HOMEPATH SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT
  PROGRAMDATA ALLUSERSPROFILE PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PROCESSOR_ARCHITECTURE
  NUMBER_OF_PROCESSORS OS
  `
    .trim()
    .split(/\s+/),
);

/** Prefixes of further inherited variables. Secrets among these must be passed by name. */
const families = /^(?:LC_|XDG_|NPM_CONFIG_|PIP_|PIPX_|UV_|YARN_|BUN_CONFIG_|COREPACK_)/;

/** Settings of the `npx` or `uv` process that started this one, which do not apply to the server. */
const ofThisCommand = /^(?:NPM_CONFIG_(?:PACKAGE|CALL|WORKSPACES?|LOCAL_PREFIX|DRY_RUN)|UV_ENV_FILE|UV_PROJECT\w*)$/;

/** The variables that a server inherits from this process, without those of `.env`. */
export function inheritedVariables(environment: Environment = ownEnvironment()): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      // A value that begins with () is a shell function.
      value !== undefined && !value.startsWith('()') && isInherited(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}

function isInherited(name: string): boolean {
  return inherited.has(name) || (families.test(name) && !isSecretName(name) && !ofThisCommand.test(name));
}
