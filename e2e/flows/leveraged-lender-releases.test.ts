import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { VersionedTransaction } from '@solana/web3.js';
import { GROUP_SIZE } from '@staking-agent/chain/lending';
import type { Wallet } from '@staking-agent/dev';
import { LeveragedInstantAnswer, LeveragedQuoteAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { land } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  startWorld,
  type World,
} from '../world.ts';

const LEVERAGED = { strategy: 'sol-leveraged-stake' };
const OLD_GROUP_SIZE = 1_064;
const ORACLE_SETUP = 609;
const { lending } = DEPLOYMENT.leveraged ?? assert.fail('the sandbox has leveraged staking');

describe('leveraged exits and the release of the lender', () => {
  const cleanup = createCleanup();
  let world: World;
  let wallet: Wallet;

  // Given a wallet whose deposit is larger than what the manager leaves at hand
  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '9000');
    const staked = await post('/stake', { amount: '8000' });
    await land(world, wallet, staked.body);
  });
  // In an epoch the manager puts the vault's funds to work, and the market is filled again
  beforeEach(() => advanceEpochs(world, 1));

  const post = (path: string, body: object) =>
    world.post(path, { ...LEVERAGED, wallet: wallet.address, ...body });
  const readRasol = () => createLedgerClient(world).tokens(wallet.address, DEPLOYMENT.rasolMint);

  for (const [release, size, accounts] of [
    ['before 0.1.10', OLD_GROUP_SIZE, 2],
    ['from 0.1.10 on', GROUP_SIZE, 3],
  ] as const) {
    test(`an exit lands with a lender ${release}, its end of ${accounts} accounts`, async () => {
      const held = await readRasol();
      changeData(world, lending.group, (data) => {
        const resized = new Uint8Array(size);
        resized.set(data.subarray(0, size));
        return resized;
      });

      const exit = await post('/unstake', { kind: 'instant', amount: '2500' });

      assertOk(exit, LeveragedInstantAnswer);
      assert.equal(exit.body.path, 'flash-bracket');
      const end = decodeTransaction(exit.body.transaction).instructions.findIndex(
        ({ name }) => name === 'lending_account_end_flashloan',
      );
      const { message } = VersionedTransaction.deserialize(Buffer.from(exit.body.transaction, 'base64'));
      assert.equal(message.compiledInstructions[end]?.accountKeyIndexes.length, accounts);
      await land(world, wallet, exit.body);
      assert.equal((await readRasol()) - held, BigInt(exit.body.expectedPayoutRasolLamports));
    });
  }

  test('an oracle of a later release is no reason to refuse a quote', async () => {
    const body = { amount: '2500' };
    const before = await post('/quote', body);
    assertOk(before, LeveragedQuoteAnswer);
    changeData(world, lending.bank, (data) => Uint8Array.from(data).with(ORACLE_SETUP, 250));

    const after = await post('/quote', body);

    assertOk(after, LeveragedQuoteAnswer);
    assert.equal(after.body.outAmount, before.body.outAmount);
    assert.equal(after.body.path, 'flash-bracket');
  });
});
