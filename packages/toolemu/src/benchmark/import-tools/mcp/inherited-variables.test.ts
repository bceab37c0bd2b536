import { expect, it, vi } from 'vitest';
import { inheritedVariables } from './inherited-variables.ts';

it.each([
  ['what programs need', ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'XDG_CACHE_HOME', 'TERM', 'TZ']],
  ['what Windows needs', ['APPDATA', 'LOCALAPPDATA', 'SystemRoot', 'ComSpec', 'USERPROFILE', 'ProgramFiles(x86)']],
  ['proxies', ['HTTP_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'ALL_PROXY']],
  ['certificates', ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']],
  [
    'registries of npm',
    ['npm_config_registry', 'NPM_CONFIG_USERCONFIG', 'npm_config_cafile', 'npm_config_https_proxy'],
  ],
  ['indexes of pip and uv', ['PIP_INDEX_URL', 'PIP_CERT', 'UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_KEYRING_PROVIDER']],
  ['where Docker is', ['DOCKER_HOST', 'DOCKER_CONFIG']],
])('passes on %s', (_what, names) => {
  const environment = Object.fromEntries(names.map((name) => [name, 'a']));
  expect(inheritedVariables(environment)).toEqual(environment);
});

it.each([
  ['keys of models', ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'VLLM_API_KEY']],
  ['other tokens', ['GITHUB_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'NPM_TOKEN', 'NODE_AUTH_TOKEN', 'DATABASE_URL']],
  ['secrets of package runners', ['npm_config__auth', 'npm_config_//reg.test/:_authToken', 'UV_INDEX_CORP_PASSWORD']],
  [
    'the settings of the runner that started this command',
    ['npm_config_package', 'npm_config_call', 'npm_lifecycle_script', 'UV_ENV_FILE'],
  ],
  ['what may run code', ['NODE_OPTIONS', 'PYTHONPATH', 'LD_PRELOAD']],
])('does not pass on %s', (_what, names) => {
  expect(inheritedVariables(Object.fromEntries(names.map((name) => [name, 'a'])))).toEqual({});
});

it('does not pass on shell functions', () => {
  expect(inheritedVariables({ LANG: '() { :; }' })).toEqual({});
});

it('reads the environment of this process', () => {
  vi.stubEnv('PIP_INDEX_URL', 'http://pip.test');
  expect(inheritedVariables()).toMatchObject({ PIP_INDEX_URL: 'http://pip.test', PATH: process.env.PATH });
  vi.unstubAllEnvs();
});
