import {
  type CallLog,
  type CallRecord,
  type Json,
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelRequest,
} from '../contract/index.ts';
import { isDeepStrictEqual } from 'node:util';
import type { RunFile } from '../store/index.ts';
import type { Caller, ModelAccess } from './players.ts';

/** A log that answers also from the calls of other runs, the first that has one, and keeps what it took from them. */
export function withReuse(log: CallLog, sources: readonly Pick<CallLog, 'find'>[]): CallLog {
  return {
    find(key) {
      const own = log.find(key);
      if (own !== undefined) return own;
      for (const source of sources) {
        const found = source.find(key);
        if (found === undefined) continue;
        const reused = { ...found, reused: true };
        log.add(reused);
        return reused;
      }
      return undefined;
    },
    add: (record) => log.add(record),
  };
}

/** Models that answer with what another run recorded. A call it lacks is an error that names what differs. */
export function replayOf(source: RunFile, log: CallLog): ModelAccess {
  return {
    log: withReuse(log, [source]),
    model: ({ model: name }, caller): LanguageModel => ({
      name,
      async generate(request) {
        throw new ModelError(
          `${source.path} does not hold this call of ${name}: ${whatDiffers(request, caller, source)}`,
          {
            kind: 'not-recorded',
            model: name,
          },
        );
      },
    }),
  };
}

/** Where a request departs from the most similar call that the same role made in the same case. */
function whatDiffers(request: ModelRequest, { role, plan }: Caller, source: RunFile): string {
  let nearest: { record: CallRecord; same: number } | undefined;
  for (const record of source.calls({ role })) {
    if (record.epoch !== plan.epoch || (role !== 'emulator' && record.episode !== plan.id)) continue;
    const same = sharedMessages(request.messages, record.messages);
    if (nearest === undefined || same > nearest.same) nearest = { record, same };
  }
  if (nearest === undefined) return `the ${role} of ${plan.id} made no call there`;
  return `the nearest one of the ${role}, in ${nearest.record.episode}, ${differenceOf(request, nearest.record, nearest.same)}`;
}

function sharedMessages(these: readonly ModelMessage[], those: readonly ModelMessage[]): number {
  const differing = these.findIndex((message, index) => !isDeepStrictEqual(message, those[index]));
  return differing < 0 ? these.length : differing;
}

function differenceOf(
  request: ModelRequest,
  { messages, parameters, tools, schema }: CallRecord,
  same: number,
): string {
  const [now, then] = [request.messages[same], messages[same]];
  if (now !== undefined && then !== undefined)
    return `differs in message ${same + 1} (${now.role}): ${textChange(then, now)}`;
  if (now !== undefined) return `ends before message ${same + 1} (${now.role}): ${excerpt(contentOf(now), 0)}`;
  if (then !== undefined) return `goes on with message ${same + 1} (${then.role}): ${excerpt(contentOf(then), 0)}`;
  const parts: [string, unknown, unknown][] = [
    ['its parameters', parameters, definedOnly(request.parameters)],
    ['its tools', tools, request.tools ?? []],
    ['its reply schema', schema, request.schema ?? null],
  ];
  const other = parts.find(([, before, after]) => !isDeepStrictEqual(before, after));
  if (other === undefined) return 'was asked fewer times';
  const [what, before, after] = other;
  return `differs in ${what}: ${textDifference(JSON.stringify(before), JSON.stringify(after))}`;
}

function definedOnly(parameters: ModelRequest['parameters']): Json {
  return JSON.parse(JSON.stringify(parameters)) as Json;
}

function textChange(then: ModelMessage, now: ModelMessage): string {
  if (then.role !== now.role) return `it was of the ${then.role}`;
  return textDifference(contentOf(then), contentOf(now));
}

function contentOf(message: ModelMessage): string {
  const calls = message.role === 'assistant' && message.toolCalls !== undefined ? message.toolCalls : [];
  return calls.length === 0 ? message.content : `${message.content}${JSON.stringify(calls)}`;
}

function textDifference(then: string, now: string): string {
  let at = 0;
  while (at < then.length && then[at] === now[at]) at += 1;
  return `at character ${at + 1} it had ${excerpt(then, at)} and now has ${excerpt(now, at)}`;
}

function excerpt(text: string, at: number): string {
  if (at >= text.length) return 'its end';
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 60));
}
