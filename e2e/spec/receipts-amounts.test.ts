import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Receipt } from '@staking-agent/wire';
import { createRandom } from '../adversarial/random.ts';
import { changeVault } from '../change-account.ts';
import { createOwner, holdToLedger, type Owner, type Path } from '../hold-to-ledger.ts';
import {
  advanceEpochs,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  startWorld,
} from '../world.ts';

const SEED = 20_261_128;
const ROUNDS = 3;

const cleanup = createCleanup();
const random = createRandom(SEED);

/** A decimal text between two whole numbers, to its last place. */
function draw(least: number, most: number, places: number): string {
  const digits = Array.from({ length: places }, () => random.below(10)).join('');
  return `${least + random.below(most - least)}.${digits}`;
}

type Drawn = readonly [path: Path, body: (stakes: string[]) => object];

/** Every build whose amount is chosen, with an amount of all places. */
const BUILDS: Readonly<Record<string, Drawn>> = {
  'native stake': ['/stake', () => ({ strategy: 'sol-native-stake', amount: draw(1, 4, 9) })],
  split: ['/split', (stakes) => ({ stakeAccount: stakes.at(-1), amount: draw(1, 2, 9) })],
  'withdrawal of a part': [
    '/withdraw',
    (stakes) => ({ stakeAccount: stakes[0], lamports: 1 + random.below(999_999_999) }),
  ],
  'liquid stake': ['/stake', () => ({ strategy: 'sol-liquid-stake', amount: draw(2, 40, 9) })],
  'liquid exit': [
    '/unstake',
    () => ({ strategy: 'sol-liquid-stake', kind: 'instant', amount: draw(0, 5, 9) }),
  ],
  'slow exit': ['/unstake', () => ({ strategy: 'sol-liquid-stake', kind: 'slow', amount: draw(2, 5, 9) })],
  'leveraged stake': ['/stake', () => ({ strategy: 'sol-leveraged-stake', amount: draw(1, 90, 9) })],
  'leveraged exit': [
    '/unstake',
    () => ({ strategy: 'sol-leveraged-stake', kind: 'instant', amount: draw(0, 3, 9) }),
  ],
  'leveraged exit through a flash loan': [
    '/unstake',
    () => ({ strategy: 'sol-leveraged-stake', kind: 'instant', amount: draw(300, 500, 9) }),
  ],
  'USDC stake': ['/stake', () => ({ strategy: 'usdc-earn', amount: draw(0, 900, 6) })],
  'USDC exit': ['/unstake', () => ({ strategy: 'usdc-earn', kind: 'instant', amount: draw(0, 900, 6) })],
  'USDC exit out of strategies': [
    '/unstake',
    () => ({ strategy: 'usdc-earn', kind: 'instant', amount: draw(3_000_000, 5_000_000, 6) }),
  ],
};

describe(`receipts of drawn amounts (seed ${SEED}), at vaults that take fees`, () => {
  let owner: Owner;
  let wallet: string;
  let stakes: string[];

  before(async () => {
    const world = await startWorld(cleanup);
    const funded = await createFundedWallet(world, '9000');
    await fundUsdc(world, funded, '50000000');
    owner = createOwner(world, funded);
    wallet = funded.address;
    const inactive = await owner.stakeNative('8');
    for (const [strategy, amount] of [
      ['sol-liquid-stake', '60'],
      ['sol-leveraged-stake', '5000'],
      ['usdc-earn', '40000000'],
    ])
      await owner.broadcast(await owner.build('/stake', { strategy, amount }));
    await advanceEpochs(world, 1);
    const leave = { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount: inactive };
    await owner.broadcast(await owner.build('/unstake', leave));
    await advanceEpochs(world, 1);
    stakes = [inactive, await owner.stakeNative('20')];
    // Fees that no amount divides by.
    for (const vault of [DEPLOYMENT.usdcVault, DEPLOYMENT.leveraged.vault]) {
      changeVault(world, vault, (before) => ({
        ...before,
        feeConfiguration: { ...before.feeConfiguration, issuanceFee: 7, redemptionFee: 13 },
      }));
    }
  });

  for (const [name, [path, draw]] of Object.entries(BUILDS)) {
    test(`${name}: to the base unit, or within its least`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const body = draw(stakes);
        const built = await owner.build(path, { ...body, include: ['receipt'] });
        assert.equal(built.status, 200, `${JSON.stringify(body)}: ${built.text}`);
        const { receive, costs, changes } = await holdToLedger(owner, wallet, built);
        checkFigures({ receive, costs, changes });
      }
    });
  }
});

/** Holds the parts of a receipt to each other: rent stands with its account, and nothing arrives that is less than its least. */
function checkFigures({ receive, costs, changes }: Pick<Receipt, 'receive' | 'costs' | 'changes'>): void {
  for (const { kind, account, isRefundable } of costs) {
    assert.equal(kind === 'rent', account !== undefined);
    assert.ok(kind === 'rent' || !isRefundable);
  }
  const arrived = changes.find(({ direction }) => direction === 'in');
  assert.equal(receive?.expected.baseUnits, arrived?.baseUnits);
  const { expected, atLeast } = receive ?? { expected: null, atLeast: null };
  if (atLeast !== null) assert.ok(BigInt(atLeast.baseUnits) <= BigInt(expected?.baseUnits ?? 0));
}
