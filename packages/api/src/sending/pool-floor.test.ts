import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder, getStakePoolEncoder } from '@staking-agent/chain/stake-pool';
import { printPoolFloor } from '../builds/pool-floor.ts';
import { encodeBuildRecord } from '../builds/record.ts';
import { isProblemError } from '../problems/problem.ts';
import { assertPoolFloor, type PoolFloorPorts } from './least.ts';

const DEPLOYMENT = parseDeployment(
  JSON.parse(readFileSync(new URL('../../../../deployments/sandbox.json', import.meta.url), 'utf8')),
);
const EPOCH = 7n;
const LAST_VALID = 1_000n;
const BLANK = getStakePoolDecoder().decode(new Uint8Array(611).fill(1, 0, 1));
/** What an exit of 1,000,000,000 raSOL base units is worth at a rate, in lamports; there is no fee. */
const POOL = { ...BLANK, lastUpdateEpoch: EPOCH, poolTokenSupply: 1_000_000_000_000n };
const AMOUNT = 1_000_000_000n;

type Told = {
  /** Lamports that the amount is worth now, and was to be worth at least; 5,000 of them are kept back. */
  readonly worth?: bigint;
  readonly slotsLeft?: bigint;
  readonly blocksLeft?: bigint;
  readonly poolEpoch?: bigint;
  readonly hasLanded?: boolean;
  readonly record?: Buffer | undefined;
};

const DUE = 1_050_000_000n;
const BESIDE = 5_000n;
const RECORD = encodeBuildRecord({
  operation: 'unstake',
  request: { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1', minReceive: '1' },
  floor: printPoolFloor({ rounding: 'up', amount: AMOUNT, worth: DUE, least: DUE - BESIDE }),
  figures: {},
} as Parameters<typeof encodeBuildRecord>[0]);

async function hold(told: Told = {}): Promise<{ code?: string; detail?: string; reads: number }> {
  const { worth = DUE, slotsLeft = 300n, blocksLeft = 100n, poolEpoch = EPOCH } = told;
  const { hasLanded = false } = told;
  const pool = { ...POOL, lastUpdateEpoch: poolEpoch, totalLamports: worth * 1_000n };
  const data = Buffer.from(getStakePoolEncoder().encode(pool)).toString('base64');
  let reads = 0;
  const read = async (method: string) => {
    reads += 1;
    if (method === 'getMultipleAccounts')
      return {
        context: { slot: 1 },
        value: [{ lamports: 1, owner: DEPLOYMENT.stakePool.program, data: [data, 'base64'] }],
      };
    const tip = { epoch: EPOCH, slotsInEpoch: 1_000n, slotIndex: 1_000n - slotsLeft, absoluteSlot: 5n };
    return { ...tip, blockHeight: LAST_VALID - blocksLeft };
  };
  const status = hasLanded ? { err: null, confirmationStatus: 'confirmed' } : null;
  const node = { call: async () => ({ context: { slot: 5 }, value: [status] }) };
  const ports = {
    deployment: DEPLOYMENT,
    ledger: { read, byHealth: () => [node] },
    blockhash: { blockHeight: () => 0n },
  } as unknown as PoolFloorPorts;
  const record = 'record' in told ? told.record : RECORD;
  const floored = { signature: 'signature', lastValidBlockHeight: LAST_VALID, record };
  try {
    await assertPoolFloor(floored as Parameters<typeof assertPoolFloor>[0], ports);
    return { reads };
  } catch (error) {
    assert.ok(isProblemError(error), String(error));
    return { code: error.code, detail: error.message, reads };
  }
}

suite('a transaction whose bytes do not hold its least', () => {
  test('goes out where the pool gives as much as it must, or more', async () => {
    assert.equal((await hold()).code, undefined);
    assert.equal((await hold({ worth: DUE + 1n })).code, undefined);
  });

  test('is withheld where the pool gives a lamport less, with both figures', async () => {
    const { code, detail } = await hold({ worth: DUE - 1n });
    assert.equal(code, 'PRICE_OUT_OF_BOUNDS');
    assert.match(detail ?? '', /1\.049995\b/);
    assert.match(detail ?? '', /1\.049994999\b/);
    assert.match(detail ?? '', /\bSOL\b/);
  });

  test('is withheld with nothing rather than less than nothing', async () => {
    const { code, detail } = await hold({ worth: 1n });
    assert.equal(code, 'PRICE_OUT_OF_BOUNDS');
    assert.doesNotMatch(detail ?? '', /-/);
  });

  test('is withheld where the rate changes before it is dead: 40 slots more than its blocks', async () => {
    assert.equal((await hold({ slotsLeft: 141n, blocksLeft: 100n })).code, undefined);
    assert.equal((await hold({ slotsLeft: 140n, blocksLeft: 100n })).code, 'RATE_CHANGES');
  });

  test('is withheld where the pool is of another epoch', async () => {
    for (const poolEpoch of [EPOCH - 1n, EPOCH + 1n])
      assert.equal((await hold({ poolEpoch })).code, 'RATE_CHANGES');
  });

  test('says that the price is too low where both are so', async () => {
    assert.equal((await hold({ worth: DUE - 1n, poolEpoch: EPOCH - 1n })).code, 'PRICE_OUT_OF_BOUNDS');
  });

  test('is let through where it has landed, whatever the pool gives', async () => {
    assert.equal((await hold({ worth: DUE - 1n, hasLanded: true })).code, undefined);
    assert.equal((await hold({ poolEpoch: EPOCH - 1n, hasLanded: true })).code, undefined);
  });

  test('is not looked at where nothing is due', async () => {
    assert.deepEqual(await hold({ worth: 1n, record: undefined }), { reads: 0 });
    const plain = encodeBuildRecord({
      operation: 'unstake',
      request: { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1' },
      figures: {},
    } as Parameters<typeof encodeBuildRecord>[0]);
    assert.deepEqual(await hold({ worth: 1n, record: plain }), { reads: 0 });
  });
});
