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
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

/** The data of a swap for an exact result, in base units. */
export type SwapExactOutData = { readonly amountOut: bigint; readonly maximumAmountIn: bigint };

/** The accounts of a swap. */
export type SwapAccounts = {
  readonly market: Address;
  /** Owner of the source; signs. */
  readonly owner: Address;
  readonly source: Address;
  readonly destination: Address;
  /** The market's own accounts for what it takes and what it gives. */
  readonly vaultIn: Address;
  readonly vaultOut: Address;
};

const codec = getHiddenPrefixCodec(
  getStructCodec([
    ['amountOut', getU64Codec()],
    ['maximumAmountIn', getU64Codec()],
  ]),
  [getConstantCodec(Uint8Array.of(2))],
);

/** Builds a swap that pays out an exact amount, for at most the maximum. */
export function getSwapExactOutInstruction(
  input: SwapAccounts & SwapExactOutData,
  { programAddress }: { readonly programAddress: Address },
): Instruction {
  const writable = (account: Address) => ({ address: account, role: AccountRole.WRITABLE });
  return {
    programAddress,
    accounts: [
      writable(input.market),
      { address: input.owner, role: AccountRole.READONLY_SIGNER },
      writable(input.source),
      writable(input.destination),
      writable(input.vaultIn),
      writable(input.vaultOut),
      { address: TOKEN_PROGRAM_ADDRESS, role: AccountRole.READONLY },
    ],
    data: codec.encode(input),
  };
}

/** Decodes a swap for an exact result. @throws {SolanaError} for any other instruction. */
export function decodeSwapExactOutData(data: Uint8Array): SwapExactOutData {
  return createDecoderThatConsumesEntireByteArray(codec).decode(data);
}
