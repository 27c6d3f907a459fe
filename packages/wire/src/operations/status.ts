import { type Static, Type } from 'typebox';
import { STRATEGY_KEYS } from '../assets.ts';
import { closedObject, oneOf, orNull, text, textOrNull } from '../fields.ts';
import { API_VERSION, HEADERS, ROUTES, SERVICE_NAME } from '../http.ts';
import type { Operation } from '../operation.ts';

export const HealthAnswer = closedObject('HealthAnswer', {
  ok: Type.Literal(true),
  service: Type.Literal(SERVICE_NAME),
  version: Type.Literal(API_VERSION),
  commit: text('Deployed commit, or "unknown".'),
  time: text('Server time, ISO 8601 in UTC.'),
});
export type HealthAnswer = Static<typeof HealthAnswer>;

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

const SERVICE_STATES = ['ok', 'impaired', 'down'] as const;

const UPSTREAM_STATES = ['ok', 'failing', 'unknown'] as const;

const STRATEGY_STATES = ['live', 'impaired', 'stopped', 'coming_soon'] as const;

const Time = text('ISO 8601 in UTC.');
const TimeOrNull = textOrNull('ISO 8601 in UTC; null where it is not known.');
const AgeOrNull = orNull(Type.Number({ minimum: 0 }), 'Seconds since it was read; null where there is none.');

const UpstreamStatus = closedObject('UpstreamStatus', {
  name: text('ledger, router, vault, database, or a source of APY.'),
  state: oneOf(
    UPSTREAM_STATES,
    'failing: its last three calls brought no answer. unknown: it was not asked yet.',
  ),
  since: TimeOrNull,
  lastSuccess: TimeOrNull,
});

const StrategyStatusEntry = closedObject('StrategyStatusEntry', {
  key: oneOf(STRATEGY_KEYS),
  state: oneOf(
    STRATEGY_STATES,
    'impaired: something that its stakes need is failing or stopped; lacks names it.',
  ),
  since: TimeOrNull,
  lacks: Type.Array(Type.String()),
  figureAges: closedObject('FigureAges', { apy: AgeOrNull, exchangeRate: AgeOrNull }),
});

/** Values that builds are made with. */
const FeedStatus = closedObject('FeedStatus', {
  name: Type.String(),
  ageSeconds: AgeOrNull,
  isFresh: Type.Boolean({ description: 'Whether it is young enough to build with.' }),
});

export const StatusAnswer = closedObject('StatusAnswer', {
  state: oneOf(
    SERVICE_STATES,
    'down: no transaction can be built. impaired: something is failing, or stopped by the operator.',
  ),
  service: Type.Literal(SERVICE_NAME),
  version: Type.Literal(API_VERSION),
  commit: text('Deployed commit, or "unknown".'),
  time: Time,
  upstreams: Type.Array(UpstreamStatus),
  strategies: Type.Array(StrategyStatusEntry),
  feeds: Type.Array(FeedStatus),
  senders: Type.Array(
    closedObject('SenderStatus', {
      name: text('node 1: the first of LEDGER_RPC_URLS. sender 1: the first of LEDGER_SEND_URLS.'),
      isSetAside: Type.Boolean({
        description:
          'Whether it is sent no transactions at present: it refused one, did not answer, or is of another ledger.',
      }),
    }),
    { description: 'The endpoints that signed transactions are sent to, all at once.' },
  ),
  stops: Type.Array(
    closedObject('StopStatus', {
      target: text('What the operator has stopped: an upstream or a strategy.'),
      since: Time,
    }),
  ),
});
export type StatusAnswer = Static<typeof StatusAnswer>;

export const status = {
  id: 'status',
  ...ROUTES.status,
  tag: 'service',
  summary: 'See how the service is',
  description:
    'Says which upstreams answer, which strategies can be called, how old the figures and the values for builds are, and what the operator has stopped, as the replica that answers has seen it. Calls no upstream. Also at /status.json, and as a page for people at /status, both beside the base path.',
  responses: { ok: StatusAnswer },
  examples: { ok: [{ summary: 'Everything answers' }] },
} as const satisfies Operation;
