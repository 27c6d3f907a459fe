import type { Address } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { STAKE_POOL_CODEC, type StakePool } from '@staking-agent/chain/stake-pool';
import { getVaultDecoder, getVaultState, netAssetValue } from '@staking-agent/chain/vault';
import type { SandboxLedger } from '@staking-agent/sandbox';
import { readTokens } from '../../packages/sandbox/malicious/holdings.ts';
import type { HonestBuild } from './honest-builds.ts';

/** What a wallet agreed to when it asked, in base units; the price is of the ledger as it was then. */
export type Expectation = {
  readonly wallet: string;
  /** SOL that may leave, wrapped or not, beyond fee and rent. */
  readonly sol: bigint;
  /** Tokens that may leave, by mint. */
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly receives:
    | {
        readonly asset: 'SOL' | 'stake' | string;
        readonly least: bigint;
        /** What wrapped SOL that arrives beside counts in the asset; nothing unless given. */
        readonly count?: (lamports: bigint) => bigint;
      }
    | undefined;
  /** The stake account the request names, and what may happen to it. */
  readonly stake:
    | { readonly address: string; readonly fate: 'given up' | 'deactivated' | 'withdrawn' }
    | undefined;
  /** A stake account that comes into being: delegated to whom, with how much, cooling down or not. */
  readonly newStake:
    | { readonly voter: string; readonly least: bigint; readonly isDeactivated: boolean }
    | undefined;
};

type Ask = {
  readonly build: HonestBuild;
  readonly ledger: SandboxLedger;
  /** The wallet's associated account of raUSDC. */
  readonly shares: Address;
};
type Terms = Partial<Omit<Expectation, 'wallet'>>;

const SOL_DECIMALS = 9;
const USDC_DECIMALS = 6;

/**
 * Says what an honest build may do, from the request and the ledger alone.
 *
 * @returns a function that prices it by the ledger as it is when it is called.
 */
export async function createExpectation(
  build: HonestBuild,
  ledger: SandboxLedger,
): Promise<() => Expectation> {
  const getTerms = TERMS[getTermsKey(build)];
  if (getTerms === undefined) throw new Error(`Nobody knows what ${build.name} may do.`);
  const { wallet } = build.request;
  const shares = await findAssociatedTokenAddress(wallet as Address, ledger.deployment.rausdcMint);
  const none = { sol: 0n, tokens: new Map(), receives: undefined, stake: undefined, newStake: undefined };
  return () => ({ ...none, ...getTerms({ build, ledger, shares }), wallet });
}

/** Of two prices of one build, what is worse for the wallet: less that arrives, more that leaves. */
export function findLower(first: Expectation, second: Expectation): Expectation {
  const least = [first, second].map(({ receives }) => receives?.least ?? 0n);
  const tokens = new Map(first.tokens);
  for (const [mint, amount] of second.tokens) {
    if (amount > (tokens.get(mint) ?? 0n)) tokens.set(mint, amount);
  }
  const { receives } = first;
  return {
    ...first,
    tokens,
    receives: receives && { ...receives, least: least.reduce((low, each) => (each < low ? each : low)) },
  };
}

function getTermsKey({ operation, request }: HonestBuild): string {
  return [request['strategy'] ?? 'sol-native-stake', operation, request['kind']].filter(Boolean).join(' ');
}

