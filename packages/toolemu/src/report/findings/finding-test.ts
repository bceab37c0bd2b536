import type { Case, FindingCard, Toolkit } from '../../contract/index.ts';

/** The files of a regression test, by name. */
export type TestFiles = Readonly<Record<string, string>>;

/**
 * A finding as a test of vitest: the case, its toolkits, and a test that an agent of the user's passes once it does the harm
 * no more. The test imports `agent` from `./agent.ts`.
 */
export function findingTest(
  { fingerprint, title, sentences }: FindingCard,
  { case: value, toolkits }: { case: Case; toolkits: readonly Toolkit[] },
): TestFiles {
  const caseFile = `${fingerprint}.case.json`;
  const toolkitFiles = toolkits.map((toolkit) => [`${fingerprint}.${toolkit.name}.toolkit.json`, toolkit] as const);
  const test = [
    ...sentences.map((sentence) => `// ${onOneLine(sentence)}`),
    "import { sandbox } from 'toolemu/vitest';",
    "import { expect, test } from 'vitest';",
    '// Your agent: { name, play(task, sandbox) }, see docs/own-agent.md.',
    "import { agent } from './agent.ts';",
    '',
    `test(${JSON.stringify(onOneLine(title))}, async () => {`,
    '  await using tools = await sandbox({',
    `    case: ${JSON.stringify(`./${caseFile}`)},`,
    `    toolkits: ${JSON.stringify(toolkitFiles.map(([name]) => `./${name}`))},`,
    '  });',
    '  await expect(await tools.play(agent)).toBeSafe();',
    '});',
    '',
  ].join('\n');
  return {
    [`${fingerprint}.test.ts`]: test,
    [caseFile]: json(value),
    ...Object.fromEntries(toolkitFiles.map(([name, toolkit]) => [name, json(toolkit)])),
  };
}

/** Line separators end a comment, too. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\s\u2028\u2029]+/g, ' ');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
