import {
  type Address,
  addEncoderSizePrefix,
  getBytesEncoder,
  getOptionEncoder,
  getU32Encoder,
  getU64Decoder,
  getU64Encoder,
} from '@solana/kit';
import type { DirectWithdrawInitReceipt } from '@staking-agent/chain/vault';
import { type CallAccount, type ModelledCall, ProgramFailure } from '../../vm/models/program-model.ts';

/** The first bytes of the data that ask an adaptor for a withdrawal: `sha256("global:withdraw")`. */
export const ADAPTOR_WITHDRAW_DISCRIMINATOR = Uint8Array.of(183, 18, 70, 156, 148, 109, 161, 34);

/** Accounts that a vault passes to every adaptor; those of the adaptor follow. */
const OWN_ACCOUNTS = 5;
const AMOUNT_SIZE = 8;

/** What a vault asks of an adaptor. */
export type AdaptorRequest = {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly authority: Address;
  readonly strategy: Address;
  /** The vault's token account that the assets must be left in. */
  readonly destination: Address;
  /** The accounts behind those of the vault's own instruction. */
  readonly remaining: readonly CallAccount[];
  /** Asset base units. */
  readonly amount: bigint;
};

/** The data of a call for a withdrawal, as the vault program writes it. */
export function encodeAdaptorCall(receipt: DirectWithdrawInitReceipt, amount: bigint): Uint8Array {
  const optionalBytes = getOptionEncoder(addEncoderSizePrefix(getBytesEncoder(), getU32Encoder()));
  return Uint8Array.from([
    ...receipt.instructionDiscriminator,
    ...getU64Encoder().encode(amount),
    ...optionalBytes.encode(receipt.additionalArgs),
  ]);
}

/**
 * Reads what a vault asks an adaptor of the sandbox for.
 *
 * @throws {ProgramFailure} for another instruction, and where the authority has not signed.
 */
export function parseAdaptorCall({ accounts, data }: ModelledCall): AdaptorRequest {
  const start = ADAPTOR_WITHDRAW_DISCRIMINATOR.length;
  const isWithdrawal = ADAPTOR_WITHDRAW_DISCRIMINATOR.every((byte, index) => data[index] === byte);
  if (!isWithdrawal || data.length < start + AMOUNT_SIZE) throw new ProgramFailure('InvalidInstructionData');
  const [authority, strategy, , destination] = accounts;
  if (!authority || !strategy || !destination) throw new ProgramFailure('NotEnoughAccountKeys');
  if (!authority.isSigner) throw new ProgramFailure('MissingRequiredSignature');
  return {
    authority: authority.address,
    strategy: strategy.address,
    destination: destination.address,
    remaining: accounts.slice(OWN_ACCOUNTS),
    amount: getU64Decoder().decode(data, start),
  };
}

/** Returns the current value of the position to the vault, in asset base units. */
export function returnValue(call: ModelledCall, value: bigint): void {
  call.return(Uint8Array.from(getU64Encoder().encode(value)));
}
