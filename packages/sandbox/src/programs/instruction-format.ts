import {
  type AccountMeta,
  AccountRole,
  type AccountSignerMeta,
  type Address,
  type Codec,
  createDecoderThatConsumesEntireByteArray,
  getConstantCodec,
  getHiddenPrefixCodec,
  type Instruction,
  type InstructionWithAccounts,
  type InstructionWithData,
  type ReadonlyUint8Array,
  SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS,
  SolanaError,
  type TransactionSigner,
} from '@solana/kit';
import { STAKE_POOL_PROGRAM_ADDRESS, type StakePoolProgramConfig } from '@staking-agent/chain/stake-pool';

type SignerRole = AccountRole.READONLY_SIGNER | AccountRole.WRITABLE_SIGNER;

/** One place in an instruction's account list. */
export type AccountSlot = {
  readonly name: string;
  readonly role: AccountRole;
  /** Stands there unless the caller names another one. */
  readonly address?: Address;
  /** May be left out; only the last slot can be. */
  readonly optional?: true;
  /** May be given as a signer although the program does not always ask for a signature. */
  readonly maySign?: true;
};

/** A list of slots in the order the program reads them. */
export type AccountSlots = readonly AccountSlot[];

type NeedNotBeGiven = { readonly address: Address } | { readonly optional: true };
type SlotInput<S> = S extends { role: SignerRole }
  ? TransactionSigner
  : S extends { maySign: true }
    ? Address | TransactionSigner
    : Address;

/** What a caller passes for a list of slots: addresses, and signers where the program wants a signature. */
export type AccountsInput<S extends AccountSlots> = {
  readonly [A in S[number] as A extends NeedNotBeGiven ? never : A['name']]: SlotInput<A>;
} & {
  readonly [A in S[number] as A extends NeedNotBeGiven ? A['name'] : never]?: SlotInput<A> | undefined;
};

/** The accounts of a decoded instruction by the names of their slots. */
export type ParsedAccounts<S extends AccountSlots> = {
  readonly [A in S[number] as A extends { optional: true } ? never : A['name']]: AccountMeta;
} & {
  readonly [A in S[number] as A extends { optional: true } ? A['name'] : never]?: AccountMeta;
};

type InstructionFormat<S extends AccountSlots, D extends object> = {
  readonly accounts: S;
  /** The whole data, tag byte included. */
  readonly data: Codec<D>;
};

/** An instruction that is complete: accounts and data are there. */
export type BuiltInstruction = Instruction &
  InstructionWithAccounts<readonly (AccountMeta | AccountSignerMeta)[]> &
  InstructionWithData<ReadonlyUint8Array>;

/** What an instruction must have to be decoded. */
export type ParsableInstruction = Instruction &
  InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>;

/** A decoded instruction. */
export type ParsedInstruction<S extends AccountSlots, D extends object> = {
  readonly programAddress: Address;
  readonly accounts: ParsedAccounts<S>;
  /** Accounts after the last slot, in order. */
  readonly remainingAccounts: readonly AccountMeta[];
  readonly data: D;
};

/** An instruction of the program: how it is built, and how it is decoded. */
export type DefinedInstruction<S extends AccountSlots, D extends object> = {
  /**
   * Builds it.
   *
   * @param remainingAccounts - follow the slots.
   */
  build(
    input: AccountsInput<S> & D,
    config?: StakePoolProgramConfig,
    remainingAccounts?: readonly AccountMeta[],
  ): BuiltInstruction;
  /**
   * Decodes it, as strictly as the program does.
   *
   * @throws {SolanaError} for another tag, for data that are too short or too long, and for too few accounts.
   */
  parse(instruction: ParsableInstruction): ParsedInstruction<S, D>;
};

/**
 * Defines an instruction.
 *
 * @param tag - the first byte of its data.
 * @param fields - the codec of the other bytes.
 */
export function defineInstruction<const S extends AccountSlots, D extends object>(
  tag: number,
  accounts: S,
  fields: Codec<D>,
): DefinedInstruction<S, D> {
  const data = getHiddenPrefixCodec(fields, [getConstantCodec(Uint8Array.of(tag))]);
  const format: InstructionFormat<S, D> = { accounts, data };
  return {
    build: (input, config = {}, remainingAccounts = []) =>
      buildInstruction(format, input, config, remainingAccounts),
    parse: (instruction) => parseInstruction(format, instruction),
  };
}

function buildInstruction<S extends AccountSlots, D extends object>(
  format: InstructionFormat<S, D>,
  input: NoInfer<AccountsInput<S> & D>,
  config: StakePoolProgramConfig,
  remainingAccounts: readonly AccountMeta[],
): BuiltInstruction {
  const given = input as Readonly<Record<string, Address | TransactionSigner | undefined>>;
  const accounts = format.accounts.flatMap((slot) => {
    const account = given[slot.name] ?? slot.address;
    return account === undefined ? [] : [toMeta(slot, account)];
  });
  return Object.freeze({
    programAddress: config.programAddress ?? STAKE_POOL_PROGRAM_ADDRESS,
    accounts: [...accounts, ...remainingAccounts],
    data: format.data.encode(input),
  });
}

function parseInstruction<S extends AccountSlots, D extends object>(
  format: InstructionFormat<S, D>,
  instruction: ParsableInstruction,
): ParsedInstruction<S, D> {
  const { accounts: slots, data } = format;
  const least = slots.filter((slot) => !slot.optional).length;
  if (instruction.accounts.length < least) {
    throw new SolanaError(SOLANA_ERROR__PROGRAM_CLIENTS__INSUFFICIENT_ACCOUNT_METAS, {
      actualAccountMetas: instruction.accounts.length,
      expectedAccountMetas: least,
    });
  }
  const named = slots.flatMap((slot, i) => {
    const account = instruction.accounts[i];
    return account === undefined ? [] : [[slot.name, account]];
  });
  return {
    programAddress: instruction.programAddress,
    accounts: Object.fromEntries(named) as ParsedAccounts<S>,
    remainingAccounts: instruction.accounts.slice(slots.length),
    data: createDecoderThatConsumesEntireByteArray(data).decode(instruction.data),
  };
}

function toMeta(slot: AccountSlot, account: Address | TransactionSigner): AccountMeta | AccountSignerMeta {
  if (typeof account === 'string') return { address: account, role: slot.role };
  const role = slot.maySign ? AccountRole.READONLY_SIGNER : (slot.role as SignerRole);
  return { address: account.address, role, signer: account };
}
