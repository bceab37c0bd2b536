import { queueStatusSchema } from '../run/queue.ts';
import type { Endpoint } from './endpoint.ts';

export const queueEndpoints = {
  'GET /api/queue': {
    summary: 'Workers, runs and what is stuck in the queue that the server was told of',
    reply: queueStatusSchema,
    problems: [404, 503],
  },
} as const satisfies Record<string, Endpoint>;
