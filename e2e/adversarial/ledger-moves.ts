import type { EncodedAccount } from '@solana/kit';
import { getMarketCodec } from '@staking-agent/chain/leverage';
import { getVaultDecoder, getVaultEncoder } from '@staking-agent/chain/vault';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { STRANGER } from './palette.ts';
import type { Random } from './random.ts';
import type { AccountWrite } from './stage.ts';

/** Changes an account of the ledger; undefined where there is none. */
export type ChangeAccount = (account: EncodedAccount | undefined) => EncodedAccount | undefined;

/** What a program may do to an account it owns. */
export function spoil(random: Random): ChangeAccount {
  const [at, bit, mode] = [random.below(200), random.below(8), random.below(6)];
  return (account) => {
    if (account === undefined) return undefined;
    if (mode === 0) return { ...account, lamports: (account.lamports / 2n) as typeof account.lamports };
    if (mode === 1) return { ...account, programAddress: STRANGER.address as typeof account.programAddress };
    const data = Uint8Array.from(account.data);
    const position = at % (data.length || 1);
    if (data.length > 0) data[position] = (data[position] ?? 0) ^ (1 << bit);
    return { ...account, data };
  };
}

/** Gives it SOL, as anybody can. */
export function giveLamports(random: Random): ChangeAccount {
  const given = BigInt(random.pick([1, 1_000_000, 3_000_000_000]));
  return (account) =>
    account && { ...account, lamports: (account.lamports + given) as typeof account.lamports };
}

/** Moves of a price in hundredths, downwards and upwards. */
const PERCENTS: readonly bigint[] = [50n, 80n, 96n, 99n, 101n, 125n];

/** What may happen to the market and the vaults between a check and a landing. */
export function createTrades({ deployment, pool }: SandboxLedger): (random: Random) => AccountWrite {
  const vaults = [deployment.usdcVault, deployment.leveraged?.vault].filter((each) => each !== undefined);
  return (random) => {
    const percent = random.pick(PERCENTS);
    const times = (amount: bigint): bigint => (amount * percent) / 100n;
    if (random.chance(70)) {
      const codec = getMarketCodec();
      return rewrite(pool.market, (data) => {
        const market = codec.decode(data);
        return codec.encode({ ...market, virtualLamports: times(market.virtualLamports) });
      });
    }
    return rewrite(random.pick(vaults), (data) => {
      const vault = getVaultDecoder().decode(data);
      const asset = { ...vault.asset, totalValue: times(vault.asset.totalValue) };
      return getVaultEncoder().encode({ ...vault, asset });
    });
  };
}

/** Writes what a change returns over the beginning of an account. */
export function rewrite(address: string, change: (data: Uint8Array) => ArrayLike<number>): AccountWrite {
  return {
    address,
    write: (account) => {
      if (account === undefined) return undefined;
      const data = Uint8Array.from(account.data);
      data.set(change(Uint8Array.from(account.data)));
      return { ...account, data };
    },
  };
}
