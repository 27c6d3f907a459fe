import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { findBankVaultPda } from '@staking-agent/chain/lending';
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
import { setTokens } from '../change-account.ts';
import { startCountingNode } from '../count-rpc.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { advanceEpochs, createFundedWallet, DEPLOYMENT, send, startWorld, type World } from '../world.ts';

const world = await startWorld({ after });

const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const SOL = 1_000_000_000n;

async function stake(world: World, wallet: Wallet, amount: string) {
  const build = await world.post('/stake', { ...LEVERAGED, wallet: wallet.address, amount });
  assertOk(build, LeveragedStakeAnswer);
  await land(world, wallet, build.body);
  return build.body;
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
  const node = await startCountingNode(t, world.sandbox.url);
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

test('a flash loan that cannot be repaid leaves everything as it was', async () => {
  // Given an exit through a flash loan
  const ledger = createLedgerClient(world);
  const leveraged = DEPLOYMENT.leveraged;
  const wallet = await createFundedWallet(world, '5000');
  await stake(world, wallet, '4000');
  await advanceEpochs(world, 1);
  const build = await unstake(world, wallet, 2_000n * SOL);
  assert.equal(build.path, 'flash-bracket');
  const [liquidityVault] = await findBankVaultPda(leveraged.lending);
  const readData = (account: Address) => Buffer.from(world.sandbox.ledger.findAccount(account)?.data ?? []);
  const holdings = async () => ({
    lp: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMaxMint),
    rasol: await ledger.tokens(wallet.address, DEPLOYMENT.rasolMint),
    wrapped: await ledger.tokens(wallet.address, DEPLOYMENT.solMint),
    lender: readData(liquidityVault),
    position: readData(leveraged.adaptor.position),
    vault: readData(leveraged.vault),
  });

  // When the market loses its SOL before the transaction lands
  setTokens(world, leveraged.market.solVault, SOL);
  const untouched = await holdings();
  const signed_tx = await wallet.sign(build.transaction);
  const refused = await world.post('/broadcast', { signed_tx, service_token: build.service_token });

  // Then preflight names the reason, and sent past it the transaction fails as a whole
  assertProblem(refused, { slug: 'upstream_error', outcome: 'rejected', detail: /liquidity/i });
  assert.deepEqual(await holdings(), untouched);
  const signature = await ledger.send(signed_tx);
  assert.notEqual(await ledger.outcome(signature), null);
  assert.deepEqual(await holdings(), untouched);
});

async function unitsUsed(transaction: string): Promise<number> {
  const options = { encoding: 'base64', commitment: 'confirmed', sigVerify: false };
  const call = { jsonrpc: '2.0', id: 1, method: 'simulateTransaction', params: [transaction, options] };
  const { body } = await send('POST', world.sandbox.url, call);
  return body.result.value.unitsConsumed;
}
