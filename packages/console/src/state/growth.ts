import { signal } from '@preact/signals';
import { ASSET_DECIMALS } from '@staking-agent/sdk';
import { readPositions } from './positions.ts';
import { askSandbox } from './session.ts';
import { wallet } from './wallet.ts';

/** What something was worth, and in which epoch. */
type Reading = { readonly epoch: string; readonly units: bigint };

/** Something that earns, with its worth when this page saw it first and when it saw it last. */
export type Growth = {
  readonly id: string;
  /** What it is, for people. */
  readonly name: string;
  readonly asset: string;
  readonly decimals: number;
  readonly first: Reading;
  readonly last: Reading;
  /** How much of it there is: with another amount it starts anew, so that a deposit is no reward. */
  readonly held: string;
};

type Seen = Omit<Growth, 'first' | 'last'> & { readonly now: Reading };

/** Everything that earns, as this page has watched it. */
export const growth = signal<readonly Growth[]>([]);

/** What the sandbox says of pools and vaults. */
type World = {
  readonly epoch: string;
  readonly stakePool?: { readonly lamportsPerToken: string };
  readonly vault?: { readonly usdcPerLp: string };
  readonly leveraged?: { readonly rasolPerLp: string };
};

/** Reads anew what everything is worth. */
export async function readGrowth(): Promise<void> {
  const world = await askSandbox<World>('');
  const seen = [...(await seePositions(world.epoch)), ...seeRates(world)];
  const before = new Map(growth.value.map((each) => [each.id, each]));
  growth.value = seen.map(({ now, ...each }) => {
    const known = before.get(each.id);
    return { ...each, first: known?.held === each.held ? known.first : now, last: now };
  });
}

function seeRates({ epoch, stakePool, vault, leveraged }: World): readonly Seen[] {
  const see = (id: string, asset: 'SOL' | 'USDC' | 'raSOL', units: string | undefined): readonly Seen[] =>
    units === undefined
      ? []
      : [
          {
            id,
            name: `1 ${id} is worth`,
            asset,
            decimals: ASSET_DECIMALS[asset],
            held: '1',
            now: { epoch, units: BigInt(units) },
          },
        ];
  return [
    ...see('raSOL', 'SOL', stakePool?.lamportsPerToken),
    ...see('raSOL Max', 'raSOL', leveraged?.rasolPerLp),
    ...see('raUSDC', 'USDC', vault?.usdcPerLp),
  ];
}

async function seePositions(epoch: string): Promise<readonly Seen[]> {
  const address = wallet.value?.address;
  if (address === undefined) return [];
  const { positions } = await readPositions(address);
  return positions.map((each) => ({
    id: `${address} ${each.id}`,
    name:
      'receipt' in each ? `Your ${each.receipt.amount} ${each.receipt.asset}` : `Your stake, ${each.state}`,
    asset: each.value.asset,
    decimals: each.value.asset === 'USDC' ? ASSET_DECIMALS.USDC : ASSET_DECIMALS.SOL,
    // A stake account grows by itself; parts of it that are taken out show in the rent reserve's neighbours only.
    held: 'receipt' in each ? each.receipt.baseUnits : each.id,
    now: { epoch, units: BigInt(each.value.baseUnits) },
  }));
}

/** How much more it is worth now; negative where less. */
export const findGain = ({ first, last }: Growth) => last.units - first.units;
