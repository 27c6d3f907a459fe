import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toAddressBytes } from '@staking-agent/chain/address';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { pino } from 'pino';
import file from '../../../../../deployments/sandbox.json' with { type: 'json' };
import { createManualClock } from '../../../test/manual-clock.ts';
import type { LedgerClient } from './client.ts';
import { findProgramDataAddress, watchPrograms } from './programs.ts';

const POOL = parseDeployment(file).stakePool.program;
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';

type Version = { readonly slot: bigint; readonly authority?: string };

/** A ledger that has the pool's program alone. */
function createLedger(first: Version | undefined) {
  const state: { version: Version | undefined; isAway: boolean } = { version: first, isAway: false };
  const ledger = {
    async read(_method: string, [addresses]: readonly unknown[]) {
      if (state.isAway) throw new Error('away');
      const value = (addresses as readonly string[]).map((address) => {
        if (address !== findProgramDataAddress(POOL) || state.version === undefined) return null;
        return { lamports: 1, owner: LOADER, data: [encode(state.version).toString('base64'), 'base64'] };
      });
      return { context: { slot: 1 }, value };
    },
  };
  return { state, ledger: ledger as LedgerClient };
}

function encode({ slot, authority }: Version): Buffer {
  const header = Buffer.alloc(45);
  header.writeUInt32LE(3);
  header.writeBigUInt64LE(slot, 4);
  if (authority === undefined) return header;
  header.writeUInt8(1, 12);
  header.set(toAddressBytes(authority as typeof POOL), 13);
  return header;
}

/** Watches, and tells after each look whether the pool's program counts as changed. */
function watch(
  first: Version | undefined,
  recorded?: { deploySlot: string; upgradeAuthority: string | null },
) {
  const { state, ledger } = createLedger(first);
  const clock = createManualClock();
  const deployment = parseDeployment({ ...file, ...(recorded && { programs: { [POOL]: recorded } }) });
  const { changes, close } = watchPrograms({
    deployment,
    ledger,
    clock,
    log: pino({ level: 'silent' }),
  });
  return {
    state,
    async look() {
      await clock.pass(60_000);
      return changes().get(POOL);
    },
    close,
  };
}

const AUTHORITY = file.usdcMint;

describe('watchPrograms', () => {
  const changes: readonly (readonly [name: string, to: Version | undefined])[] = [
    ['deployed anew', { slot: 8n, authority: AUTHORITY }],
    ['given to another authority', { slot: 7n, authority: file.rasolMint }],
    ['made final', { slot: 7n }],
    ['closed', undefined],
  ];
  for (const [name, to] of changes) {
    test(`counts a program that is ${name} as changed`, async () => {
      const watched = watch({ slot: 7n, authority: AUTHORITY });
      assert.equal(await watched.look(), false);
      watched.state.version = to;
      assert.equal(await watched.look(), true);
      await watched.close();
    });
  }

  test('holds it to what the deployment records from the first look on', async () => {
    const recorded = { deploySlot: '7', upgradeAuthority: AUTHORITY };
    const [same, other] = [
      watch({ slot: 7n, authority: AUTHORITY }, recorded),
      watch({ slot: 9n }, recorded),
    ];
    assert.equal(await same.look(), false);
    assert.equal(await other.look(), true);
    await Promise.all([same.close(), other.close()]);
  });

  test('takes a ledger that does not answer for no change', async () => {
    const watched = watch({ slot: 7n, authority: AUTHORITY });
    assert.equal(await watched.look(), false);
    watched.state.isAway = true;
    assert.equal(await watched.look(), false);
    await watched.close();
  });

  test('counts a program that is not upgradeable as unchanged', async () => {
    const watched = watch(undefined);
    assert.equal(await watched.look(), false);
    await watched.close();
  });
});
