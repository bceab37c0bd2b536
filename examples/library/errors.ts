import { BenchmarkError, ConfigError, ModelError, resumeRun, runBenchmark, RunFileError, RunStateError } from 'toolemu';

async function explain(play: () => Promise<unknown>): Promise<void> {
  try {
    await play();
  } catch (error) {
    if (error instanceof RunStateError) console.log('This run cannot be resumed:', error.problem);
    else if (error instanceof ConfigError) console.log('Change', error.parameters, error.message);
    else if (error instanceof BenchmarkError) console.log('Correct', error.issues);
    else if (error instanceof ModelError) console.log('The model failed:', error.kind, error.message);
    else if (error instanceof RunFileError) console.log('The file cannot be used:', error.message);
    else throw error;
  }
}

await explain(() => runBenchmark({ agents: ['react'] }));
await explain(() => runBenchmark({ agents: ['careful'], cases: 'nowhere.case.json' }));
await explain(() => runBenchmark({ agents: ['react'], model: 'openai/gpt-5-mini', env: {} }));
await explain(() => resumeRun('nowhere.toolemu'));
