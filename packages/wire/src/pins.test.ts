import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as examples from './examples/index.ts';
import * as wire from './index.ts';
import * as openapi from './openapi.ts';

// Copied by hand from the contract. A change here is a change that callers notice.

test('pins the nine operations', () => {
  const lines = Object.entries(wire.OPERATIONS).map(([id, { method, path }]) => `${id} ${method} ${path}`);
  assert.deepEqual(lines, [
    'health GET /health',
    'listStrategies GET /strategies',
    'getStrategy GET /strategies/{key}',
    'apyHistory GET /apy/history',
    'stake POST /stake',
    'unstake POST /unstake',
    'quote POST /quote',
    'withdraw POST /withdraw',
    'broadcast POST /broadcast',
  ]);
});

test('pins the variants of the answers', () => {
  const lines = Object.entries(wire.OPERATIONS).map(([id, { responses }]) => [id, ...Object.keys(responses)]);
  assert.deepEqual(lines, [
    ['health', 'ok'],
    ['listStrategies', 'ok'],
    ['getStrategy', 'native', 'liquid', 'leveraged', 'usdc'],
    ['apyHistory', 'ok'],
    ['stake', 'native', 'liquid', 'leveraged', 'usdc'],
    [
      'unstake',
      'nativeDeactivate',
      'nativeInstant',
      'liquidInstant',
      'liquidSlow',
      'leveragedInstant',
      'usdcInstant',
    ],
    ['quote', 'liquid', 'native', 'leveraged'],
    ['withdraw', 'ok'],
    ['broadcast', 'ok'],
  ]);
});

test('pins the problems', () => {
  const lines = Object.entries(wire.PROBLEMS).map(([slug, { status }]) => `${status} ${slug}`);
  assert.deepEqual(lines, [
    '400 invalid_request',
    '403 forbidden',
    '404 not_found',
    '405 method_not_allowed',
    '408 request_timeout',
    '409 idempotency_in_progress',
    '413 payload_too_large',
    '415 unsupported_media_type',
    '422 idempotency_mismatch',
    '429 rate_limited',
    '431 headers_too_large',
    '500 internal_error',
    '502 upstream_error',
    '503 service_unavailable',
  ]);
  assert.equal(
    wire.problemType('https://stake.example', 'not_found'),
    'https://stake.example/errors/not_found',
  );
  assert.deepEqual(wire.BROADCAST_OUTCOMES, ['rejected', 'expired', 'not_sent', 'unknown']);
});

test('pins what each operation itself refuses with', () => {
  const lines = Object.entries(wire.OPERATIONS).map(([id, { problems }]) => [id, ...problems].join(' '));
  assert.deepEqual(lines, [
    'health',
    'listStrategies',
    'getStrategy not_found service_unavailable',
    'apyHistory invalid_request not_found upstream_error service_unavailable',
    'stake invalid_request forbidden not_found upstream_error service_unavailable',
    'unstake invalid_request not_found upstream_error service_unavailable',
    'quote invalid_request not_found upstream_error service_unavailable',
    'withdraw invalid_request upstream_error',
    'broadcast invalid_request forbidden upstream_error',
  ]);
});

test('pins names and headers', () => {
  assert.equal(wire.API_VERSION, 'v1');
  assert.equal(wire.SERVICE_NAME, 'staking-agent-api');
  assert.equal(wire.BASE_PATH, '/api/v1');
  assert.deepEqual(wire.FIXED_HEADERS, {
    'X-Service-Api-Version': 'v1',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  });
  assert.deepEqual(Object.values(wire.HEADERS), [
    'X-Service-Api-Version',
    'X-Request-Id',
    'Idempotency-Key',
    'Idempotent-Replayed',
    'X-Partner-Key',
    'X-Referral-Code',
    'Retry-After',
    'Allow',
  ]);
  assert.deepEqual(Object.values(wire.MEDIA_TYPES), ['application/json', 'application/problem+json']);
});

