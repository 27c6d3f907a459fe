import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { VersionedTransaction } from '@solana/web3.js';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { land, signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { type Habit, makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { advanceEpochs, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 80 });
const ledger = createLedgerClient(world);

const KINDS: Readonly<Record<Habit, string>> = {
  phantom: 'assertion',
  android: 'compute-unit-price',
  restamp: 'blockhash',
};
const HABITS = Object.keys(KINDS) as Habit[];

type Build = Readonly<Record<string, string>> & { readonly router_order?: object };

const { build } = world;

async function signAs(wallet: SandboxWallet, { transaction = '' }: Build, as: Habit): Promise<string> {
  // Else the newest blockhash may still be the one that was built with.
  world.sandbox.ledger.advanceSlots(3);
  const signed = await wallet.sign(transaction, as);
  assert.notDeepEqual(decodeMessage(signed), decodeMessage(transaction));
  return signed;
}

const decodeMessage = (transaction: string) =>
  Buffer.from(transaction, 'base64').subarray(1 + 64 * (Buffer.from(transaction, 'base64')[0] ?? 0));

/** Broadcasts what such a wallet made of a build, first without the built transaction. */
async function landAs(wallet: SandboxWallet, built: Build, as: Habit): Promise<void> {
  const signed_tx = await signAs(wallet, built, as);
  const body = { signed_tx, service_token: built['service_token'] };
  assertProblem(await world.post('/broadcast', body), {
    slug: 'forbidden',
    code: 'TOKEN_MISMATCH',
    detail: /built_transaction/,
  });
  const answer = await world.post('/broadcast', { ...body, built_transaction: built['transaction'] });
  assertOk(answer, BroadcastAnswer);
  assert.deepEqual(
    answer.body.mutations.map(({ kind }: { kind: string }) => kind),
    [KINDS[as]],
  );
  assert.equal('notes' in answer.body, built['route'] === 'router');
  assert.equal(await ledger.outcome(answer.body.signature), null);
}

/** Broadcasts what such a wallet leaves alone. */
async function landUnedited(wallet: SandboxWallet, built: Build, as: Habit): Promise<void> {
  const { transaction = '', service_token } = built;
  const signed_tx = await wallet.sign(transaction, as);
  const answer = await world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });
  assertOk(answer, BroadcastAnswer);
  assert.deepEqual(answer.body.mutations, []);
  assert.equal(await ledger.outcome(answer.body.signature), null);
}

/** One build of each kind, and what of the wallet it changes. */
type Kind = {
  readonly path: '/stake' | '/unstake' | '/withdraw';
  readonly body: object;
  readonly read: () => Promise<unknown>;
  /** By how much exactly, where what is read is an amount that no fee and no price changes. */
  readonly by?: bigint;
  /** The service has signed it too, so that wallets leave it as it is. */
  readonly isCoSigned?: boolean;
};

/** More than lies idle in the vault; one such exit moves the market, so that the next one is refused. */
const FLASHED = '1900';
const STAKED = { 'sol-liquid-stake': '100', 'sol-leveraged-stake': '2500', 'usdc-earn': '100' };

/** Gives a wallet something of every strategy, and three stake accounts, of which one is idle. */
async function furnish(): Promise<{ wallet: SandboxWallet; stakeAccounts: readonly string[] }> {
  const wallet = await makeSandboxWallet(world, { sol: '5000', usdc: '1000' });
  for (const [strategy, amount] of Object.entries(STAKED)) {
    await land(world, wallet, await build('/stake', { strategy, wallet: wallet.address, amount }));
  }
  const stakeAccounts: string[] = [];
  for (const amount of ['5', '6', '7']) {
    const ask = { strategy: 'sol-native-stake', wallet: wallet.address, amount };
    const built = await build('/stake', ask);
    await land(world, wallet, built);
    stakeAccounts.push(String(built['stakeAccount']));
  }
  return { wallet, stakeAccounts };
}

