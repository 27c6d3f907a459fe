import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, type TestContext, test } from 'node:test';
import type { Address, KeyPairSigner } from '@solana/kit';
import {
  fitsOrder,
  MALICIOUS_VARIANTS,
  type MaliciousVariant,
  type OrderName,
  VARIANT_LIMITS,
} from '../malicious/corrupt.ts';
import { giveBelongings } from '../malicious/give-belongings.ts';
import { STRANGER } from '../malicious/scene.ts';
import { order, type Parameters, read, setRouterFault } from './ask-router.ts';
import { stakeAt, withdrawStake } from './pool-steps.ts';
import { type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL } = DEPLOYMENT;
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** The orders a malicious router can be asked for. */
const ORDERS: Readonly<Record<OrderName, (stake: Address) => readonly [string, Parameters]>> = {
  'SOL into raSOL': () => ['token', { inp: WSOL, out: RASOL, amt: '1000000000' }],
  'raSOL into SOL': () => ['token', { inp: RASOL, out: WSOL, amt: '1000000000' }],
  'stake into SOL': (inpAcc) => ['depositStake', { inpAcc, out: WSOL }],
  'stake into raSOL': (inpAcc) => ['depositStake', { inpAcc, out: RASOL }],
  'raSOL into stake': () => [
    'withdrawStake',
    { inp: RASOL, amt: '2000000000', bridgeStakeSeed: '9', deactivate: 'y' },
  ],
};

/** Program and first byte of the instruction a variant adds; the others change what is there. */
const ADDED: Partial<Record<MaliciousVariant, readonly [program: string, tag: number]>> = {
  drain: [SYSTEM, 2],
  approve: [TOKEN, 4],
  'set-authority': [TOKEN, 6],
  assign: [SYSTEM, 1],
  nonce: [SYSTEM, 4],
  signer: [SYSTEM, 2],
  close: [TOKEN, 9],
  'foreign-account': ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 1],
};

type Scene = { readonly world: PoolSandbox; readonly wallet: KeyPairSigner; readonly stake: Address };

async function prepare(t: TestContext): Promise<Scene> {
  const world = await startPoolSandbox(t);
  const wallet = await world.createWallet(50n * SOL);
  await world.send(wallet, await withdrawStake(world, wallet.address, 3n * SOL, { seed: '1' }));
  return { world, wallet, stake: await stakeAt(wallet.address, '1') };
}

/** Prepares a wallet that also owns whatever a variant may reach for. */
async function prepareRich(t: TestContext): Promise<Scene> {
  const scene = await prepare(t);
  await giveBelongings(scene.world.ledger, scene.wallet.address);
  return scene;
}

/** Takes one order while the router is malicious, or honest when no variant is named. */
async function take({ world, wallet, stake }: Scene, title: OrderName, variant?: MaliciousVariant) {
  const [kind, parameters] = ORDERS[title](stake);
  const fault = variant === undefined ? { mode: 'none' } : { mode: 'malicious', variant };
  await setRouterFault(world.sandbox, fault);
  const { status, body, text } = await order(world.sandbox, kind, { ...parameters, signer: wallet.address });
  assert.equal(status, 200, text);
  return { kind, body, message: decodeMessage(body.tx) };
}

function decodeMessage(tx: string) {
  const { message, feePayer } = read(tx);
  const instructions = message.instructions.map(
    ({ programAddressIndex, accountIndices = [], data = [] }) => ({
      program: message.staticAccounts[programAddressIndex] ?? '',
      accounts: accountIndices.map((index) => message.staticAccounts[index]),
      data: Buffer.from(Uint8Array.from(data)).toString('hex'),
    }),
  );
  return { feePayer, signers: message.header.numSignerAccounts, instructions };
}

function count({ instructions }: ReturnType<typeof decodeMessage>, program: string, tag: number): number {
  const byte = Buffer.of(tag).toString('hex');
  return instructions.filter((each) => each.program === program && each.data.startsWith(byte)).length;
}

