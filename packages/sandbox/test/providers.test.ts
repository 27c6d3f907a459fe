import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNoopSigner, generateKeyPairSigner, type Instruction, lamports } from '@solana/kit';
import { getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { MAINNET } from '../src/mainnet-2026-11.ts';
import { STAKE_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { createFaucetTransaction, FAUCET } from '../src/world/sandbox-ledger.ts';
import { DEPLOYMENT, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const LEVELS = ['min', 'low', 'medium', 'high', 'veryHigh', 'unsafeMax'];

describe('methods of providers', () => {
  test('getProgramAccountsV2 pages through what getProgramAccounts lists, filters after it has counted', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const filters = [{ memcmp: { offset: 124, bytes: DEPLOYMENT.voteAccount } }];
    const options = { encoding: 'base64', filters };
    const all = (await world.call('getProgramAccounts', [STAKE_PROGRAM_ADDRESS, options])).result;
    assert.ok(all.length >= 2);
    const pages = [];
    let paginationKey: string | null = null;
    do {
      const asked: object = { ...options, limit: 1, ...(paginationKey && { paginationKey }) };
      const { result } = await world.call('getProgramAccountsV2', [STAKE_PROGRAM_ADDRESS, asked]);
      pages.push(result.accounts);
      paginationKey = result.paginationKey;
    } while (paginationKey !== null);
    assert.ok(pages.some((page) => page.length === 0));
    const keys = (list: { pubkey: string }[]) => list.map(({ pubkey }) => pubkey).toSorted();
    assert.deepEqual(keys(pages.flat()), keys(all));
    const { result } = await world.call('getProgramAccountsV2', [
      STAKE_PROGRAM_ADDRESS,
      { ...options, withContext: true },
    ]);
    assert.equal(result.context.apiVersion, MAINNET.nodeVersion);
    assert.deepEqual([keys(result.value.accounts), result.value.paginationKey], [keys(all), null]);
    for (const wrong of [{ limit: 0 }, { limit: 10_001 }, { paginationKey: 7 }, { changedSinceSlot: 1 }]) {
      const answer = await world.call('getProgramAccountsV2', [STAKE_PROGRAM_ADDRESS, wrong]);
      assert.equal(answer.error?.code, -32602, JSON.stringify(wrong));
    }
  });

  test('getPriorityFeeEstimate answers the percentile of what was paid, by all and for an account', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger } = world.sandbox;
    const [busy, quiet] = [(await generateKeyPairSigner()).address, (await generateKeyPairSigner()).address];
    const pay = (microLamports: bigint, destination = quiet): readonly Instruction[] => [
      getSetComputeUnitPriceInstruction({ microLamports }),
      getTransferSolInstruction({
        source: createNoopSigner(FAUCET.address),
        destination,
        amount: lamports(10_000_000n + microLamports),
      }),
    ];
    const land = (...instructions: readonly Instruction[]) =>
      ledger.submit(createFaucetTransaction(instructions, ledger.blocks.tip().blockhash));
    for (const price of [100n, 200n, 300n, 400n]) land(...pay(price));
    land(...pay(50_000n, busy));
    ledger.advanceSlots(2);
    const ask = async (account: string) => {
      const asked = { accountKeys: [account], options: { includeAllPriorityFeeLevels: true } };
      const { priorityFeeLevels } = (await world.call('getPriorityFeeEstimate', [asked])).result;
      return LEVELS.map((level) => priorityFeeLevels[level]);
    };
    assert.deepEqual(await ask(quiet), [100, 200, 300, 400, 50_000, 50_000]);
    assert.deepEqual(
      await ask(busy),
      LEVELS.map(() => 50_000),
    );
    const refused = await world.call('getPriorityFeeEstimate', [{}]);
    assert.equal(refused.error?.code, -32602);
    ledger.advanceSlots(151);
    assert.deepEqual(
      await ask(busy),
      LEVELS.map(() => 0),
    );
  });
});

test('the ledger migrates to Alpenglow where mainnet did: from then on what is confirmed is final', async (t) => {
  const world = await startTestSandbox(t, FROZEN);
  const { ledger } = world.sandbox;
  const read = async (commitment: 'confirmed' | 'finalized') => world.rpc.getSlot({ commitment }).send();
  assert.equal((await read('confirmed')) - (await read('finalized')), 31n);
  ledger.advanceEpochs(MAINNET.alpenglowGenesisSlot / MAINNET.slotsPerEpoch + 1n - ledger.epoch());
  assert.equal(await read('confirmed'), await read('finalized'));
});
