import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Address, getAddressEncoder, lamports as toLamports } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { findBankVaultPda, GROUP_SIZE } from '@staking-agent/chain/lending';
import { findVaultIdleTokenAccount } from '@staking-agent/chain/vault';
import type { Wallet } from '@staking-agent/dev';
import { createStakePoolModel } from '@staking-agent/sandbox';
import {
  LeveragedInstantAnswer,
  LeveragedQuoteAnswer,
  LeveragedStakeAnswer,
  LiquidInstantAnswer,
} from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData, changeVault, configureVault, setTokens } from '../change-account.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { land, signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, send, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });

const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const SOL = 1_000_000_000n;

async function buildStake(world: World, wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { ...LEVERAGED, wallet: wallet.address, amount });
  assertOk(build, LeveragedStakeAnswer);
  return build.body;
}

async function stake(world: World, wallet: Wallet, amount: string) {
  const build = await buildStake(world, wallet, amount);
  await land(world, wallet, build);
  return build;
}

const decimal = (baseUnits: bigint) =>
  `${baseUnits / SOL}.${(baseUnits % SOL).toString().padStart(9, '0')}`.replace(/\.?0+$/, '');

async function unstake(world: World, wallet: Wallet, lp: bigint, more: object = {}) {
  const body = { ...LEVERAGED, wallet: wallet.address, kind: 'instant', amount: decimal(lp), ...more };
  const build = await world.post('/unstake', body);
  assertOk(build, LeveragedInstantAnswer);
  return build.body;
}

test('whichever way the program of the pool rounds its fee, no raSOL stays in the wallet', async (t) => {
  // Given a pool that takes a fee of which nearly every deposit owes a fraction of a base unit
  const other = await startWorld(t);
  const ledger = createLedgerClient(other);
  for (const rounding of ['down', 'up'] as const) {
    // Given its program in a build that rounds so
    other.sandbox.ledger.bank.upgrade(createStakePoolModel(rounding));
    const wallet = await createFundedWallet(other, '20');
    for (const amount of ['1.000000001', '2.123456789', '3.987654321']) {
      // When SOL is staked, then as much raSOL as was said goes into the vault
      const built = await stake(other, wallet, amount);
      assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), 0n, `${rounding} ${amount}`);
      assert.ok(BigInt(built.stagedRasolLamports) > 0n);
    }
  }
});

test('an exit beyond the funds at hand goes through a flash loan, and on to SOL', async () => {
  // Given a wallet whose deposit the manager has put to work, all but the buffer
  const ledger = createLedgerClient(world);
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);
  const lp = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint);
  const half = lp / 2n;

  // When it burns half
  const quoted = await world.post('/quote', { ...LEVERAGED, wallet: wallet.address, amount: decimal(half) });
  assertOk(quoted, LeveragedQuoteAnswer);
  const first = await unstake(world, wallet, half);

  // Then the loan is unwound in the same transaction, of which the ledger accepts every byte
  assert.equal(first.path, 'flash-bracket');
  assert.equal(quoted.body.path, 'flash-bracket');
  assert.equal(quoted.body.outAmount, first.expectedPayoutRasol);
  assert.equal(first.initializedLendingAccount, true);
  const decoded = decodeTransaction(first.transaction);
  assert.deepEqual(
    decoded.instructions.map(({ name }) => name),
    [
      'setComputeUnitLimit',
      'setComputeUnitPrice',
      'createIdempotent',
      'marginfi_account_initialize_pda',
      'lending_account_start_flashloan',
      'lending_account_borrow',
      'instant_withdraw_strategy',
      'swap_exact_out',
      'lending_account_repay',
      'lending_account_end_flashloan',
    ],
  );
  assert.equal(decoded.lookupTables, 1);
  assert.ok(decoded.bytes <= 1_232, `${decoded.bytes} bytes`);
  assert.ok(decoded.accounts <= 64, `${decoded.accounts} accounts`);
  // And bids for a fifth more compute units than it uses, room for assertions, and a little for its bytes to be its own
  const used = await unitsUsed(first.transaction);
  const limit = decoded.instructions[0]?.data.readUInt32LE(1) ?? 0;
  const least = used * 1.2 + 10_000;
  assert.ok(limit >= least && limit < (least + 1_000) * (65 / 64), `limit ${limit} for ${used} units`);
  await land(world, wallet, first);
  const received = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint);
  assert.equal(received, BigInt(first.expectedPayoutRasolLamports));
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), lp - half);

  // And the second time the accounts are there
  const second = await unstake(world, wallet, lp - half, { outputAsset: 'SOL' });
  assert.equal(second.path, 'flash-bracket');
  assert.equal(second.initializedLendingAccount, false);
  // The first one left a little wrapped SOL, which is kept out of it.
  assert.equal(decodeTransaction(second.transaction).instructions.length, 10);
  await land(world, wallet, second);
  const rasol = await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint);
  assert.equal(rasol, received + BigInt(second.expectedPayoutRasolLamports));
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint), 0n);

  // When the next step is made with what was really received
  const { next } = second;
  assert.ok(next);
  assert.equal(next.body.amount, second.expectedPayoutRasol);
  assert.equal(next.endpoint, '/api/v1/unstake');
  const before = await ledger.balance(wallet.address);
  const swap = await world.post(next.endpoint.replace('/api/v1', ''), {
    ...next.body,
    amount: decimal(rasol),
  });
  assertOk(swap, LiquidInstantAnswer);
  await land(world, wallet, swap.body);

  // Then the wallet has SOL for it, within 5 % of what it put in
  assert.equal(await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint), 0n);
  const gained = (await ledger.balance(wallet.address)) - before;
  assert.ok(gained > 3_800n * SOL, `${gained}`);
});

