import { type Static, Type } from 'typebox';
import { closedObject } from '../fields/answer-fields.ts';
import { API_VERSION, HEADERS, SERVICE_NAME } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { ROUTES } from '../routes.ts';

/** That the service is up, and which build of it. */
export const HealthAnswer = closedObject('HealthAnswer', {
  ok: Type.Literal(true),
  service: Type.Literal(SERVICE_NAME),
  version: Type.Literal(API_VERSION),
  commit: Type.String({ description: 'Deployed commit, or "unknown".' }),
  time: Type.String({ description: 'Server time, ISO 8601 in UTC.' }),
});

/** That the service is up, and which build of it. */
export type HealthAnswer = Static<typeof HealthAnswer>;

/** `GET /health`: liveness; asks no upstream and no store. */
export const health = {
  id: 'health',
  ...ROUTES.health,
  tag: 'service',
  summary: 'Check that the service runs',
  description: 'Returns 200 without calling any upstream. Any other status is an outage of the platform.',
  answerHeaders: [HEADERS.link],
  responses: { ok: HealthAnswer },
  examples: { ok: [{ summary: 'The service is up' }] },
} as const satisfies Operation;
