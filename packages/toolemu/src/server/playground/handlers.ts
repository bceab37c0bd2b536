import type { playgroundEndpoints } from '../../contract/api/playground.ts';
import type { Handlers } from '../http/handlers.ts';
import type { ServedPlayground } from './apart.ts';

/**
 * What answers the endpoints of the playground; its stream of events is `Playground.subscribe`. `fileOf` gives the path of a
 * run's file by its id, and throws where there is none.
 */
export function playgroundHandlers(
  playground: ServedPlayground,
  fileOf: (run: string) => string,
): Handlers<typeof playgroundEndpoints> {
  return {
    'GET /api/playground/options': () => playground.options(),
    'POST /api/playground/cases': ({ body }) => playground.readCase(body),
    'GET /api/playground/sessions': () => playground.list(),
    'POST /api/playground/sessions': ({ body }) => playground.begin(body),
    'POST /api/playground/runs/{run}': ({ params, body }) =>
      playground.beginFrom({ id: params.run, file: fileOf(params.run) }, body),
    'GET /api/playground/sessions/{session}': ({ params }) => playground.session(params.session),
    'DELETE /api/playground/sessions/{session}': async ({ params }) => {
      await playground.remove(params.session);
      return {};
    },
    'GET /api/playground/sessions/{session}/world': ({ params, query }) =>
      playground.worldAt(params.session, query.step),
    'POST /api/playground/sessions/{session}/control': ({ params, body }) =>
      playground.control(params.session, body.do),
    'POST /api/playground/sessions/{session}/call': ({ params, body }) => playground.call(params.session, body),
    'POST /api/playground/sessions/{session}/end': ({ params, body }) => playground.end(params.session, body),
    'POST /api/playground/sessions/{session}/reply': ({ params, body }) => playground.reply(params.session, body.text),
    'POST /api/playground/sessions/{session}/fork': ({ params, body }) => playground.fork(params.session, body),
    'POST /api/playground/sessions/{session}/save-run': ({ params, body }) =>
      playground.saveRun(params.session, body.name),
    'POST /api/playground/sessions/{session}/save-case': ({ params, body }) =>
      playground.saveCase(params.session, body),
  };
}
