import {
  AccountRole,
  type Address,
  createDecoderThatConsumesEntireByteArray,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
  type Instruction,
} from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '../../vm/program-addresses.ts';
import { findVault, SWAP_PROGRAM_ADDRESS } from './program.ts';

/** The data of a swap, in base units. */
export type SwapData = { readonly amountIn: bigint; readonly minimumAmountOut: bigint };

/** An amount that stands for everything the source account holds when the swap is executed. */
export const WHOLE_BALANCE = 2n ** 64n - 1n;

const codec = getHiddenPrefixCodec(
  getStructCodec([
    ['amountIn', getU64Codec()],
    ['minimumAmountOut', getU64Codec()],
  ]),
  [getConstantCodec(Uint8Array.of(1))],
);

/** Builds a swap: market, owner, source, destination, vault of what comes in, vault of what goes out, token program. */
export function getSwapInstruction(
  input: {
    readonly market: Address;
    readonly owner: Address;
    readonly source: Address;
    readonly destination: Address;
    readonly mintIn: Address;
    readonly mintOut: Address;
  } & SwapData,
): Instruction {
  const { market, owner, source, destination, mintIn, mintOut } = input;
  const writable = (account: Address) => ({ address: account, role: AccountRole.WRITABLE });
  return {
    programAddress: SWAP_PROGRAM_ADDRESS,
    accounts: [
      writable(market),
      { address: owner, role: AccountRole.READONLY_SIGNER },
      writable(source),
      writable(destination),
      writable(findVault(market, mintIn)),
      writable(findVault(market, mintOut)),
      { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY },
    ],
    data: codec.encode(input),
  };
}

/** @throws {SolanaError} when the bytes are no swap. */
export function decodeSwapData(data: Uint8Array): SwapData {
  return createDecoderThatConsumesEntireByteArray(codec).decode(data);
}
