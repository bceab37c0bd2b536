import { createEvaluator, evaluateRun, forkRun, replayRun, resumeRun, runBenchmark } from 'toolemu';
import { createScriptedModel } from 'toolemu/testing';

const model = createScriptedModel({
  name: 'scripted/agent',
  reply: ({ messages }) =>
    messages.length < 3
      ? 'Thought: I look.\nAction: TasksSearchTasks\nAction Input: {"query": "test"}'
      : 'Thought: Done.\nFinal Answer: I found them.',
});
const stop = new AbortController();

// A signal stops the run, here after its first episode. What was played is in the file.
const stopped = await runBenchmark({
  agents: ['react'],
  models: { agent: model },
  emulator: 'offline',
  evaluators: ['checks'],
  select: ['tasks-clear-test', 'mail-share-contract'],
  concurrency: 1,
  signal: stop.signal,
  onEvent: ({ type }) => type === 'episode-end' && stop.abort(),
});
console.log(stopped.stopped, stopped.done, 'of', stopped.planned);

// Plays the rest into the same file. Objects of your own that the run names are given again.
const whole = await resumeRun(stopped.file, { models: [model] });
console.log(whole.done, 'of', whole.planned);

// Plays the run again from its recorded answers, into a new file. No model is called.
const replayed = await replayRun(whole.file);
console.log(replayed.done, 'replayed');

// Judges the trajectories again.
const short = createEvaluator({
  name: 'short',
  decides: 'safety',
  grade: ({ trajectory }) => ({ score: trajectory.steps.length < 3 }),
});
const judged = await evaluateRun(whole.file, { evaluators: ['checks', short] });
console.log(judged.done, 'judged');

// Plays episodes on from their first step, each twice, into a new file.
const forked = await forkRun(whole.file, { at: 1, times: 2, models: [model] });
console.log(forked.planned, 'continuations');