test('each build reads the ledger once', async (t) => {
  // Given a service that reaches the ledger through a node that counts
  const node = await startLyingNode(t, world.sandbox.url);
  const DATA_DIR = createDataDirectory(t);
  const counted = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url, DATA_DIR });
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);

  // When each kind of build is asked for, then the wallet's accounts are read once
  const body = { ...LEVERAGED, wallet: wallet.address };
  const builds: [string, object][] = [
    ['/stake', { ...body, amount: '1' }],
    ['/unstake', { ...body, kind: 'instant', amount: '1' }],
    ['/unstake', { ...body, kind: 'instant', amount: '2000' }],
    ['/quote', { ...body, amount: '2000' }],
  ];
  const account = await findAssociatedTokenAddress(wallet.address as Address, DEPLOYMENT.rasolMaxMint);
  for (const [path, asked] of builds) {
    node.calls.length = 0;
    const answer = await send('POST', `${counted.url}/api/v1${path}`, asked);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(node.calls.filter((call) => call.includes(account)).length, 1, path);
    assert.deepEqual(
      node.calls.filter((call) => call.includes(wallet.address) && !call.includes(account)),
      [],
    );
  }
});

async function holdings({ address }: Wallet) {
  const { tokens } = createLedgerClient(world);
  const { rasolMint, rasolMaxMint, solMint } = DEPLOYMENT;
  const [rasol, lp, wrapped] = await Promise.all(
    [rasolMint, rasolMaxMint, solMint].map((mint) => tokens(address, mint)),
  );
  return { rasol, lp, wrapped };
}

/** Gives a wallet an account of wrapped SOL, made after that of the market. */
async function giveWrappedSol({ address }: Wallet, lamports: bigint) {
  const { bank } = world.sandbox.ledger;
  const model = bank.findAccount(DEPLOYMENT.leveraged.market.solVault) ?? assert.fail();
  const data = Uint8Array.from(model.data);
  data.set(getAddressEncoder().encode(address as Address), 32);
  const view = new DataView(data.buffer);
  const held = view.getBigUint64(64, true);
  view.setBigUint64(64, lamports, true);
  bank.setAccount({
    ...model,
    address: await findAssociatedTokenAddress(address as Address, DEPLOYMENT.solMint),
    lamports: toLamports(model.lamports - held + lamports),
    data,
  });
}

