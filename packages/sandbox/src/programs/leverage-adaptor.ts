import { type Address, address, type EncodedAccount } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as leverage from '@staking-agent/chain/leverage';
import {
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
  STAKE_POOL_CODEC,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import {
  type CallAccount,
  findAssociated,
  findPda,
  type ModelledCall,
  ProgramFailure,
  type ProgramModel,
} from '../vm/player/model.ts';
import { NATIVE_MINT_ADDRESS } from '../vm/program-addresses.ts';
import { moveTokens } from './native.ts';
import { type AdaptorRequest, parseAdaptorCall, returnValue } from './vault/strategies.ts';

/** The sandbox's own levered staking and its adaptor in one; nothing of this address exists on any other ledger. */
export const LEVERAGE_ADAPTOR_ADDRESS = address('Bwg3mSjrvVjP9g5LdgMWY7wZKZQvpxpGhCWVgfgAFnNF');

/**
 * Derives the market of a stake pool's token: the authority that the adaptor signs for, what a vault names as its strategy, and
 * the accounts with the pool tokens of all positions and with the wrapped SOL that is not lent.
 */
export function findLeverageMarket(stakePool: Address) {
  const derive = (word: string, key: Address) => findPda(LEVERAGE_ADAPTOR_ADDRESS, word, toAddressBytes(key));
  const authority = derive('market', stakePool);
  return {
    authority,
    strategy: derive('strategy', authority.address).address,
    collateral: derive('collateral', authority.address).address,
    liquidity: derive('liquidity', authority.address).address,
  };
}

/** Derives the account that records an owner's position in a strategy. */
export function findLeveragedPosition(strategy: Address, owner: Address): Address {
  const seeds = [toAddressBytes(strategy), toAddressBytes(owner)];
  return findPda(LEVERAGE_ADAPTOR_ADDRESS, 'position', ...seeds).address;
}

const UNITS = 2_000n;
const OWN_ACCOUNTS = 8;

/**
 * The sandbox's levered staking, as a vault's strategy.
 *
 * Beyond what the vault passes it wants, in this order: the position, the stake pool, the market's collateral, its
 * liquidity, its authority, the wallet, the wallet's wrapped SOL and its pool tokens. The wallet pays its part of the
 * debt and gets the collateral that comes free for it; what is asked for goes to the vault.
 */
export const leverageAdaptorModel: ProgramModel = {
  programAddress: LEVERAGE_ADAPTOR_ADDRESS,
  name: 'model of the sandbox leverage adaptor',
  getUnits: () => UNITS,
  run: (call) => {
    const request = parseAdaptorCall(call);
    const called = readCall(call, request);
    const { state, pool, authority, collateral } = called;
    const deleverage = leverage.previewDeleverage(state, pool, request.amount);
    if (deleverage === undefined) throw refusal(leverage.LEVERAGE_ERROR__INSUFFICIENT_POSITION);
    const { repaid, exchanged } = deleverage;
    call.invoke(moveTokens(called.walletSol, called.liquidity, called.wallet, repaid));
    const { address: owner } = authority;
    call.invoke(moveTokens(collateral, request.destination, owner, request.amount), authority);
    call.invoke(moveTokens(collateral, called.walletTokens, owner, exchanged), authority);
    const after = { ...state, ...deleverage.position };
    call.write(called.position, Uint8Array.from(leverage.getLeveragedPositionCodec().encode(after)));
    returnValue(call, leverage.netPoolTokens(after, pool));
  },
};

function readCall(call: ModelledCall, { strategy, authority, remaining }: AdaptorRequest) {
  const [position, stakePool, collateral, liquidity, marketAuthority, wallet, walletSol, walletTokens] =
    remaining.slice(0, OWN_ACCOUNTS) as Partial<readonly CallAccount[]>;
  if (!position || !stakePool || !collateral || !liquidity || !marketAuthority) throw tooFew();
  if (!wallet || !walletSol || !walletTokens) throw tooFew();
  const market = findLeverageMarket(stakePool.address);
  const pool = requirePool(call.findAccount(stakePool.address));
  assertSame([
    [strategy, market.strategy],
    [position.address, findLeveragedPosition(market.strategy, authority)],
    [collateral.address, market.collateral],
    [liquidity.address, market.liquidity],
    [marketAuthority.address, market.authority.address],
    [walletSol.address, findAssociated(wallet.address, NATIVE_MINT_ADDRESS)],
    [walletTokens.address, findAssociated(wallet.address, pool.poolMint)],
  ]);
  if (!wallet.isSigner) throw new ProgramFailure('MissingRequiredSignature');
  const account = call.findAccount(position.address);
  if (account?.programAddress !== LEVERAGE_ADAPTOR_ADDRESS) throw new ProgramFailure('IncorrectProgramId');
  if (pool.lastUpdateEpoch < call.epoch) throw refusal(leverage.LEVERAGE_ERROR__STALE_POOL);
  return {
    position: position.address,
    state: leverage.getLeveragedPositionCodec().decode(account.data),
    pool,
    authority: market.authority,
    collateral: market.collateral,
    liquidity: market.liquidity,
    wallet: wallet.address,
    walletSol: walletSol.address,
    walletTokens: walletTokens.address,
  };
}

function requirePool(account: EncodedAccount | undefined): StakePool {
  if (account?.programAddress !== SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS)
    throw new ProgramFailure('IncorrectProgramId');
  return STAKE_POOL_CODEC.decode(account.data);
}

function assertSame(pairs: readonly (readonly [given: Address, derived: Address])[]): void {
  if (pairs.some(([given, derived]) => given !== derived))
    throw refusal(leverage.LEVERAGE_ERROR__WRONG_ACCOUNT);
}

function tooFew(): ProgramFailure {
  return new ProgramFailure('NotEnoughAccountKeys');
}

function refusal(code: number): ProgramFailure {
  return new ProgramFailure({ Custom: code }, leverage.getLeverageError(code)?.message);
}
