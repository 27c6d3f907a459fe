import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Build, BuildId, RequestOf, StakingClient } from '@staking-agent/sdk';
import { verifyBuild } from '@staking-agent/sdk/verify';
import { readTransaction } from '@staking-agent/verify';
import { advanceEpochs, createCleanup, fundUsdc } from '../world.ts';
import { createSigner, type SdkWorld, startSdkWorld } from './sdk-world.ts';

/** The bytes of each message are changed by exclusive or: the lowest bit, the highest, and all of them. */
const MASKS = [0x01, 0x80, 0xff];

type Kind = {
  readonly id: BuildId;
  readonly request: RequestOf<BuildId>;
  readonly isExact: boolean;
  /** Amounts that must be there at its end: bytes alone do not say what a share of the vault is worth, a node does. */
  readonly requirements?: number;
};

/** A wallet with every position that is left below. */
type Place = {
  readonly world: SdkWorld;
  readonly client: StakingClient;
  readonly wallet: string;
  readonly active: string;
  readonly inactive: string;
};

async function prepare(world: SdkWorld): Promise<Place> {
  const client = world.connect();
  const signer = await createSigner(world, '50');
  const wallet = signer.address;
  await fundUsdc(world, { address: wallet, sign: async (text) => text }, '100');
  const native = { strategy: 'sol-native-stake', amount: '2', signer } as const;
  const [active, inactive] = [await client.stakeAndConfirm(native), await client.stakeAndConfirm(native)];
  await client.stakeAndConfirm({ strategy: 'sol-liquid-stake', amount: '3', signer });
  await client.stakeAndConfirm({ strategy: 'sol-leveraged-stake', amount: '2', signer });
  await client.stakeAndConfirm({ strategy: 'usdc-earn', amount: '60', signer });
  const { stakeAccount } = inactive.build;
  await client.unstakeAndConfirm({ strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount, signer });
  await advanceEpochs(world, 1);
  return { world, client, wallet, active: active.build.stakeAccount, inactive: stakeAccount };
}

/** Every kind of build, and whether its bytes alone prove it. */
const listKinds = ({
  wallet,
  active,
  inactive,
}: Omit<Place, 'world' | 'client'>): Readonly<Record<string, Kind>> => ({
  'a native stake': {
    id: 'stake',
    request: { strategy: 'sol-native-stake', wallet, amount: '2' },
    isExact: true,
  },
  'a native stake into a derived account': {
    id: 'stake',
    request: { strategy: 'sol-native-stake', wallet, amount: '2', stakeAccountForm: 'seed' },
    isExact: true,
  },
  'a deactivation': {
    id: 'unstake',
    request: { strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount: active },
    isExact: true,
  },
  'a withdrawal': { id: 'withdraw', request: { wallet, stakeAccount: inactive }, isExact: true },
  'a deposit of USDC': {
    id: 'stake',
    request: { strategy: 'usdc-earn', wallet, amount: '10' },
    isExact: true,
    requirements: 1,
  },
  'an exit of USDC': {
    id: 'unstake',
    request: { strategy: 'usdc-earn', wallet, kind: 'instant', amount: '5' },
    isExact: true,
    requirements: 2,
  },
  'a leveraged stake': {
    id: 'stake',
    request: { strategy: 'sol-leveraged-stake', wallet, amount: '1' },
    isExact: false,
  },
  'a liquid stake': {
    id: 'stake',
    request: { strategy: 'sol-liquid-stake', wallet, amount: '1' },
    isExact: false,
  },
  'a liquid exit': {
    id: 'unstake',
    request: { strategy: 'sol-liquid-stake', wallet, kind: 'instant', amount: '1' },
    isExact: false,
  },
  'a liquid exit by a stake account': {
    id: 'unstake',
    request: { strategy: 'sol-liquid-stake', wallet, kind: 'slow', amount: '1.5' },
    isExact: false,
  },
});

/** Where the bytes of the compute budget's instructions stand in the transaction. */
function findBudget(bytes: Uint8Array): ReadonlySet<number> {
  const { message } = readTransaction(bytes);
  const places = new Set<number>();
  for (const { program, data } of message.instructions) {
    const key = message.keys[program];
    const isBudget = key !== undefined && Buffer.from(key).equals(BUDGET_KEY);
    for (let at = 0; isBudget && at < data.length; at += 1)
      places.add(data.byteOffset - bytes.byteOffset + at);
  }
  return places;
}

const BUDGET_KEY = Buffer.from('0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000', 'hex');

/** Checks whether a build with another transaction passes without a finding, by a node where one is given. */
async function passes(
  { id, request }: Kind,
  build: Build,
  bytes: Uint8Array,
  rpc?: string,
): Promise<boolean> {
  const transaction = Buffer.from(bytes).toString('base64');
  const { findings } = await verifyBuild(
    id,
    request,
    { ...build, transaction },
    { deployment: 'sandbox', rpc },
  );
  return findings.length === 0;
}

/** The places of the message at which another byte passes, and how many others were tried. */
async function flipAll(kind: Kind, build: Build, bytes: Uint8Array) {
  const passed = new Set<number>();
  let flipped = 0;
  for (let at = 1 + 64 * (bytes[0] ?? 0); at < bytes.length; at += 1) {
    for (const mask of MASKS) {
      flipped += 1;
      if (await passes(kind, build, bytes.with(at, (bytes[at] ?? 0) ^ mask))) passed.add(at);
    }
  }
  return { flipped, passed: [...passed] };
}

describe('a transaction of which one byte is another', () => {
  const cleanup = createCleanup();
  let place: Place;
  before(async () => {
    place = await prepare(await startSdkWorld(cleanup));
  });
  for (const what of Object.keys(listKinds({ wallet: '', active: '', inactive: '' }))) {
    test(`is not ${what}, wherever that byte stands in its message`, async (t) => {
      const { flipped } = await assertFlipsRefused(listKinds(place)[what] ?? assert.fail(), place);
      t.diagnostic(`${flipped} changes`);
      assert.ok(flipped > 160 * MASKS.length);
    });
  }
});

async function assertFlipsRefused(kind: Kind, { client, world }: Place) {
  const build: Build = await client.call(kind.id, kind.request);
  const bytes = Uint8Array.from(Buffer.from(build.transaction, 'base64'));
  assert.equal(await passes(kind, build, bytes), kind.isExact);
  const { flipped, passed } = await flipAll(kind, build, bytes);
  // Within the bounds of the fee, limit and price of compute units are the builder's to choose.
  const budget = findBudget(bytes);
  const required = passed.filter((at) => !budget.has(at));
  assert.equal(required.length, kind.requirements === undefined ? 0 : 8 * kind.requirements);
  for (let first = 0; first < required.length; first += 8) {
    const places = required.slice(first, first + 8);
    const lowered = bytes.map((byte, at) => (places.includes(at) ? 0 : byte));
    assert.equal(await passes(kind, build, lowered, world.sandbox.url), false, `bytes ${places}`);
  }
  assert.equal(await passes(kind, build, bytes, world.sandbox.url), true);
  return { flipped };
}