test('a stake that the pool gives less for than was said takes nothing of the raSOL a wallet has', async () => {
  // Given a wallet with raSOL of its own, and a stake built before the pool's price has risen
  const wallet = await createFundedWallet(world, '30');
  await stake(world, wallet, '10');
  await land(world, wallet, await unstake(world, wallet, 5n * SOL));
  await advanceEpochs(world, 1);
  const build = await buildStake(world, wallet, '10');
  assert.deepEqual(
    decodeTransaction(build.transaction).instructions.map(({ name }) => name),
    [
      'setComputeUnitLimit',
      'setComputeUnitPrice',
      'setLoadedAccountsDataSizeLimit',
      'createIdempotent',
      'createIdempotent',
      'depositSolWithSlippage',
      'deposit_vault',
      'transfer',
    ],
  );
  await advanceEpochs(world, 1);
  const before = await holdings(wallet);
  assert.ok(before.rasol !== undefined && before.rasol > 5_000_000_000n);

  // When it is sent, then it is refused as a whole
  const refused = await world.post('/broadcast', await signBuild(wallet, build));
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected', detail: /below the given minimum/ });
  assert.deepEqual(await holdings(wallet), before);

  // And one built now stakes exactly what the pool gives
  await stake(world, wallet, '10');
  assert.equal((await holdings(wallet)).rasol, before.rasol);
});

test('an exit through a flash loan takes nothing of the wrapped SOL a wallet has', async () => {
  // Given a wallet with wrapped SOL of its own, and an exit beyond the funds at hand
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);
  await giveWrappedSol(wallet, 50_000_000_001n);
  const build = await unstake(world, wallet, 1_500n * SOL);
  assert.equal(build.path, 'flash-bracket');
  const names = decodeTransaction(build.transaction).instructions.map(({ name }) => name);
  assert.deepEqual(names.slice(-5), [
    'instant_withdraw_strategy',
    'swap_exact_out',
    'transfer',
    'lending_account_repay',
    'lending_account_end_flashloan',
  ]);

  // When an epoch passes, in which the debt has grown beyond what the loan pays, then the exit is refused as a whole
  await advanceEpochs(world, 1);
  const before = await holdings(wallet);
  const refused = await world.post('/broadcast', await signBuild(wallet, build));
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected' });
  assert.equal(refused.body.failure.code, 'SLIPPAGE_EXCEEDED');
  assert.deepEqual(await holdings(wallet), before);

  // And one built now pays what it says, and leaves the wrapped SOL, and a little of the loan with it
  const again = await unstake(world, wallet, 1_500n * SOL);
  await land(world, wallet, again);
  const after = await holdings(wallet);
  assert.equal(after.rasol, BigInt(again.expectedPayoutRasolLamports));
  const left = (after.wrapped ?? 0n) - 50_000_000_001n;
  assert.ok(left >= 10n && left < 10_000_000n, `${left}`);
});

test('an exit through a flash loan still lands when profit has been unlocked since it was built', async (t) => {
  // Given a vault that unlocks 200 raSOL of profit over an hour, and an exit beyond the funds at hand
  const { ledger } = world.sandbox;
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);
  const { vault } = DEPLOYMENT.leveraged;
  const lastReport = ledger.blocks.tip().unixMilliseconds / 1_000n;
  configureVault(world, vault, { lockedProfitDegradationDuration: 3_600n });
  // Later tests hold payouts to the unit, and no slot may pass for them in which profit is unlocked.
  t.after(() => configureVault(world, vault, { lockedProfitDegradationDuration: 0n }));
  changeVault(world, vault, (before) => ({
    ...before,
    lockedProfitState: { lastUpdatedLockedProfit: 200_000_000_000n, lastReport },
  }));
  ledger.advanceSlots(5);
  const build = await unstake(world, wallet, 1_500n * SOL);
  assert.equal(build.path, 'flash-bracket');

  // When half a minute passes before it is sent
  ledger.advanceSlots(75);
  await land(world, wallet, build);

  // Then it pays no less than it said
  const { rasol } = await holdings(wallet);
  assert.ok(rasol !== undefined && rasol >= BigInt(build.expectedPayoutRasolLamports), `${rasol}`);
});