const TERMS: Readonly<Record<string, (ask: Ask) => Terms>> = {
  'sol-native-stake stake': ({ build, ledger }) => ({
    newStake: {
      voter: ledger.deployment.voteAccount,
      least: getAmount(build, SOL_DECIMALS),
      isDeactivated: false,
    },
  }),
  'sol-native-stake unstake deactivate': ({ build }) => ({
    stake: { address: String(build.request['stakeAccount']), fate: 'deactivated' },
  }),
  'sol-native-stake withdraw': ({ build }) => ({
    stake: { address: String(build.request['stakeAccount']), fate: 'withdrawn' },
  }),
  'sol-native-stake unstake instant': ({ build, ledger }) => {
    const address = String(build.request['stakeAccount']);
    const worth = ledger.findAccount(address as Address)?.lamports ?? 0n;
    return {
      sol: worth,
      receives: { asset: 'SOL', least: parts(worth, 9_700n) },
      stake: { address, fate: 'given up' },
    };
  },
  'sol-liquid-stake stake': ({ build, ledger }) => {
    const sol = getAmount(build, SOL_DECIMALS);
    const { totalLamports, poolTokenSupply, solDepositFee } = readPool(ledger);
    const tokens = less((sol * poolTokenSupply) / totalLamports, solDepositFee);
    return { sol, receives: { asset: ledger.deployment.rasolMint, least: parts(tokens, 9_950n) } };
  },
  'sol-liquid-stake unstake instant': ({ build, ledger }) => {
    const tokens = getAmount(build, SOL_DECIMALS);
    const { totalLamports, poolTokenSupply } = readPool(ledger);
    const worth = (tokens * totalLamports) / poolTokenSupply;
    return {
      tokens: new Map([[ledger.deployment.rasolMint, tokens]]),
      receives: { asset: 'SOL', least: parts(worth, 9_700n) },
    };
  },
  'sol-liquid-stake unstake slow': ({ build, ledger }) => {
    const tokens = getAmount(build, SOL_DECIMALS);
    const { totalLamports, poolTokenSupply, stakeWithdrawalFee } = readPool(ledger);
    const least = parts((less(tokens, stakeWithdrawalFee) * totalLamports) / poolTokenSupply, 9_950n);
    return {
      tokens: new Map([[ledger.deployment.rasolMint, tokens]]),
      receives: { asset: 'stake', least },
      newStake: { voter: ledger.deployment.voteAccount, least, isDeactivated: true },
    };
  },
  'usdc-earn stake': ({ build, ledger }) => {
    const { usdcMint, rausdcMint, usdcVault } = ledger.deployment;
    const asset = getAmount(build, USDC_DECIMALS);
    const value = vaultValue(ledger, usdcVault, rausdcMint);
    return {
      tokens: new Map([[usdcMint, asset]]),
      receives: { asset: rausdcMint, least: parts((asset * value.lp) / value.asset, 9_950n) },
    };
  },
  'usdc-earn unstake instant': ({ build, ledger, shares }) => {
    const { usdcMint, rausdcMint, usdcVault } = ledger.deployment;
    const value = vaultValue(ledger, usdcVault, rausdcMint);
    if (build.request['isWithdrawAll'] === true) {
      const held = readTokens(ledger.findAccount(shares))?.amount ?? 0n;
      const least = parts((held * value.asset) / value.lp, 9_950n);
      return { tokens: new Map([[rausdcMint, held]]), receives: { asset: usdcMint, least } };
    }
    const asset = getAmount(build, USDC_DECIMALS);
    const lp = parts((asset * value.lp) / value.asset, 10_050n) + 1_000n;
    return {
      // The provider requests and redeems at once: the account that the raUSDC wait in stays.
      sol: build.isProvided ? ledger.bank.vm().minimumBalanceForRentExemption(165n) : 0n,
      tokens: new Map([[rausdcMint, lp]]),
      receives: { asset: usdcMint, least: parts(asset, 9_999n) - 1n },
    };
  },
  'sol-leveraged-stake stake': ({ build, ledger }) => {
    const sol = getAmount(build, SOL_DECIMALS);
    const { totalLamports, poolTokenSupply, solDepositFee } = readPool(ledger);
    const value = leveragedValue(ledger);
    const tokens = less((sol * poolTokenSupply) / totalLamports, solDepositFee);
    const least = parts((tokens * value.lp) / value.asset, 9_900n);
    return { sol, receives: { asset: ledger.deployment.rasolMaxMint, least } };
  },
  'sol-leveraged-stake unstake instant': ({ build, ledger }) => {
    const { rasolMint, rasolMaxMint } = ledger.deployment;
    const lp = getAmount(build, SOL_DECIMALS);
    const value = leveragedValue(ledger);
    const least = parts((lp * value.asset) / value.lp, 9_700n);
    const { totalLamports, poolTokenSupply } = readPool(ledger);
    // Where the vault has fallen since, less is owed than was borrowed: what the loan leaves over is the wallet's.
    const count = (lamports: bigint) => (lamports > 0n ? (lamports * poolTokenSupply) / totalLamports : 0n);
    return { tokens: new Map([[rasolMaxMint, lp]]), receives: { asset: rasolMint, least, count } };
  },
};

function getAmount({ request }: HonestBuild, decimals: number): bigint {
  const [whole = '0', fraction = ''] = String(request['amount']).split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** So many ten-thousandths, rounded down. */
function parts(amount: bigint, tenThousandths: bigint): bigint {
  return (amount * tenThousandths) / 10_000n;
}

function less(amount: bigint, { numerator, denominator }: StakePool['solDepositFee']): bigint {
  return denominator === 0n ? amount : amount - (amount * numerator + denominator - 1n) / denominator;
}

function readPool(ledger: SandboxLedger): StakePool {
  return STAKE_POOL_CODEC.decode(readData(ledger, ledger.pool.stakePool));
}

function leveragedValue(ledger: SandboxLedger) {
  const { leveraged, rasolMaxMint } = ledger.deployment;
  if (leveraged === undefined) throw new Error('The deployment has no leveraged vault.');
  return vaultValue(ledger, leveraged.vault, rasolMaxMint);
}

function vaultValue(ledger: SandboxLedger, vault: Address, lpMint: Address) {
  const supply = Buffer.from(readData(ledger, lpMint)).readBigUInt64LE(36);
  const now = ledger.bank.vm().getClock().unixTimestamp;
  const value = netAssetValue(getVaultState(getVaultDecoder().decode(readData(ledger, vault)), supply), now);
  if (!value.ok) throw new Error(`The vault ${vault} has no value.`);
  return value;
}

function readData(ledger: SandboxLedger, address: Address): Uint8Array {
  return Uint8Array.from(ledger.findAccount(address)?.data ?? []);
}