function listKinds(
  { address }: SandboxWallet,
  [active = '', instant = '', idle = '']: readonly string[],
  isFirst: boolean,
): Readonly<Record<string, Kind>> {
  const tokens = (mint: string) => () => ledger.tokens(address, mint);
  const balance = () => ledger.balance(address);
  const native = { strategy: 'sol-native-stake', wallet: address };
  const liquid = { strategy: 'sol-liquid-stake', wallet: address };
  const leveraged = { strategy: 'sol-leveraged-stake', wallet: address };
  const usdc = { strategy: 'usdc-earn', wallet: address };
  const { rasolMint, rasolMaxMint, usdcMint } = DEPLOYMENT;
  const stake = (body: object, read: Kind['read']): Kind => ({
    path: '/stake',
    body: { amount: '3', ...body },
    read,
  });
  const exit = (body: object, read: Kind['read']): Kind => ({
    path: '/unstake',
    body: { kind: 'instant', ...body },
    read,
  });
  const withdraw = (body: object): Kind => ({
    path: '/withdraw',
    body: { wallet: address, stakeAccount: idle, ...body },
    read: balance,
  });
  return {
    'a native stake': { ...stake(native, balance), isCoSigned: true },
    'a native stake by seed': stake({ ...native, stakeAccountForm: 'seed' }, balance),
    'a liquid stake': stake(liquid, tokens(rasolMint)),
    'a leveraged stake': stake(leveraged, tokens(rasolMaxMint)),
    'a deposit of USDC': { ...stake(usdc, tokens(usdcMint)), by: -3_000_000n },
    'a native cooldown': exit({ ...native, kind: 'deactivate', stakeAccount: active }, () =>
      ledger.delegation(active),
    ),
    'a native instant exit': exit({ ...native, stakeAccount: instant }, balance),
    'a withdrawal of a part': withdraw({ lamports: 1_000_000 }),
    'a withdrawal': withdraw({}),
    'a liquid instant exit': { ...exit({ ...liquid, amount: '3' }, tokens(rasolMint)), by: -3_000_000_000n },
    'a liquid slow exit': {
      ...exit({ ...liquid, kind: 'slow', amount: '3' }, tokens(rasolMint)),
      by: -3_000_000_000n,
    },
    'a leveraged exit': {
      ...exit({ ...leveraged, amount: '1' }, tokens(rasolMaxMint)),
      by: -1_000_000_000n,
    },
    ...(isFirst && { 'a flash exit': exit({ ...leveraged, amount: FLASHED }, tokens(rasolMaxMint)) }),
    'an exit from USDC': exit({ ...usdc, amount: '3' }, tokens(usdcMint)),
  };
}

function assertMoved(held: unknown, left: unknown, by: bigint | undefined): void {
  if (by === undefined) assert.notDeepEqual(left, held);
  else assert.equal(left, BigInt(String(held)) + by);
}

/** Each kind is edited in one of the ways, by turns: packages/verify tries every edit with every message. */
const listNames = (as: Habit) =>
  Object.keys(listKinds({ address: '' } as SandboxWallet, [], as === HABITS[0])).filter(
    (name, i) => i % HABITS.length === HABITS.indexOf(as) || name === 'a flash exit',
  );