describe('leveraged exits and the release of the lender', () => {
  const OLD_GROUP_SIZE = 1_064;
  const ORACLE_SETUP = 609;
  const { lending } = DEPLOYMENT.leveraged;

  for (const [release, size, accounts] of [
    ['before 0.1.10', OLD_GROUP_SIZE, 2],
    ['from 0.1.10 on', GROUP_SIZE, 3],
  ] as const) {
    test(`an exit lands with a lender ${release}, its end of ${accounts} accounts`, async () => {
      const wallet = await createFundedWallet(world, '5000');
      await stake(world, wallet, '4000');
      await advanceEpochs(world, 1);
      changeData(world, lending.group, (data) => {
        const resized = new Uint8Array(size);
        resized.set(data.subarray(0, size));
        return resized;
      });
      const exit = await unstake(world, wallet, 1_500n * SOL);
      assert.equal(exit.path, 'flash-bracket');
      const end = decodeTransaction(exit.transaction).instructions.findIndex(
        ({ name }) => name === 'lending_account_end_flashloan',
      );
      const { message } = VersionedTransaction.deserialize(Buffer.from(exit.transaction, 'base64'));
      assert.equal(message.compiledInstructions[end]?.accountKeyIndexes.length, accounts);
      await land(world, wallet, exit);
      assert.equal((await holdings(wallet)).rasol, BigInt(exit.expectedPayoutRasolLamports));
    });
  }

  test('an oracle of a later release is no reason to refuse a quote', async (t) => {
    const bank = world.sandbox.ledger.findAccount(lending.bank) ?? assert.fail();
    t.after(() => world.sandbox.ledger.bank.setAccount(bank));
    const { address: wallet } = await createFundedWallet(world, '5');
    const quote = () => world.post('/quote', { ...LEVERAGED, wallet, amount: '1600' });
    const before = await quote();
    assertOk(before, LeveragedQuoteAnswer);
    changeData(world, lending.bank, (data) => Uint8Array.from(data).with(ORACLE_SETUP, 250));
    const after = await quote();
    assertOk(after, LeveragedQuoteAnswer);
    assert.deepEqual([after.body.outAmount, after.body.path], [before.body.outAmount, 'flash-bracket']);
  });
});

// Last: the market stays without SOL.
test('a flash loan that cannot be repaid leaves everything as it was', async () => {
  // Given an exit through a flash loan
  const ledger = createLedgerClient(world);
  const leveraged = DEPLOYMENT.leveraged;
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);
  setTokens(
    world,
    findVaultIdleTokenAccount({ vault: leveraged.vault, assetMint: DEPLOYMENT.rasolMint }),
    0n,
  );
  const build = await unstake(world, wallet, 2_000n * SOL);
  assert.equal(build.path, 'flash-bracket');
  const [liquidityVault] = await findBankVaultPda(leveraged.lending);
  const readData = (account: Address) => Buffer.from(world.sandbox.ledger.findAccount(account)?.data ?? []);
  const everything = async () => ({
    lp: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint),
    rasol: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint),
    wrapped: await ledger.tokens(wallet.address, DEPLOYMENT.solMint),
    lender: readData(liquidityVault),
    position: readData(leveraged.adaptor.position),
    vault: readData(leveraged.vault),
  });

  // When the market loses its SOL before the transaction lands
  setTokens(world, leveraged.market.solVault, SOL);
  const untouched = await everything();
  const signed_tx = await wallet.sign(build.transaction);
  const refused = await world.post('/broadcast', { signed_tx, service_token: build.service_token });

  // Then preflight names the reason, and sent past it the transaction fails as a whole
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected', detail: /liquidity/i });
  assert.deepEqual(await everything(), untouched);
  const signature = await ledger.send(signed_tx);
  assert.notEqual(await ledger.outcome(signature), null);
  assert.deepEqual(await everything(), untouched);
});

async function unitsUsed(transaction: string): Promise<number> {
  const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: false };
  const call = { jsonrpc: '2.0', id: 1, method: 'simulateTransaction', params: [transaction, options] };
  const { body } = await send('POST', world.sandbox.url, call);
  return body.result.value.unitsConsumed;
}
