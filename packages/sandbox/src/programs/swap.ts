import {
  type Address,
  address,
  createDecoderThatConsumesEntireByteArray,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
  type Instruction,
} from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import * as markets from '@staking-agent/chain/leverage';
import {
  type CallAccount,
  findPda,
  type ModelledCall,
  type Pda,
  ProgramFailure,
  type ProgramModel,
} from '../vm/player/model.ts';
import { readTokens } from '../vm/token-balances.ts';
import { moveTokens } from './native.ts';

/** The sandbox's own market for raSOL; nothing of this address exists on any other ledger. */
export const SWAP_PROGRAM_ADDRESS = address('76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC');

/** The account that holds the state of a token's market and owns its vaults. */
export function findMarket(token: Address): Pda {
  return findPda(SWAP_PROGRAM_ADDRESS, 'market', toAddressBytes(token));
}

/** A market's vault for one of its two mints. */
export function findVault(market: Address, mint: Address): Address {
  return findPda(SWAP_PROGRAM_ADDRESS, 'vault', toAddressBytes(market), toAddressBytes(mint)).address;
}

/** A market or vault that is not the one derived for it. */
const SWAP_ERROR__WRONG_ACCOUNT = 0;
/** The order brings less than its minimum, or costs more than its maximum. */
const SWAP_ERROR__EXCEEDED_SLIPPAGE = 1;
/** The order brings nothing, or takes more than half of what the vault holds. */
const SWAP_ERROR__INSUFFICIENT_LIQUIDITY = 2;

const UNITS = 9_000n;
/** First byte of an order for an exact result. */
const SWAP_EXACT_OUT = 2;

/** The sandbox's own market: a constant product around the stake pool's price. */
export const swapModel: ProgramModel = {
  programAddress: SWAP_PROGRAM_ADDRESS,
  name: 'model of the sandbox market',
  getUnits: () => UNITS,
  run: (call) => {
    const data = parseData(call);
    call.log(`Instruction: ${'amountOut' in data ? 'SwapExactOut' : 'Swap'}`);
    if (!hasAll(call.accounts)) throw new ProgramFailure('NotEnoughAccountKeys');
    const [market, owner, source, destination, vaultIn, vaultOut] = call.accounts;
    const [state, signer] = requireMarket(call, market);
    const [tokens, lamports] = [state.tokenMint, state.solMint].map((mint) =>
      findVault(market.address, mint),
    );
    const isSale = vaultIn.address === tokens && vaultOut.address === lamports;
    if (!isSale && (vaultIn.address !== lamports || vaultOut.address !== tokens)) {
      throw new ProgramFailure(
        { Custom: SWAP_ERROR__WRONG_ACCOUNT },
        'The vaults are not those of the market.',
      );
    }
    const trade = priceTrade(
      state,
      isSale ? 'sell-token' : 'buy-token',
      data,
      readTokens(call, source.address),
    );
    if (trade === undefined || !markets.isLiquid(trade.amountOut, readTokens(call, vaultOut.address))) {
      throw new ProgramFailure({ Custom: SWAP_ERROR__INSUFFICIENT_LIQUIDITY }, 'Insufficient liquidity.');
    }
    if (trade.limitFault !== undefined) {
      throw new ProgramFailure({ Custom: SWAP_ERROR__EXCEEDED_SLIPPAGE }, trade.limitFault);
    }
    call.invoke(moveTokens(source.address, vaultIn.address, owner.address, trade.amountIn));
    call.invoke(moveTokens(vaultOut.address, destination.address, market.address, trade.amountOut), signer);
    call.write(market.address, Uint8Array.from(markets.getMarketCodec().encode(trade.market)));
  },
};

/** Prices what an order moves, and why it is not within its limit; undefined when the market has not as much. */
function priceTrade(
  state: markets.Market,
  direction: markets.SwapDirection,
  data: SwapData | markets.SwapExactOutData,
  balance: bigint,
) {
  if ('amountOut' in data) {
    const { amountOut } = data;
    const amountIn = markets.priceSwapExactOut(state, direction, amountOut);
    if (amountIn === undefined) return undefined;
    const [tokens, lamports] = direction === 'sell-token' ? [amountIn, -amountOut] : [-amountOut, amountIn];
    const market = {
      ...state,
      virtualTokens: state.virtualTokens + tokens,
      virtualLamports: state.virtualLamports + lamports,
    };
    const isTooDear = amountIn > data.maximumAmountIn;
    return {
      amountIn,
      amountOut,
      market,
      limitFault: isTooDear ? 'The price is above the maximum.' : undefined,
    };
  }
  const amountIn = data.amountIn === WHOLE_BALANCE ? balance : data.amountIn;
  const { amountOut, market } = markets.priceSwap(state, direction, amountIn);
  const isTooLittle = amountOut < data.minimumAmountOut;
  const limitFault = isTooLittle ? 'The result is below the given minimum.' : undefined;
  return { amountIn, amountOut, market, limitFault };
}

type Accounts = readonly [CallAccount, CallAccount, CallAccount, CallAccount, CallAccount, CallAccount];

function parseData(call: ModelledCall): SwapData | markets.SwapExactOutData {
  try {
    return call.data[0] === SWAP_EXACT_OUT
      ? markets.decodeSwapExactOutData(call.data)
      : createDecoderThatConsumesEntireByteArray(codec).decode(call.data);
  } catch {
    throw new ProgramFailure('InvalidInstructionData');
  }
}

function hasAll(accounts: readonly CallAccount[]): accounts is Accounts {
  return accounts.length >= 6;
}

function requireMarket(
  call: ModelledCall,
  { address }: CallAccount,
): readonly [state: markets.Market, signer: Pda] {
  const account = call.findAccount(address);
  if (account?.programAddress !== call.programAddress) throw new ProgramFailure('IncorrectProgramId');
  const state = markets.getMarketCodec().decode(account.data);
  const derived = findMarket(state.tokenMint);
  if (derived.address === address) return [state, derived];
  throw new ProgramFailure({ Custom: SWAP_ERROR__WRONG_ACCOUNT }, 'The market is not the one of its token.');
}

/** The data of a swap, in base units. */
type SwapData = { readonly amountIn: bigint; readonly minimumAmountOut: bigint };

/** An amount that stands for everything the source account holds when the swap is executed. */
export const WHOLE_BALANCE = 2n ** 64n - 1n;

const codec = getHiddenPrefixCodec(
  getStructCodec([
    ['amountIn', getU64Codec()],
    ['minimumAmountOut', getU64Codec()],
  ]),
  [getConstantCodec(Uint8Array.of(1))],
);

/** Builds a swap of an exact amount. */
export function getSwapInstruction(
  input: Omit<markets.SwapAccounts, 'vaultIn' | 'vaultOut'> &
    SwapData & { readonly mintIn: Address; readonly mintOut: Address },
): Instruction {
  const [vaultIn, vaultOut] = [findVault(input.market, input.mintIn), findVault(input.market, input.mintOut)];
  return {
    programAddress: SWAP_PROGRAM_ADDRESS,
    accounts: markets.listSwapAccounts({ ...input, vaultIn, vaultOut }),
    data: codec.encode(input),
  };
}
