import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import type { Wallet } from '@staking-agent/dev';
import { type Effects, verify } from '@staking-agent/verify';
import { createBaseEvidence } from '../adversarial/judge-by-verify.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, fundUsdc, startWorld, type World } from '../world.ts';

const EARN = { strategy: 'usdc-earn' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };

/** What was stated, and what the ledger took; lamports. */
type Landed = {
  readonly effects: Effects;
  /** Fewer in the wallet itself. */
  readonly spent: bigint;
  /** In every account whose rent is stated. */
  readonly lockedIn: ReadonlyMap<string, bigint>;
};

describe('effects of builds of our own, held to the ledger', () => {
  const closings: (() => Promise<void>)[] = [];
  let world: World;
  let wallet: Wallet;
  before(async () => {
    world = await startWorld({ after: (close) => closings.push(close) });
    wallet = await createFundedWallet(world, '5000');
    await fundUsdc(world, wallet, '1000');
  });
  after(async () => {
    for (const close of closings) await close();
  });

  /** Builds, proves as the service does, lands, and reads what the ledger took. */
  async function land(path: '/stake' | '/unstake', asked: Record<string, unknown>): Promise<Landed> {
    const request = { ...asked, wallet: wallet.address };
    const build = await world.post(path, request);
    assert.equal(build.status, 200, build.text);
    const { ledger } = world.sandbox;
    const operation = path === '/stake' ? 'stake' : 'unstake';
    const proof = verify(operation, request, build.body, DEPLOYMENT, createBaseEvidence(ledger));
    assert.deepEqual([proof.level, proof.findings], ['exact', []]);
    const { effects } = proof;
    const { balance, outcome } = createLedgerClient(world);
    const held = await balance(wallet.address);
    const sent = await world.post('/broadcast', {
      signed_tx: await wallet.sign(build.body.transaction),
      service_token: build.body.service_token,
    });
    assert.equal(await outcome(sent.body.signature), null);
    const lockedIn = await Promise.all(
      effects.rent.map(async ({ account }) => [account, await balance(account)] as const),
    );
    return { effects, spent: held - (await balance(wallet.address)), lockedIn: new Map(lockedIn) };
  }

  function assertExact({ effects, spent, lockedIn }: Landed, accounts: number): void {
    const { leaves, rent, fee } = effects;
    const sol = leaves.filter(({ asset }) => asset === DEPLOYMENT.solMint);
    const sum = [...sol.map(({ amount }) => amount), ...rent.map(({ lamports }) => lamports)];
    assert.equal(
      spent,
      sum.reduce((total, each) => total + each, fee.signatures + fee.priority),
    );
    assert.equal(rent.length, accounts);
    // What an exit buys beyond its loan stays in the wallet's wrapped SOL.
    for (const { account, lamports } of rent) assert.ok((lockedIn.get(account) ?? 0n) >= lamports, account);
  }

  test('a first deposit of USDC names the rent of the raUSDC account, a second one none', async () => {
    assertExact(await land('/stake', { ...EARN, amount: '200' }), 1);
    assertExact(await land('/stake', { ...EARN, amount: '100' }), 0);
  });

  test('an exit in USDC names no rent while its account is there', async () => {
    assertExact(await land('/unstake', { ...EARN, kind: 'instant', amount: '20' }), 0);
  });

  test('an exit in USDC by a wallet that has closed its account opens it anew', async () => {
    const { bank } = world.sandbox.ledger;
    const { effects } = await land('/unstake', { ...EARN, kind: 'instant', amount: '1' });
    const [arrival] = effects.arrives;
    const address = (arrival?.account ?? assert.fail()) as Address;
    const account = bank.findAccount(address) ?? assert.fail();
    bank.setAccount({ ...account, lamports: 0n as typeof account.lamports, data: new Uint8Array() });
    assertExact(await land('/unstake', { ...EARN, kind: 'instant', amount: '2' }), 1);
  });

  test('a leveraged stake names both accounts that it opens', async () => {
    assertExact(await land('/stake', { ...LEVERAGED, amount: '4000' }), 2);
    assertExact(await land('/stake', { ...LEVERAGED, amount: '10' }), 0);
  });

  test('exits from a position name what the first of them opens: wrapped SOL, and a lending account', async () => {
    await advanceEpochs(world, 1);
    assertExact(await land('/unstake', { ...LEVERAGED, kind: 'instant', amount: '1' }), 0);
    assertExact(await land('/unstake', { ...LEVERAGED, kind: 'instant', amount: '1500' }), 2);
    assertExact(await land('/unstake', { ...LEVERAGED, kind: 'instant', amount: '100' }), 0);
  });
});
