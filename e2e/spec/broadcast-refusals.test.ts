import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import { createWallet } from '@staking-agent/dev';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createFundedWallet, startWorld, type World } from '../world.ts';

const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
const world = await startWorld({ after }, {}, clock);

async function buildStake(world: World, address: string, amount = '1') {
  const build = await world.post('/stake', { strategy: 'sol-native-stake', wallet: address, amount });
  assert.equal(build.status, 200, build.text);
  return build.body as { transaction: string; service_token: string; stakeAccount: string };
}

const decodeBase64 = (base64: string) => Uint8Array.from(getBase64Encoder().encode(base64));
const encodeBase64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);

test('tokens that are altered, cut, of another build or empty are refused, and the right one still works', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const other = await buildStake(world, wallet.address, '1.000000001');
  const signed_tx = await wallet.sign(build.transaction);
  const token = build.service_token;
  const middle = Math.floor(token.length / 2);
  const forged: [string, string][] = [
    [other.service_token, 'TOKEN_MISMATCH'],
    [`${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`, ''],
    [`${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`, ''],
    [token.slice(0, -1), ''],
    [token.slice(1), 'TOKEN_MALFORMED'],
    [`${token}.`, 'TOKEN_MALFORMED'],
    [token.replace('dev', 'old'), 'TOKEN_KEY_UNKNOWN'],
    ['', 'TOKEN_MALFORMED'],
    ['a.b.c.d', 'TOKEN_MALFORMED'],
    ['x'.repeat(50_000), 'TOKEN_MALFORMED'],
  ];
  for (const [service_token, code] of forged) {
    const answer = await world.post('/broadcast', { signed_tx, service_token });
    assertProblem(answer, { slug: 'forbidden', ...(code === '' ? {} : { code }), detail: /^service_token/ });
  }
  assertOk(await world.post('/broadcast', { signed_tx, service_token: token }), BroadcastAnswer);
});

test('a message changed in any way is refused', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const bytes = decodeBase64(await wallet.sign(build.transaction));
  for (const at of [1 + 128 + 4, bytes.length - 1, bytes.length - 40]) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const answer = await world.post('/broadcast', {
      signed_tx: encodeBase64(changed),
      service_token: build.service_token,
    });
    assert.ok([400, 403].includes(answer.status), answer.text);
  }
  assert.equal(await createLedgerClient(world).balance(wallet.address), 5_000_000_000n);
});

test('signed bytes that do not decode are named as such', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const good = await wallet.sign(build.transaction);
  const bytes = decodeBase64(good);
  const cases: [string, string][] = [
    ['', 'TX_NOT_BASE64'],
    ['not base64!', 'TX_NOT_BASE64'],
    [good.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), ''],
    [`${good}\n`, 'TX_NOT_BASE64'],
    [` ${good}`, 'TX_NOT_BASE64'],
    ['AQ==', 'TX_MALFORMED'],
    [encodeBase64(new Uint8Array(300)), 'TX_MALFORMED'],
    [encodeBase64(bytes.subarray(0, 200)), 'TX_MALFORMED'],
    [encodeBase64(bytes.subarray(0, bytes.length - 1)), 'TX_MALFORMED'],
    [encodeBase64(Uint8Array.from([...bytes, 0])), 'TX_MALFORMED'],
    [encodeBase64(new Uint8Array(1_233).fill(1)), 'TX_MALFORMED'],
    ['A'.repeat(1_648), 'TX_TOO_LARGE'],
    ['A'.repeat(60_000), 'TX_TOO_LARGE'],
  ];
  for (const [signed_tx, code] of cases) {
    if (signed_tx === good) continue;
    const answer = await world.post('/broadcast', { signed_tx, service_token: build.service_token });
    assertProblem(answer, {
      slug: 'invalid_request',
      ...(code === '' ? {} : { code }),
      detail: /^signed_tx/,
    });
  }
});

test('a token lives two minutes', async (t) => {
  t.after(() => {
    clock.ahead = 0;
  });
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const signed_tx = await wallet.sign(build.transaction);
  clock.ahead = 127_000;
  const answer = await world.post('/broadcast', { signed_tx, service_token: build.service_token });
  assertProblem(answer, { slug: 'forbidden', code: 'TOKEN_EXPIRED', detail: /Build the transaction again/ });
});

test('a wrong or missing signature is named before anything is sent', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const unsigned = { signed_tx: build.transaction, service_token: build.service_token };
  const nameless = await world.post('/broadcast', unsigned);
  // What nobody signed has no name on the ledger.
  assert.equal(nameless.body.signature, undefined);
  assertProblem(nameless, {
    slug: 'upstream_error',
    code: 'SIGNATURE_FAILURE',
    outcome: 'rejected',
    detail: new RegExp(`Signature failure: ${wallet.address} has not signed`),
  });
  const bytes = decodeBase64(await wallet.sign(build.transaction));
  for (const [at, who] of [
    [5, wallet.address],
    [70, build.stakeAccount],
  ] as const) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const answer = await world.post('/broadcast', {
      signed_tx: encodeBase64(changed),
      service_token: build.service_token,
    });
    assertProblem(answer, {
      slug: 'upstream_error',
      outcome: 'rejected',
      detail: new RegExp(`signature of ${who}`),
    });
  }
  const stripped = Uint8Array.from(bytes);
  stripped.fill(0, 65, 129);
  const answer = await world.post('/broadcast', {
    signed_tx: encodeBase64(stripped),
    service_token: build.service_token,
  });
  assertProblem(answer, {
    slug: 'upstream_error',
    detail: new RegExp(`${build.stakeAccount} has not signed`),
  });
});