const TITLES = Object.keys(ORDERS) as OrderName[];

function assertDiffers(
  { wallet }: Scene,
  title: OrderName,
  variant: MaliciousVariant,
  honest: ReturnType<typeof decodeMessage>,
  evil: ReturnType<typeof decodeMessage>,
): void {
  const assertion = fitsOrder(variant, title) ? assert.notDeepEqual : assert.deepEqual;
  assertion(evil, honest);
  const added = ADDED[variant];
  if (added !== undefined) assert.equal(count(evil, ...added) - count(honest, ...added), 1);
  const isPaidElsewhere = variant === 'payer';
  assert.equal(evil.feePayer, isPaidElsewhere ? STRANGER : wallet.address);
  assert.equal(evil.signers, isPaidElsewhere || variant === 'signer' ? 2 : 1);
}

describe('a malicious router', () => {
  for (const title of TITLES) {
    test(`${title}: only the transaction is another, whatever the harm`, async (t) => {
      const scene = await prepareRich(t);
      const honest = await take(scene, title);
      for (const variant of MALICIOUS_VARIANTS) {
        const evil = await take(scene, title, variant);
        const { inpAmt, outAmt } = evil.body;
        assert.deepEqual(inpAmt, honest.body.inpAmt);
        if (variant === 'zero-order') assert.match(JSON.stringify(outAmt), /^("0"|\{"amtStaked":"0",.*\})$/);
        else assert.deepEqual(outAmt, honest.body.outAmt);
        assertDiffers(scene, title, variant, honest.message, evil.message);
      }
    });
  }

  test('harms a wallet that has nothing but SOL by all that need nothing else', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet(50n * SOL);
    const scene = { world, wallet, stake: wallet.address };
    const honest = await take(scene, 'SOL into raSOL');
    for (const variant of MALICIOUS_VARIANTS) {
      const { message } = await take(scene, 'SOL into raSOL', variant);
      const isHarmed = VARIANT_LIMITS[variant]?.wallet === undefined && fitsOrder(variant, 'SOL into raSOL');
      (isHarmed ? assert.notDeepEqual : assert.deepEqual)(message, honest.message, variant);
    }
  });

  test('does what the table of the documents says, to the orders and the wallets that it names', async () => {
    const text = await readFile(new URL('../../../docs/sandbox-programs.md', import.meta.url), 'utf8');
    const [, table = ''] = /\n\| `variant` \| The transaction .*\n.*\n([\s\S]*?)\n\n/.exec(text) ?? [];
    const documented = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(documented.toSorted(), [...MALICIOUS_VARIANTS].sort());
    for (const variant of MALICIOUS_VARIANTS) {
      const { orders = [], wallet = '' } = VARIANT_LIMITS[variant] ?? {};
      const only = [orders.join(', '), wallet].filter((each) => each !== '').join('; ');
      const row = text.split('\n').find((line) => line.startsWith(`| \`${variant}\` | `)) ?? '';
      assert.ok(row.endsWith(` | ${only} |`) || (only === '' && row.endsWith(' | |')), `${variant}: ${row}`);
    }
  });

  test('goes round through the variants that fit when none is named; a quote stays a quote', async (t) => {
    const { world, wallet } = await prepareRich(t);
    const swap = { inp: WSOL, out: RASOL, amt: '1000000000' };
    await setRouterFault(world.sandbox, { mode: 'malicious' });
    const seen = new Set<string>();
    const fitting = MALICIOUS_VARIANTS.filter((variant) => fitsOrder(variant, 'SOL into raSOL'));
    for (let turn = 0; turn < fitting.length; turn += 1) {
      const { body } = await order(world.sandbox, 'token', { ...swap, signer: wallet.address });
      seen.add(JSON.stringify(decodeMessage(body.tx)));
    }
    // An order over nothing has the transaction of one that pays somebody else.
    assert.equal(seen.size, fitting.length - 1);
    assert.equal((await order(world.sandbox, 'token', swap)).body.tx, undefined);
  });
});
