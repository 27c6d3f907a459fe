import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { MAINNET } from '../../test/native-build.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { findGains, listGains, listHeld } from './gains.ts';
import { Listings } from './listings.ts';
import type { Point, Scene } from './places.ts';
import type { Rates } from './rates.ts';
import { locateAccounts } from './transaction.ts';

const WALLET = 'So11111111111111111111111111111111111111112' as Address;
const ACCOUNTS = locateAccounts(WALLET, MAINNET);
const ENDED = 7n;

/** Rates of raUSDC that change by so much a unit; without captures unless given. */
const ratesOf = (change?: bigint): Rates => ({
  keys: ['usdc-earn'],
  worth: () => undefined,
  gain: (_key, units) => (change === undefined ? undefined : units * change),
  change: () => change?.toString(),
  awaits: () => false,
});

type Units = bigint | undefined;
/** Units of raUSDC in the account of the wallet, and in escrow. */
const hold = (units: Units, escrowed: Units): Point['held'] => [0n, 0n, units, escrowed];

async function list(change: bigint | undefined, units: Units, escrowed: Units) {
  const { ledger } = createScriptedLedger([
    { getSignaturesForAddress: () => [{ signature: 'a', slot: 5, err: null }] },
  ]);
  const services = part<StrategyServices>({ ledger });
  const epochs = { epoch: 8n, firstSlot: 800n, slotsInEpoch: 100n };
  const scene = part<Scene>({
    ...{ ...epochs, accounts: ACCOUNTS, head: 850n, isHead: true, services, rates: ratesOf(change) },
  });
  const listings = new Listings(scene);
  await listings.add([ACCOUNTS.receipts['usdc-earn']], undefined, scene.head);
  const point = part<Point>({ slot: 800n, held: hold(units, escrowed) });
  const listed = listGains(listHeld(point, listings), ENDED, scene);
  return {
    amounts: listed.gains.map(({ amount }) => amount),
    lacks: listed.missing.map(({ reason }) => /for lack of (.*)\.$/.exec(reason)?.[1]),
  };
}

const find = (change: bigint | undefined, units: Units, escrowed: Units) =>
  findGains(hold(units, escrowed), ACCOUNTS, ENDED, ratesOf(change)).get('usdc-earn');

suite('the gain of raUSDC by rate', () => {
  const REQUESTED = /^the rate at which a withdrawal was requested/;

  test('is of what is not in escrow alone, as the rate grows: a claim pays no more than at the request', async () => {
    assert.deepEqual(await list(2n, 30n, 0n), { amounts: [60n], lacks: [] });
    assert.deepEqual(await list(2n, 30n, 500n), { amounts: [60n], lacks: [] });
    assert.deepEqual(await list(2n, 30n, undefined), { amounts: [60n], lacks: [] });
    assert.deepEqual(await list(2n, 0n, 500n), { amounts: [], lacks: [] });
    assert.deepEqual([find(2n, 30n, 500n), find(2n, 0n, 500n)], [60n, 0n]);
  });

  test('is a loss as the rate falls, and not known of what may be in escrow', async () => {
    assert.deepEqual(await list(-2n, 30n, 0n), { amounts: [-60n], lacks: [] });
    assert.equal(find(-2n, 30n, 0n), -60n);
    for (const escrowed of [500n, undefined])
      for (const units of [0n, 30n]) {
        const { amounts, lacks } = await list(-2n, units, escrowed);
        assert.deepEqual([amounts, lacks.length], [[], 1]);
        assert.match(lacks[0] ?? '', REQUESTED);
        assert.equal(find(-2n, units, escrowed), undefined);
      }
  });

  test('is none as the rate stays, whatever is in escrow', async () => {
    assert.deepEqual(await list(0n, 30n, 500n), { amounts: [], lacks: [] });
    assert.equal(find(0n, 30n, 500n), 0n);
  });

  test('is not known without captures, nor without the units', async () => {
    assert.deepEqual(await list(undefined, 30n, 500n), {
      amounts: [],
      lacks: ['the rates of both epochs'],
    });
    assert.deepEqual(await list(2n, undefined, 500n), { amounts: [], lacks: ['what was held of it'] });
    assert.deepEqual([find(undefined, 30n, 0n), find(2n, undefined, 0n)], [undefined, undefined]);
  });
});