test("an unfunded wallet and one with too little get the ledger's reason", async () => {
  const poor = await createWallet();
  const build = await buildStake(world, poor.address);
  const answer = await world.post('/broadcast', {
    signed_tx: await poor.sign(build.transaction),
    service_token: build.service_token,
  });
  assertProblem(answer, {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
    outcome: 'rejected',
    detail: /^The wallet holds 0 SOL; this needs \d+(\.\d+)? SOL\./,
  });
  const short = await createFundedWallet(world, '1');
  const another = await buildStake(world, short.address);
  const refused = await world.post('/broadcast', {
    signed_tx: await short.sign(another.transaction),
    service_token: another.service_token,
  });
  assertProblem(refused, {
    slug: 'upstream_error',
    code: 'INSUFFICIENT_FUNDS',
    outcome: 'rejected',
    detail: /^The wallet holds 1 SOL; this needs \d+(\.\d+)? SOL\./,
  });
  assert.equal(refused.body.holds.asset, 'SOL');
  assert.ok(BigInt(refused.body.holds.baseUnits) < BigInt(refused.body.needs.baseUnits));
});

test("a stranger's stake account cannot be deactivated or withdrawn", async () => {
  const owner = await createFundedWallet(world, '5');
  const build = await buildStake(world, owner.address);
  const staked = { signed_tx: await owner.sign(build.transaction), service_token: build.service_token };
  assertOk(await world.post('/broadcast', staked), BroadcastAnswer);
  const thief = await createFundedWallet(world, '5');
  const party = { wallet: thief.address, stakeAccount: build.stakeAccount };
  const exit = await world.post('/unstake', { strategy: 'sol-native-stake', kind: 'deactivate', ...party });
  assertProblem(exit, { slug: 'invalid_request', code: 'NOT_THE_STAKER' });
  assertProblem(await world.post('/withdraw', party), {
    slug: 'upstream_error',
    code: 'SIMULATION_FAILED',
    detail: new RegExp(`Only ${owner.address} can withdraw from this stake account`),
  });
});

test('an account that is absent or of another program cannot be withdrawn from', async () => {
  const wallet = await createFundedWallet(world, '5');
  const { address: absent } = await createWallet();
  assertProblem(await world.post('/withdraw', { wallet: wallet.address, stakeAccount: absent }), {
    slug: 'upstream_error',
    code: 'STAKE_ACCOUNT_NOT_FOUND',
    detail: /does not exist/,
  });
  assertProblem(await world.post('/withdraw', { wallet: wallet.address, stakeAccount: wallet.address }), {
    slug: 'upstream_error',
    code: 'NOT_A_STAKE_ACCOUNT',
  });
});

test('route and router fields are checked before anything else', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const body = { signed_tx: await wallet.sign(build.transaction), service_token: build.service_token };
  for (const route of ['', 'RPC', 'vault', '__proto__']) {
    assertProblem(await world.post('/broadcast', { ...body, route }), {
      slug: 'invalid_request',
      code: 'ROUTE_INVALID',
      detail: /rpc, router/,
    });
  }
  const router = { ...body, route: 'router', routerKind: 'token', router_order: {} };
  const faults: [object, string][] = [
    [{ ...router, routerKind: undefined }, 'FIELD_MISSING'],
    [{ ...router, router_order: undefined }, 'FIELD_MISSING'],
    [{ ...router, routerKind: 'swap' }, 'ROUTER_KIND_INVALID'],
    [{ ...router, router_order: null }, 'FIELD_INVALID'],
    [{ ...router, router_order: [] }, 'FIELD_INVALID'],
    [{ ...router, router_order: 'x' }, 'FIELD_INVALID'],
    [{ ...router, routerKind: 5 }, 'FIELD_INVALID'],
  ];
  for (const [fault, code] of faults) {
    assertProblem(await world.post('/broadcast', fault), { slug: 'invalid_request', code });
  }
  assertProblem(await world.post('/broadcast', router), {
    slug: 'invalid_request',
    code: 'TOKEN_ROUTE_MISMATCH',
  });
});

// Last: the service learns of the newest blockhash within a second, and of these slots no sooner.
test('a dead blockhash is said to be dead, and nothing is sent', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const signed_tx = await wallet.sign(build.transaction);
  world.sandbox.ledger.advanceSlots(151);
  const answer = await world.post('/broadcast', { signed_tx, service_token: build.service_token });
  assertProblem(answer, {
    slug: 'upstream_error',
    code: 'BLOCKHASH_EXPIRED',
    outcome: 'expired',
    detail: /Blockhash not found/,
  });
  assert.equal(answer.body.retryable, false);
  assert.equal(await createLedgerClient(world).balance(wallet.address), 5_000_000_000n);
});

test('a transaction that landed before its blockhash died is still a success', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(world, wallet.address);
  const body = { signed_tx: await wallet.sign(build.transaction), service_token: build.service_token };
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
  world.sandbox.ledger.advanceSlots(151);
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
});
