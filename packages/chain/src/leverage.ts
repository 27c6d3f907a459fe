import {
  type Address,
  type Codec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';
import { divideUp, type PoolTotals, poolTokensForLamports } from './stake-pool/math.ts';

/** An account that is not the position's, or not the wallet's. */
export const LEVERAGE_ERROR__WRONG_ACCOUNT = 0;
/** The position is worth less than is asked for. */
export const LEVERAGE_ERROR__INSUFFICIENT_POSITION = 1;
/** The stake pool has not been updated in this epoch, so that its price is old. */
export const LEVERAGE_ERROR__STALE_POOL = 2;

const ERRORS: Readonly<Record<number, { readonly name: string; readonly message: string }>> = {
  [LEVERAGE_ERROR__WRONG_ACCOUNT]: {
    name: 'WrongAccount',
    message: 'An account is not the one of the position.',
  },
  [LEVERAGE_ERROR__INSUFFICIENT_POSITION]: {
    name: 'InsufficientPosition',
    message: 'The levered position is worth less than the withdrawal.',
  },
  [LEVERAGE_ERROR__STALE_POOL]: {
    name: 'StalePool',
    message: 'The stake pool has not been updated in this epoch yet.',
  },
};

/** Returns the message of a custom code of the adaptor; undefined for an unknown code. */
export function getLeverageError(
  code: number,
): { readonly name: string; readonly message: string } | undefined {
  return ERRORS[code];
}

/** A levered position of a vault: pool tokens as collateral, SOL borrowed against them. */
export type LeveragedPosition = Leverage & {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly owner: Address;
  /** The pool whose token the collateral is. */
  readonly stakePool: Address;
};

const POSITION_TYPE = Uint8Array.of(0x4c);

/** The account of a levered position, as docs/strategies.md lays it out. */
export function getLeveragedPositionCodec(): Codec<LeveragedPosition> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['owner', getAddressCodec()],
      ['stakePool', getAddressCodec()],
      ['collateral', getU64Codec()],
      ['debt', getU64Codec()],
    ]),
    [getConstantCodec(POSITION_TYPE)],
  );
}

/** The two sides of a position: pool-token base units, and lamports with interest. */
export type Leverage = { readonly collateral: bigint; readonly debt: bigint };

/** The effect of taking a part out of a position. */
type Deleverage = {
  /** Lamports that must be paid back. */
  readonly repaid: bigint;
  /** Pool tokens that come free for the lamports paid back, beyond what is taken out. */
  readonly exchanged: bigint;
  readonly position: Leverage;
};

/**
 * Computes what a position is worth: collateral less debt, the debt at the pool's price rounded up.
 *
 * @returns pool-token base units; zero where the debt is worth more than the collateral.
 */
export function netPoolTokens({ collateral, debt }: Leverage, pool: PoolTotals): bigint {
  const owed = poolTokensForLamportsUp(pool, debt);
  return collateral > owed ? collateral - owed : 0n;
}

/**
 * Computes what taking pool tokens out of a position moves, its leverage staying as it is.
 *
 * The repaid debt is rounded up and the released collateral down, so that the remaining position is worth no less than
 * before.
 *
 * @param amount - pool-token base units to take out.
 * @returns undefined when the position is worth less.
 */
export function previewDeleverage(
  position: Leverage,
  pool: PoolTotals,
  amount: bigint,
): Deleverage | undefined {
  const net = netPoolTokens(position, pool);
  if (amount > net || net === 0n) return undefined;
  const repaid = divideUp(position.debt * amount, net);
  const exchanged = poolTokensForLamports(pool, repaid);
  return {
    repaid,
    exchanged,
    position: {
      collateral: position.collateral - amount - exchanged,
      debt: position.debt - repaid,
    },
  };
}

function poolTokensForLamportsUp(pool: PoolTotals, lamports: bigint): bigint {
  const { totalLamports, poolTokenSupply } = pool;
  if (totalLamports === 0n || poolTokenSupply === 0n) return lamports;
  return divideUp(lamports * poolTokenSupply, totalLamports);
}
