import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { type CallLog, type CallRecord, type LanguageModel, ModelError, type RoleModel } from '../../contract/index.ts';
import { createModels, type Models } from '../../model/index.ts';
import { folderOf, type Test, testsIn } from './current-test.ts';
import { readCalls, readIfThere, RecordingError, writeCalls, writeWhole } from './recording-file.ts';
import { recordedDifference } from './recorded-difference.ts';

/** Where the recording of a test is kept. */
interface RecordingPlace {
  readonly file: string;
  /** The file as messages name it. */
  readonly shown: string;
  /** The full name of the test. */
  readonly test: string;
}

const longestName = 60;

/** Whether models answer: never (`replay`), always (`renew`), or where the recording has no answer (`missing`). */
export type RecordingMode = 'replay' | 'renew' | 'missing';

/** The recorded calls of one test. */
export interface Recording {
  readonly log: CallLog;
  /** The model of a role, which answers where the mode lets it; `given` is one that the test made. */
  model(of: RoleModel, role: string, given: LanguageModel | undefined): LanguageModel;
  /** Throws a {@link RecordingError} where a call was asked for that the recording lacks. */
  refuseLacking(): void;
  /** Keeps what was recorded. Gives what is to be said of calls that no test has asked for. */
  close(): string[];
}

/** Reads what `TOOLEMU_RECORD` says. */
export function recordingMode(value: string | undefined): RecordingMode {
  if (value === undefined || value === '' || value === '0') return 'replay';
  if (value === '1') return 'renew';
  if (value === 'missing') return 'missing';
  throw new RecordingError(`TOOLEMU_RECORD is ${JSON.stringify(value)}: write 1 to renew recordings, or missing`);
}

/** Opens the recording of a test. */
export function openRecording(test: Test, mode: RecordingMode): Recording {
  const place = placeOf(test);
  const text = mode === 'renew' ? null : readIfThere(place.file);
  const kept = new Map((text === null ? [] : readCalls(text, place.shown)).map((call) => [call.key, call]));
  const fresh = new Map<string, CallRecord>();
  const used = new Set<string>();
  const lacking: RecordingError[] = [];
  const asked = { open: 0, failed: 0 };
  let models: Models | undefined;
  /** The models that tests made, each within limits as models of providers are. */
  const own = new WeakMap<LanguageModel, Models>();

  function refused(of: RoleModel, role: string): LanguageModel['generate'] {
    return async (request) => {
      const difference = recordedDifference({ role, model: of.model, request }, [...kept.values()]);
      const error = new RecordingError(
        `${place.shown} does not hold this call of ${of.model}: ${difference}\n${remedy(test)}`,
      );
      lacking.push(error);
      throw new ModelError(error.message, { kind: 'not-recorded', model: of.model, cause: error });
    };
  }

  function counted(model: LanguageModel): LanguageModel['generate'] {
    return async (request) => {
      asked.open += 1;
      try {
        return await model.generate(request);
      } catch (error) {
        asked.failed += 1;
        throw error;
      } finally {
        asked.open -= 1;
      }
    };
  }

  function modelsWith(given: LanguageModel | undefined, name: string): Models {
    if (given === undefined) return (models ??= createModels({ env: process.env }));
    const known = own.get(given) ?? createModels({ env: process.env, models: { [name]: given } });
    own.set(given, known);
    return known;
  }

  return {
    log: {
      find(key) {
        used.add(key);
        return fresh.get(key) ?? kept.get(key);
      },
      add: (record) => void fresh.set(record.key, record),
    },
    model(of, role, given) {
      if (mode === 'replay') return { name: of.model, generate: refused(of, role) };
      return { name: of.model, generate: counted(modelsWith(given, of.model).model(of)) };
    },
    refuseLacking() {
      const [first] = lacking;
      if (first !== undefined) throw first;
    },
    close() {
      const calls = [...kept.values(), ...fresh.values()];
      // What broke off, or was not waited for, is no whole recording.
      if (mode !== 'replay' && asked.open + asked.failed === 0) {
        if (calls.length > 0) writeWhole(place.file, writeCalls(place.test, calls));
        else if (mode === 'renew') rmSync(place.file, { force: true });
      }
      return [...unusedWords(place.shown, [...kept.keys()].filter((key) => !used.has(key)).length, test)];
    },
  };
}

/** Files in the folder of a test file's recordings that belong to none of its tests; they are removed where recordings are renewed. */
export function strayRecordings(test: Test, mode: RecordingMode): string[] {
  const folder = recordingsOf(test);
  const own = recordingNames(test);
  const stray = filesIn(folder).filter((name) => name.endsWith('.jsonl') && !own.has(name));
  if (mode !== 'renew')
    return stray.map((name) => `${fromHere(path.join(folder, name))} is of no test that is there now. ${remedy(test)}`);
  for (const name of stray) rmSync(path.join(folder, name), { force: true });
  return [];
}

function unusedWords(shown: string, count: number, test: Test): string[] {
  if (count === 0) return [];
  const calls = count === 1 ? '1 recorded call that was' : `${count} recorded calls that were`;
  return [`${shown} holds ${calls} not asked for. ${remedy(test)}`];
}

function remedy({ file }: Test): string {
  return `To make or renew the recordings, with the key of the model: TOOLEMU_RECORD=1 npx vitest run ${fromHere(file.filepath)}`;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** `__recordings__/<test file>/<test name>.jsonl` beside the test. */
function placeOf(test: Test): RecordingPlace {
  const { name, n } = testsIn(test.file).get(test) ?? { name: test.fullTestName, n: 1 };
  const file = path.join(recordingsOf(test), recordingName(name, n));
  return { file, shown: fromHere(file), test: name };
}

/** The folder of the recordings of a test's file. */
function recordingsOf(test: Test): string {
  return path.join(folderOf(test), '__recordings__', path.basename(test.file.filepath));
}

/** The names of the files in which the tests of a test's file keep their recordings. */
function recordingNames(test: Test): Set<string> {
  return new Set([...testsIn(test.file).values()].map(({ name, n }) => recordingName(name, n)));
}

/** A file name of letters, digits and dashes for a name of any text: what can be read of it, and a hash of all of it. */
export function recordingName(test: string, n: number): string {
  const readable = test
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-|-$/g, '');
  const digest = createHash('sha256')
    .update(JSON.stringify([test, n]))
    .digest('hex')
    .slice(0, 8);
  return `${readable === '' ? 'test' : readable}-${digest}.jsonl`;
}

/** A path from the folder in which the tests were started. */
function fromHere(file: string): string {
  return path.relative(process.cwd(), file);
}