test('pins the words of the contract', () => {
  assert.deepEqual(wire.STRATEGY_KEYS, [
    'sol-native-stake',
    'sol-liquid-stake',
    'sol-leveraged-stake',
    'usdc-earn',
  ]);
  assert.deepEqual(wire.STRATEGY_STATUSES, ['live', 'coming_soon']);
  assert.deepEqual(wire.INPUT_ASSETS, ['SOL', 'USDC']);
  assert.deepEqual(wire.UNSTAKE_KINDS, ['deactivate', 'instant', 'slow']);
  assert.deepEqual(wire.OUTPUT_ASSETS, ['raSOL', 'SOL']);
  assert.deepEqual(wire.EXIT_PATHS, ['vault-idle', 'flash-bracket']);
  assert.deepEqual(wire.HISTORY_RANGES, ['1M', '3M', '6M', 'All']);
  assert.equal(wire.DEFAULT_HISTORY_RANGE, '1M');
  assert.deepEqual(wire.ROUTER_KINDS, ['token', 'depositStake', 'depositSol', 'withdrawStake']);
  assert.deepEqual(wire.BROADCAST_ROUTES, ['rpc', 'router']);
  assert.equal(wire.DEFAULT_BROADCAST_ROUTE, 'rpc');
  assert.deepEqual(wire.ASSET_DECIMALS, { SOL: 9, USDC: 6, raSOL: 9, raSOLMax: 9, raUSDC: 9 });
});

test('pins the exports', () => {
  assert.deepEqual(Object.keys(examples).sort(), ['EXAMPLES', 'PROBLEM_EXAMPLES']);
  assert.deepEqual(Object.keys(openapi), ['printOpenApi']);
  assert.deepEqual(Object.keys(wire).sort(), [
    'API_VERSION',
    'ASSET_DECIMALS',
    'BASE_PATH',
    'BROADCAST_OUTCOMES',
    'BROADCAST_ROUTES',
    'BroadcastAnswer',
    'BroadcastBody',
    'CORS_HEADERS',
    'DEFAULT_BROADCAST_ROUTE',
    'DEFAULT_HISTORY_RANGE',
    'EXIT_PATHS',
    'FIXED_HEADERS',
    'HEADERS',
    'HISTORY_RANGES',
    'HealthAnswer',
    'HistoryAnswer',
    'HistoryPoint',
    'HistoryQuery',
    'INPUT_ASSETS',
    'LeveragedDetail',
    'LeveragedInstantAnswer',
    'LeveragedQuoteAnswer',
    'LeveragedStakeAnswer',
    'LeveragedStrategyAnswer',
    'LiquidDetail',
    'LiquidInstantAnswer',
    'LiquidQuoteAnswer',
    'LiquidSlowAnswer',
    'LiquidStakeAnswer',
    'LiquidStrategyAnswer',
    'MAX_AMOUNT_LENGTH',
    'MAX_BASE_UNITS',
    'MEDIA_TYPES',
    'NativeDeactivateAnswer',
    'NativeDetail',
    'NativeInstantAnswer',
    'NativeQuoteAnswer',
    'NativeStakeAnswer',
    'NativeStrategyAnswer',
    'NextStep',
    'OPERATIONS',
    'OUTPUT_ASSETS',
    'PROBLEMS',
    'PROBLEM_SLUGS',
    'Problem',
    'QuoteBody',
    'ROUTER_KINDS',
    'SERVICE_NAME',
    'STRATEGY_KEYS',
    'STRATEGY_STATUSES',
    'StakeBody',
    'StrategyAction',
    'StrategyListAnswer',
    'StrategyLive',
    'StrategyParams',
    'StrategyStep',
    'StrategySummary',
    'UNSTAKE_KINDS',
    'UnstakeBody',
    'UsdcDetail',
    'UsdcInstantAnswer',
    'UsdcStakeAnswer',
    'UsdcStrategyAnswer',
    'WithdrawAnswer',
    'WithdrawBody',
    'everyProblemOf',
    'formatAmount',
    'isStrategyKey',
    'parseAmount',
    'problemType',
  ]);
});
