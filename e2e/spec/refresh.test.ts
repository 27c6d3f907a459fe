import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { encodeBase58, readTransaction, verify } from '@staking-agent/verify';
import { OPERATIONS } from '@staking-agent/wire';
import { Check } from 'typebox/value';
import { assertProblem } from '../assert-answer.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { passSlots } from '../pass-slots.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
} from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 200 });
const ledger = createLedgerClient(world);
const wallet = await createFundedWallet(world, '10000');
const NATIVE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '2' };

type Build = Answer['body'];
type Members = { readonly strategy?: string; readonly [member: string]: unknown };
type BuildOf = readonly [path: string, body: () => Members];

const { build } = world;

const refresh = ({ transaction, service_token }: Build, headers = {}, more = {}) =>
  world.post('/refresh', { transaction, service_token, ...more }, headers);

/** Waits until a transaction is in a confirmed block, which is all that a refresh looks at. */
async function confirmed(signature: string): Promise<void> {
  type Signatures = Parameters<typeof ledger.rpc.getSignatureStatuses>[0];
  await until(`${signature} is confirmed`, async () => {
    const { value } = await ledger.rpc.getSignatureStatuses([signature] as unknown as Signatures).send();
    const status = value[0]?.confirmationStatus;
    return status === 'confirmed' || status === 'finalized';
  });
}

async function broadcast(built: Build, signer: Wallet = wallet): Promise<string> {
  const signature = await land(world, signer, built);
  await confirmed(signature);
  return signature;
}

/** Lets slots pass until a blockhash of now is dead, and waits until the service builds on a new one. */
const outliveBlockhashes = () => passSlots(world, 170);

/** Refreshes, and once more when the blockhash is dead where that is too early. */
async function refreshOnceDead(built: Build): Promise<Answer> {
  const early = await refresh(built);
  if (early.body?.code !== 'REFRESH_TOO_EARLY') return early;
  assertProblem(early, { slug: 'forbidden', code: 'REFRESH_TOO_EARLY', detail: /seconds/ });
  assert.ok(Number(early.headers['retry-after']) >= 1);
  await outliveBlockhashes();
  return until('the blockhash is dead', async () => {
    const answer = await refresh(built);
    return answer.body?.code !== 'REFRESH_TOO_EARLY' && answer;
  });
}

function assertRefreshed(answer: Answer): void {
  assert.equal(answer.status, 200, answer.text);
  const variants = Object.values(OPERATIONS.refresh.responses);
  assert.equal(variants.filter((schema) => Check(schema, answer.body)).length, 1, answer.text);
}

const readBlockhash = ({ transaction }: Build) =>
  encodeBase58(readTransaction(transaction).message.blockhash);

async function stakeNatively(amount: string): Promise<string> {
  const built = await build('/stake', { ...NATIVE, amount });
  await broadcast(built);
  return built.stakeAccount;
}

