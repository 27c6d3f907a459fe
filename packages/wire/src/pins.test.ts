import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as wire from './index.ts';

// Copied by hand from the contract. A change here is a change that callers notice. docs/openapi.json pins the rest.

test('pins the operations', () => {
  const lines = Object.entries(wire.OPERATIONS).map(([id, { method, path }]) => `${id} ${method} ${path}`);
  assert.deepEqual(lines, [
    'health GET /health',
    'status GET /status',
    'listStrategies GET /strategies',
    'getStrategy GET /strategies/{key}',
    'getStrategyFacts GET /strategies/{key}/facts',
    'apyHistory GET /apy/history',
    'getLimits GET /limits',
    'listPositions GET /wallets/{wallet}/positions',
    'listManyPositions POST /positions',
    'walletHistory GET /wallets/{wallet}/history',
    'stake POST /stake',
    'unstake POST /unstake',
    'quote POST /quote',
    'exitOptions POST /exit-options',
    'entryOptions POST /entry-options',
    'withdraw POST /withdraw',
    'split POST /split',
    'merge POST /merge',
    'refresh POST /refresh',
    'broadcast POST /broadcast',
    'getTransaction GET /transactions/{signature}',
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

test('pins the codes and their slugs: a published code stays', () => {
  const codes: { [slug: string]: string } = {};
  for (const [code, { slug }] of Object.entries(wire.PROBLEM_CODES).sort(([a], [b]) => (a < b ? -1 : 1))) {
    codes[slug] = codes[slug] === undefined ? code : `${codes[slug]} ${code}`;
  }
  assert.deepEqual(codes, {
    invalid_request:
      'ADDRESS_IS_PROGRAM ADDRESS_MALFORMED AMOUNT_ABOVE_LIMIT AMOUNT_MALFORMED AMOUNT_NOT_WHOLE AMOUNT_TOO_FINE AMOUNT_TOO_LARGE AMOUNT_ZERO ATTRIBUTION_CONFLICT BLOCK_HEIGHT_MALFORMED BODY_MALFORMED BODY_MISSING BODY_TOO_DEEP BODY_TOO_WIDE BUILT_TX_MALFORMED EDIT_NEEDS_RPC FEES_OF_PROVIDER FIELD_INVALID FIELD_MISSING HEADER_REPEATED HOST_MISSING IDEMPOTENCY_KEY_MALFORMED INCLUDE_UNKNOWN KEY_REFUSED KEY_REPEATED KIND_NOT_OFFERED MERGE_LIST_INVALID MIN_RECEIVE_NOT_OFFERED NOTHING_TO_QUOTE NOT_THE_STAKER NUMBER_INEXACT OUTPUT_ASSET_NOT_OFFERED PRIORITY_INVALID RANGE_INVALID REFERRAL_CODE_MALFORMED REQUEST_MALFORMED ROUTER_KIND_INVALID ROUTER_KIND_MISMATCH ROUTE_INVALID SIGNATURE_MALFORMED STAKE_ACCOUNT_FORM_UNKNOWN STAKE_ACCOUNT_OF_ANOTHER STEP_NOT_OFFERED THEN_NOT_OFFERED TIP_INVALID TIP_NOT_OFFERED TOKEN_ROUTE_MISMATCH TRANSACTION_MALFORMED TX_MALFORMED TX_NOT_BASE64 TX_TOO_LARGE WAIT_INVALID',
    not_found: 'PATH_NOT_FOUND REFERRAL_CODE_NOT_FOUND STRATEGY_NOT_FOUND',
    service_unavailable:
      'EQUAL_BUILD_ISSUED OVERLOADED STOPPED_BY_OPERATOR STORE_SET_BACK STORE_UNAVAILABLE STRATEGY_NOT_LIVE VALUE_LIMIT_EXCEEDED',
    forbidden:
      'BUILD_ENDED BUILD_REPLACED EDIT_CO_SIGNED EDIT_NOT_LISTED EQUAL_TRANSACTION_LANDED OTHER_FORM_LANDED OTHER_FORM_SENT PARTNER_KEY_UNKNOWN REFRESH_TOO_EARLY REFRESH_TOO_LATE TOKEN_EXPIRED TOKEN_KEY_UNKNOWN TOKEN_MALFORMED TOKEN_MISMATCH TOKEN_NOT_REFRESHABLE TOO_MANY_TRANSACTIONS TRANSACTION_LANDED',
    upstream_error:
      'AMOUNT_BELOW_ONE_SHARE AMOUNT_TOO_SMALL APY_UNAVAILABLE BALANCE_TOO_LARGE BELOW_MINIMUM_DELEGATION BLOCKHASH_EXPIRED BLOCKHASH_UNKNOWN COMPUTE_BUDGET_EXCEEDED EPOCH_REWARDS_BEING_PAID EVIDENCE_INCOMPLETE EXIT_EXCEEDS_IDLE EXIT_NEEDS_REQUEST INSUFFICIENT_FUNDS LEDGER_EXECUTION_FAILED LEDGER_REFUSED LEDGER_REJECTED LEDGER_UNAVAILABLE LENDING_ACCOUNT_IN_USE LENDING_REFUSED LOOKUP_TABLE_NOT_FOUND LOOKUP_TABLE_TOO_SHORT MIN_RECEIVE_NOT_HELD NODES_DISAGREE NOT_A_STAKE_ACCOUNT NO_EXIT_LIQUIDITY NO_WITHDRAWAL_REQUESTED OUTCOME_UNKNOWN POOL_NOT_FOUND POOL_NOT_UPDATED POOL_REFUSED PRICE_OUT_OF_BOUNDS PROGRAM_CHANGED RATE_CHANGES ROUTER_DENIED ROUTER_ORDER_MISMATCH ROUTER_REFUSED ROUTER_REJECTED ROUTER_TRANSACTION_REFUSED ROUTER_UNAVAILABLE SIGNATURE_FAILURE SIMULATION_FAILED SLIPPAGE_EXCEEDED SPLIT_LEAVES_TOO_LITTLE STAKES_NOT_MERGEABLE STAKE_ACCOUNT_EXISTS STAKE_ACCOUNT_NOT_FOUND STAKE_DEACTIVATED STAKE_LOCKED STAKE_NOT_DELEGATED STAKE_NOT_INACTIVE STAKE_REFUSED TOKEN_REFUSED VAULT_ACCOUNT_NOT_FOUND VAULT_NOT_FOUND VAULT_PROVIDER_DENIED VAULT_PROVIDER_REFUSED VAULT_PROVIDER_UNAVAILABLE VAULT_REFUSED VAULT_TRANSACTION_REFUSED WALLET_STATE_CHANGING WITHDRAWAL_PENDING',
    headers_too_large: 'HEADERS_TOO_LARGE HEADERS_TOO_MANY',
    request_timeout: 'REQUEST_TIMEOUT',
    method_not_allowed: 'METHOD_NOT_ALLOWED',
    unsupported_media_type: 'MEDIA_TYPE_UNSUPPORTED',
    payload_too_large: 'BODY_TOO_LARGE',
    idempotency_in_progress: 'IDEMPOTENCY_KEY_IN_PROGRESS',
    idempotency_mismatch: 'IDEMPOTENCY_KEY_REUSED IDEMPOTENT_ANSWER_RETIRED',
    internal_error: 'INTENT_MISMATCH INTERNAL',
    rate_limited: 'BODIES_TOO_MANY PIPELINE_TOO_LONG RATE_LIMITED READERS_TOO_MANY',
  });
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
    'Access-Control-Expose-Headers':
      'X-Service-Api-Version, X-Request-Id, Idempotent-Replayed, X-History-Complete, Retry-After, RateLimit, RateLimit-Policy, Allow, Link',
  });
  assert.deepEqual(wire.PREFLIGHT_HEADERS, { 'Access-Control-Max-Age': '86400' });
  assert.deepEqual(Object.values(wire.HEADERS), [
    'X-Service-Api-Version',
    'X-Request-Id',
    'Idempotency-Key',
    'Idempotent-Replayed',
    'X-Partner-Key',
    'X-Referral-Code',
    'X-History-Complete',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'Allow',
    'Link',
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
  assert.deepEqual(wire.UNSTAKE_STEPS, ['request', 'claim', 'cancel']);
  assert.deepEqual(wire.OUTPUT_ASSETS, ['raSOL', 'SOL']);
  assert.deepEqual(wire.EXIT_PATHS, ['vault-idle', 'flash-bracket']);
  assert.deepEqual(wire.HISTORY_RANGES, ['1M', '3M', '6M', 'All']);
  assert.equal(wire.DEFAULT_HISTORY_RANGE, '1M');
  assert.deepEqual(wire.ROUTER_KINDS, ['token', 'depositStake', 'depositSol', 'withdrawStake']);
  assert.deepEqual(wire.BROADCAST_ROUTES, ['rpc', 'router']);
  assert.equal(wire.DEFAULT_BROADCAST_ROUTE, 'rpc');
  assert.deepEqual(wire.ASSET_DECIMALS, { SOL: 9, USDC: 6, raSOL: 9, raSOLMax: 9, raUSDC: 9 });
});
