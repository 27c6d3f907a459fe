import { createNoopSigner } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import { getMarketCodec, isLiquid, type Market, priceSwap } from '@staking-agent/chain/market';
import { parseTokenAccount } from '../../ledger/token-balances.ts';
import { type CallAccount, type ModelledCall, ProgramFailure, type ProgramModel } from '../program-model.ts';
import { findMarket, findVault, SWAP_PROGRAM_ADDRESS } from './program.ts';
import { decodeSwapData, type SwapData, WHOLE_BALANCE } from './swap-instruction.ts';

/** A market or vault that is not the one derived for it. */
export const SWAP_ERROR__WRONG_ACCOUNT = 0;
/** The order brings less than its minimum. */
export const SWAP_ERROR__EXCEEDED_SLIPPAGE = 1;
/** The order brings nothing, or takes more than half of what the vault holds. */
export const SWAP_ERROR__INSUFFICIENT_LIQUIDITY = 2;

const UNITS = 9_000n;

/** The sandbox's own market: a constant product around the stake pool's price. */
export const swapModel: ProgramModel = {
  programAddress: SWAP_PROGRAM_ADDRESS,
  name: 'model of the sandbox market',
  unitsOf: () => UNITS,
  run: (call) => {
    call.log('Instruction: Swap');
    const data = parseData(call);
    const { minimumAmountOut } = data;
    const [market, owner, source, destination, vaultIn, vaultOut] = requireAccounts(call);
    const state = requireMarket(call, market);
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
    const amountIn = data.amountIn === WHOLE_BALANCE ? amountOf(call, source) : data.amountIn;
    const priced = priceSwap(state, isSale ? 'sell-token' : 'buy-token', amountIn);
    if (!isLiquid(priced.amountOut, amountOf(call, vaultOut))) {
      throw new ProgramFailure({ Custom: SWAP_ERROR__INSUFFICIENT_LIQUIDITY }, 'Insufficient liquidity.');
    }
    if (priced.amountOut < minimumAmountOut) {
      throw new ProgramFailure(
        { Custom: SWAP_ERROR__EXCEEDED_SLIPPAGE },
        'The result is below the given minimum.',
      );
    }
    call.invoke(
      getTransferInstruction({
        source: source.address,
        destination: vaultIn.address,
        authority: createNoopSigner(owner.address),
        amount: amountIn,
      }),
    );
    call.invoke(
      getTransferInstruction({
        source: vaultOut.address,
        destination: destination.address,
        authority: createNoopSigner(market.address),
        amount: priced.amountOut,
      }),
      [market.address],
    );
    call.write(market.address, Uint8Array.from(getMarketCodec().encode(priced.market)));
  },
};

type Accounts = readonly [CallAccount, CallAccount, CallAccount, CallAccount, CallAccount, CallAccount];

function parseData(call: ModelledCall): SwapData {
  try {
    return decodeSwapData(call.data);
  } catch {
    throw new ProgramFailure('InvalidInstructionData');
  }
}

function requireAccounts({ accounts }: ModelledCall): Accounts {
  const [market, owner, source, destination, vaultIn, vaultOut] = accounts;
  if (!market || !owner || !source || !destination || !vaultIn || !vaultOut) {
    throw new ProgramFailure('NotEnoughAccountKeys');
  }
  return [market, owner, source, destination, vaultIn, vaultOut];
}

function amountOf(call: ModelledCall, { address }: CallAccount): bigint {
  const account = call.findAccount(address);
  return (account && parseTokenAccount(account)?.amount) ?? 0n;
}

function requireMarket(call: ModelledCall, { address }: CallAccount): Market {
  const account = call.findAccount(address);
  if (account?.programAddress !== call.programAddress) throw new ProgramFailure('IncorrectProgramId');
  const state = getMarketCodec().decode(account.data);
  if (findMarket(state.tokenMint) === address) return state;
  throw new ProgramFailure({ Custom: SWAP_ERROR__WRONG_ACCOUNT }, 'The market is not the one of its token.');
}