describe('every build', () => {
  const accounts: Record<string, string> = {};
  before(async () => {
    await fundUsdc(world, wallet, '1000');
    await broadcast(await build('/stake', { ...NATIVE, strategy: 'sol-liquid-stake', amount: '100' }));
    await broadcast(await build('/stake', { ...NATIVE, strategy: 'sol-leveraged-stake', amount: '100' }));
    await broadcast(await build('/stake', { ...NATIVE, strategy: 'usdc-earn', amount: '100' }));
    for (const name of ['active', 'instant', 'idle', 'split', 'into', 'from'])
      accounts[name] = await stakeNatively('5');
    await advanceEpochs(world, 1);
    const exit = { ...NATIVE, kind: 'deactivate', stakeAccount: accounts['idle'] };
    await broadcast(await build('/unstake', exit));
    await advanceEpochs(world, 1);
  });
  const createOwn = (path: string, members: () => Members): BuildOf => [
    path,
    () => ({ wallet: wallet.address, ...members() }),
  ];
  const createExit = (strategy: string, kind: string, members: object): BuildOf =>
    createOwn('/unstake', () => ({ strategy, kind, ...members }));
  const BUILDS = {
    'a native stake': ['/stake', () => NATIVE],
    'a native stake by seed': ['/stake', () => ({ ...NATIVE, stakeAccountForm: 'seed' })],
    'a liquid stake': ['/stake', () => ({ ...NATIVE, strategy: 'sol-liquid-stake', minReceive: '1' })],
    'a leveraged stake': ['/stake', () => ({ ...NATIVE, strategy: 'sol-leveraged-stake' })],
    'a deposit of USDC': ['/stake', () => ({ ...NATIVE, strategy: 'usdc-earn' })],
    'a native cooldown': createOwn('/unstake', () => ({
      ...{ strategy: 'sol-native-stake', kind: 'deactivate', amount: 'whatever' },
      stakeAccount: accounts['active'],
    })),
    'a native instant exit': createOwn('/unstake', () => ({
      ...{ strategy: 'sol-native-stake', kind: 'instant' },
      stakeAccount: accounts['instant'],
    })),
    'a part withdrawn': createOwn('/withdraw', () => ({ stakeAccount: accounts['idle'], lamports: 1e6 })),
    'a withdrawal': createOwn('/withdraw', () => ({ stakeAccount: accounts['idle'] })),
    'a split': createOwn('/split', () => ({ stakeAccount: accounts['split'], amount: '1.5' })),
    'a split that cools down': createOwn('/split', () => ({
      ...{ stakeAccount: accounts['split'], amount: '2', then: 'deactivate' },
    })),
    'a merge': createOwn('/merge', () => ({ into: accounts['into'], from: [accounts['from']] })),
    'a liquid instant exit': createExit('sol-liquid-stake', 'instant', { amount: '3' }),
    'a liquid slow exit': createExit('sol-liquid-stake', 'slow', { amount: '3' }),
    'a leveraged exit': createExit('sol-leveraged-stake', 'instant', { amount: '1', outputAsset: 'SOL' }),
    'a flash exit': createExit('sol-leveraged-stake', 'instant', { amount: '40' }),
    'an exit from USDC': createExit('usdc-earn', 'instant', { amount: '3' }),
    'an exit from all USDC': createExit('usdc-earn', 'instant', { isWithdrawAll: true }),
  } as Readonly<Record<string, BuildOf>>;

  // All at once, so that their blockhashes die together.
  const firsts: Record<string, Build> = {};
  before(async () => {
    for (const [name, [path, createBody]] of Object.entries(BUILDS))
      firsts[name] = await build(path, createBody());
  });

  for (const [name, [path, createBody]] of Object.entries(BUILDS)) {
    test(`is made anew, and lands: ${name}`, async () => {
      const body = createBody();
      const first = firsts[name];
      const answer = await refreshOnceDead(first);
      assertRefreshed(answer);
      const second = answer.body;
      assert.notEqual(readBlockhash(second), '');
      assert.notEqual(second.transaction, first.transaction);
      assert.notEqual(second.service_token, first.service_token);
      assert.ok(BigInt(second.expiry.lastValidBlockHeight) >= BigInt(first.expiry.lastValidBlockHeight));
      assert.deepEqual(Object.keys(second).sort(), [...Object.keys(first), 'changed'].sort());
      const told = await refresh(first, {}, { include: ['receipt', 'explanation'] });
      assertRefreshed(told);
      assert.ok(told.body.receipt.costs.length > 0 && told.body.explanation.instructions.length > 0);
      for (const { field, before: was, after: is } of second.changed) assert.notEqual(was, is, field);
      if (path === '/split') assert.equal(second.newStakeAccount, first.newStakeAccount);
      if (path === '/stake' && body.strategy === 'sol-native-stake') {
        assert.equal(second.stakeAccount, first.stakeAccount);
        assert.deepEqual(second.changed, []);
        const asked = { ...NATIVE, ...body };
        assert.deepEqual(verify('stake', asked, second, DEPLOYMENT).findings, []);
      }
      await broadcast(second);
    });
  }
});

describe('refuses', () => {
  test('to tell what is not known, before anything is looked up', async () => {
    const first = await build('/stake', NATIVE);
    const code = 'INCLUDE_UNKNOWN';
    assertProblem(await refresh(first, {}, { include: ['recipt'] }), { slug: 'invalid_request', code });
  });

  test('one that the wallet sent to the ledger itself', async () => {
    const first = await build('/stake', NATIVE);
    const signed = await wallet.sign(first.transaction);
    const signature = await ledger.send(signed);
    await confirmed(signature);
    assertProblem(await refresh({ ...first, transaction: signed }), {
      slug: 'forbidden',
      code: 'TRANSACTION_LANDED',
      detail: new RegExp(signature),
    });
  });

  test('the bytes of another build, and any altered byte', async () => {
    const [first, other] = [await build('/stake', NATIVE), await build('/stake', NATIVE)];
    const mismatch = { slug: 'forbidden', code: 'TOKEN_MISMATCH' } as const;
    assertProblem(await refresh({ ...first, transaction: other.transaction }), mismatch);
    const bytes = Buffer.from(first.transaction, 'base64');
    for (const at of [140, 200, 250, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      assertProblem(await refresh({ ...first, transaction: altered.toString('base64') }), mismatch);
    }
  });
});