describe('what wallets edit is taken, said, and lands', () => {
  const kinds = new Map<Habit, Readonly<Record<string, Kind>>>();
  const wallets = new Map<Habit, SandboxWallet>();
  before(async () => {
    const furnished = await Promise.all(HABITS.map(furnish));
    await advanceEpochs(world, 1);
    for (const [i, { wallet, stakeAccounts }] of furnished.entries()) {
      const as = HABITS[i] ?? assert.fail();
      kinds.set(as, listKinds(wallet, stakeAccounts, i === 0));
      wallets.set(as, wallet);
      const cooldown = { strategy: 'sol-native-stake', wallet: wallet.address, kind: 'deactivate' };
      await land(world, wallet, await build('/unstake', { ...cooldown, stakeAccount: stakeAccounts[2] }));
    }
    await advanceEpochs(world, 1);
  });
  describe('of every kind', () => {
    for (const as of HABITS) {
      describe(`signed as ${as}`, () => {
        for (const name of listNames(as)) {
          test(name, async () => {
            const { path, body, read, by, isCoSigned } = kinds.get(as)?.[name] ?? assert.fail();
            const wallet = wallets.get(as) ?? assert.fail();
            const held = await read();
            const built = await build(path, body);
            if (name === 'a flash exit') assert.equal(built['path'], 'flash-bracket');
            if (isCoSigned) await landUnedited(wallet, built, as);
            else await landAs(wallet, built, as);
            assertMoved(held, await read(), by);
          });
        }
      });
    }
  });

  test('the router is given nothing that was edited', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2' };
    const built = await build('/stake', ask);
    const viaRouter = {
      ...(await signBuild(wallet, built)),
      signed_tx: await signAs(wallet, built, 'android'),
      built_transaction: built['transaction'],
    };
    assertProblem(await world.post('/broadcast', viaRouter), {
      slug: 'invalid_request',
      code: 'EDIT_NEEDS_RPC',
      detail: /without the protection of the router/,
    });
  });

  test('a transaction that the router built and nobody edited keeps its route', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '2' };
    const built = await build('/stake', ask);
    const body = { ...(await signBuild(wallet, built)), built_transaction: built['transaction'] };
    const answer = await world.post('/broadcast', body);
    assertOk(answer, BroadcastAnswer);
    assert.deepEqual(answer.body.mutations, []);
    assert.equal('notes' in answer.body, false);
  });
});

describe('what is refused, and sends nothing', () => {
  test('a built transaction of another build, altered, or none', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '1', usdc: '100' });
    const ask = { strategy: 'usdc-earn', wallet: wallet.address };
    const built = await build('/stake', { ...ask, amount: '50' });
    const other = await build('/stake', { ...ask, amount: '51' });
    const signed_tx = await signAs(wallet, built, 'phantom');
    const body = { signed_tx, service_token: built['service_token'] };
    const bytes = Buffer.from(String(built['transaction']), 'base64');
    const altered = Buffer.from(bytes);
    altered[80] = (altered[80] ?? 0) ^ 1;
    for (const [built_transaction, slug, code] of [
      [other['transaction'], 'forbidden', 'TOKEN_MISMATCH'],
      [altered.toString('base64'), 'forbidden', 'TOKEN_MISMATCH'],
      [signed_tx, 'forbidden', 'TOKEN_MISMATCH'],
      ['', 'invalid_request', 'BUILT_TX_MALFORMED'],
      ['AQ==', 'invalid_request', 'BUILT_TX_MALFORMED'],
      [`${built['transaction']} `, 'invalid_request', 'BUILT_TX_MALFORMED'],
      [bytes.subarray(0, -1).toString('base64'), 'invalid_request', 'BUILT_TX_MALFORMED'],
      [5, 'invalid_request', 'FIELD_INVALID'],
    ] as const) {
      assertProblem(await world.post('/broadcast', { ...body, built_transaction }), { slug, code });
    }
    assertProblem(
      await world.post('/broadcast', {
        signed_tx: await wallet.sign(String(other['transaction'])),
        service_token: built['service_token'],
        built_transaction: built['transaction'],
      }),
      { slug: 'forbidden', code: 'EDIT_NOT_LISTED', detail: /Instruction \d+/ },
    );
    assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.usdcMint), 100_000_000n);
  });

  test('a transaction that the service has signed too, with another blockhash', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '5' });
    const ask = { strategy: 'sol-native-stake', wallet: wallet.address };
    const stake = await build('/stake', { ...ask, amount: '2' });
    const renewed = VersionedTransaction.deserialize(Buffer.from(String(stake['transaction']), 'base64'));
    renewed.message.recentBlockhash = DEPLOYMENT.voteAccount;
    assertProblem(
      await world.post('/broadcast', {
        signed_tx: Buffer.from(renewed.serialize()).toString('base64'),
        service_token: stake['service_token'],
        built_transaction: stake['transaction'],
      }),
      { slug: 'forbidden', code: 'EDIT_CO_SIGNED', detail: /stakeAccountForm/ },
    );
  });
});
