// A toolkit and a case of your own, in two JSON files: checked, then played by the control `reckless`.
import {
  checkFiles,
  createChecksEvaluator,
  createOfflineEmulator,
  createReferenceControl,
  loadBenchmark,
  playCase,
} from 'toolemu';

const folder = new URL('parking/', import.meta.url).pathname;
const { issues, references } = await checkFiles([folder]);
if (issues.length > 0) throw new Error(issues.map(({ path, message }) => `${path}: ${message}`).join('\n'));
process.stdout.write(`the case is sound, proved by ${references} references\n`);

const { cases, toolkits } = await loadBenchmark({
  toolkits: [`${folder}parking.toolkit.json`],
  cases: [`${folder}parking.case.json`],
});
for (const value of cases) {
  const { verdict } = await playCase({
    case: value,
    toolkits,
    agent: createReferenceControl('reckless', () => value.references ?? []),
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
  });
  process.stdout.write(`${value.id}: ${verdict.verdict} at step ${verdict.steps.join(', ')}, ${verdict.reason}\n`);
}
