import {
  type Address,
  address,
  type Codec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec, toAddressBytes } from '@staking-agent/chain/address';
import {
  type CallAccount,
  findPda,
  type ModelledCall,
  type Pda,
  ProgramFailure,
  type ProgramModel,
} from '../vm/player/model.ts';
import { moveTokens } from './native.ts';
import { parseAdaptorCall, returnValue } from './vault/strategies.ts';

/** The sandbox's own lending market and adaptor in one; nothing of this address exists on any other ledger. */
export const LENDING_ADAPTOR_ADDRESS = address('HbKN7L64sascwU66p2tQvL8qMKCipDBnFDQoWCgkJQ6m');

const MARKETS = ['market', 'second market'] as const;
/** The two markets that an asset is lent in. */
export type MarketName = (typeof MARKETS)[number];

/** A market of an asset: the strategy a vault names, and the owner of the market's token account. */
export function findLendingMarket(asset: Address, name: MarketName): Pda {
  return findPda(LENDING_ADAPTOR_ADDRESS, name, toAddressBytes(asset));
}

/** The token account that holds what is lent to a market. */
export function findLiquidity(market: Address): Address {
  return findPda(LENDING_ADAPTOR_ADDRESS, 'liquidity', toAddressBytes(market)).address;
}

/** Derives the account that records a lender's position in a market. */
export function findPosition(market: Address, lender: Address): Address {
  const seeds = [toAddressBytes(market), toAddressBytes(lender)];
  return findPda(LENDING_ADAPTOR_ADDRESS, 'position', ...seeds).address;
}

/** An account that is not the one derived for it. */
const LENDING_ERROR__WRONG_ACCOUNT = 0;
/** The position is worth less than is asked for. */
const LENDING_ERROR__INSUFFICIENT_POSITION = 1;

const UNITS = 2_000n;

/**
 * The sandbox's lending market, as a vault's strategy.
 *
 * Beyond what the vault passes it wants two accounts: the market's liquidity, then the position, both writable.
 */
export const lendingAdaptorModel: ProgramModel = {
  programAddress: LENDING_ADAPTOR_ADDRESS,
  name: 'model of the sandbox lending adaptor',
  getUnits: () => UNITS,
  run: (call) => {
    const { authority, strategy, mint, destination, remaining, amount } = parseAdaptorCall(call);
    const market = MARKETS.map((name) => findLendingMarket(mint, name)).find(
      ({ address }) => address === strategy,
    );
    if (market === undefined) throw wrongAccount('market');
    const [position, state] = requirePosition(call, strategy, authority, remaining);
    const liquidity = remaining[0];
    if (liquidity?.address !== findLiquidity(strategy)) throw wrongAccount('liquidity');
    if (state.value < amount) {
      throw new ProgramFailure(
        { Custom: LENDING_ERROR__INSUFFICIENT_POSITION },
        'The position is worth less than is asked for.',
      );
    }
    call.invoke(moveTokens(liquidity.address, destination, strategy, amount), market);
    const value = state.value - amount;
    call.write(position.address, Uint8Array.from(getPositionCodec().encode({ ...state, value })));
    returnValue(call, value);
  },
};

function requirePosition(
  call: ModelledCall,
  market: CallAccount['address'],
  lender: CallAccount['address'],
  remaining: readonly CallAccount[],
): readonly [CallAccount, Position] {
  const [, given] = remaining;
  if (remaining[0] === undefined || given === undefined) throw new ProgramFailure('NotEnoughAccountKeys');
  if (given.address !== findPosition(market, lender)) throw wrongAccount('position');
  const account = call.findAccount(given.address);
  if (account?.programAddress !== LENDING_ADAPTOR_ADDRESS) throw new ProgramFailure('IncorrectProgramId');
  return [given, getPositionCodec().decode(account.data)];
}

function wrongAccount(name: string): ProgramFailure {
  return new ProgramFailure(
    { Custom: LENDING_ERROR__WRONG_ACCOUNT },
    `The ${name} is not the one derived for it.`,
  );
}

/** The deposit of a lender in a market. */
type Position = {
  readonly market: Address;
  readonly lender: Address;
  /** Asset base units, interest included. */
  readonly value: bigint;
};

const POSITION_TYPE = Uint8Array.of(0x50);

/** The account of a position. */
export function getPositionCodec(): Codec<Position> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['market', getAddressCodec()],
      ['lender', getAddressCodec()],
      ['value', getU64Codec()],
    ]),
    [getConstantCodec(POSITION_TYPE)],
  );
}
