import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AccountMeta,
  AccountRole,
  type Address,
  type EncodedAccount,
  type Instruction,
} from '@solana/kit';
import { findProgramAddress, type Seed, toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/ledger';
import type { LiteSVM } from 'litesvm';
import { TOKEN_PROGRAM_ADDRESS, UPGRADEABLE_LOADER_ADDRESS } from '../program-addresses.ts';
import { createAccount, findProgramData } from '../sandbox-vm.ts';
import type { InstructionError } from '../transaction-error.ts';

/** An account as one instruction names it, with the rights its transaction gives it. */
export type CallAccount = {
  readonly address: Address;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};

/** Writes an account as an instruction for another program names it. */
export function toMeta({ address, isSigner, isWritable }: CallAccount): AccountMeta {
  if (isSigner)
    return { address, role: isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER };
  return { address, role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY };
}

/** One instruction for a modelled program, and what the model may do about it. */
export type ModelledCall = {
  readonly programAddress: Address;
  readonly accounts: readonly CallAccount[];
  readonly data: Uint8Array;
  /** All top-level instructions of the transaction, as the instructions sysvar shows them. */
  readonly transaction: readonly Instruction[];
  /** Where this one is among them. */
  readonly index: number;
  /** Epoch of the ledger. */
  readonly epoch: bigint;
  /** Unix seconds of the ledger's clock. */
  readonly now: bigint;
  /** An account as everything before, and what this call has invoked, left it. */
  findAccount(address: Address): EncodedAccount | undefined;
  /** Lamports that make an account of so many bytes rent exempt. */
  getRent(space: bigint): bigint;
  /** The least lamports the stake program lets anybody delegate. */
  minimumDelegation(): bigint;
  /**
   * Invokes a program by the rules of the VM: with accounts of this call alone, and no more rights than they have here.
   *
   * @param signers - derived addresses that the model's program signs for.
   */
  invoke(instruction: Instruction, ...signers: readonly Pda[]): void;
  /** The return data of the program that was invoked last; empty where it returned nothing. */
  getReturned(): Uint8Array;
  /** Returns bytes to whoever has called the program. */
  return(data: Uint8Array): void;
  /** Replaces the data of an account the program owns, at the end of the call. */
  write(address: Address, data: Uint8Array): void;
  /** Closes an account the program owns and gives its lamports to another one, at the end of the call. */
  close(address: Address, destination: Address): void;
  /** Prints a line as the program. */
  log(line: string): void;
  /** Logs bytes as an event of the program. */
  emit(data: Uint8Array): void;
};

/** A program in TypeScript that answers as the one on the ledger does. */
export type ProgramModel = {
  readonly programAddress: Address;
  /** Stands in the account that makes the program known on the ledger. */
  readonly name: string;
  /** The file a real binary of the program is looked for in; absent where there is none. */
  readonly file?: string;
  /** Compute units of the program's own code, by the instruction's data. */
  getUnits(data: Uint8Array): bigint;
  /** @throws {ProgramFailure} where the program fails; what was invoked before it has been executed. */
  run(call: ModelledCall): void;
};

/** A model's refusal, in the form JSON-RPC prints it. */
export class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';
  readonly instructionError: InstructionError;

  constructor(instructionError: InstructionError, message = '') {
    super(message);
    this.instructionError = instructionError;
  }
}

const KINDS = { program: 2, programData: 3 } as const;
/** The upgrade authority of modelled programs. */
const [UPGRADE_AUTHORITY] = findProgramAddress(UPGRADEABLE_LOADER_ADDRESS, ['sandbox']);

/** The programs beside the native ones: real binaries in the VM, models for the rest. */
export type Programs = ReturnType<typeof loadPrograms>;

/**
 * Decides how each program runs: as its binary where the folder holds it, as a model otherwise.
 *
 * @param directory - folder of `.so` files; absent means models only.
 * @throws {Error} when the folder does not exist.
 */
export function loadPrograms(all: readonly ProgramModel[], directory?: string) {
  if (directory !== undefined && !existsSync(directory)) {
    throw new Error(`The folder of program binaries does not exist: ${directory}`);
  }
  const models = new Map(all.map((model) => [model.programAddress, model]));
  const files = new Map<Address, Uint8Array>();
  for (const { programAddress, file } of all) {
    const path = directory !== undefined && file !== undefined ? join(directory, file) : undefined;
    if (path === undefined || !existsSync(path)) continue;
    files.set(programAddress, readFileSync(path));
    models.delete(programAddress);
  }
  return {
    models: models as ReadonlyMap<Address, ProgramModel>,
    /** Programs that run as their real binaries. */
    binaries: new Set(files.keys()) as ReadonlySet<Address>,
    /** Puts them into a VM, over whatever a saved one had in their place. */
    install: (vm: LiteSVM): void => {
      for (const [program, bytes] of files) {
        try {
          vm.addProgram(program, bytes);
        } catch (cause) {
          throw new Error(`The file of program ${program} is no binary that the VM loads.`, { cause });
        }
      }
      for (const model of models.values()) installMarker(vm, model, 0n);
    },
    /**
     * Lets a model stand for a program from now on, as an upgrade does.
     *
     * @param slot - in which it is deployed.
     * @throws {Error} for a program that is no model.
     */
    upgrade: (vm: LiteSVM, model: ProgramModel, slot: bigint): void => {
      if (!models.has(model.programAddress)) throw new Error(`${model.programAddress} is no model.`);
      models.set(model.programAddress, model);
      installMarker(vm, model, slot);
    },
  };
}

/**
 * Makes a modelled program known on the ledger as one of the upgradeable loader: an account that names another one, which
 * says when it was deployed and who may upgrade it.
 *
 * The VM would take an executable account for code; {@link Bank.findAccount} shows it as one.
 */
function installMarker(vm: LiteSVM, { programAddress, name }: ProgramModel, slot: bigint): void {
  const programData = findProgramData(programAddress);
  const program = Buffer.alloc(4);
  program.writeUInt32LE(KINDS.program);
  const header = Buffer.alloc(13);
  header.writeUInt32LE(KINDS.programData);
  header.writeBigUInt64LE(slot, 4);
  header.writeUInt8(1, 12);
  const accounts = [
    [programAddress, Buffer.concat([program, toAddressBytes(programData)])],
    [programData, Buffer.concat([header, toAddressBytes(UPGRADE_AUTHORITY), Buffer.from(name)])],
  ] as const;
  for (const [address, data] of accounts) {
    const rent = vm.minimumBalanceForRentExemption(BigInt(data.length));
    vm.setAccount(createAccount(address, UPGRADEABLE_LOADER_ADDRESS, data, rent));
  }
}

/** A derived address, with which its program can sign. */
export type Pda = {
  readonly address: Address;
  readonly bump: number;
  /** Text stands for its UTF-8. */
  readonly seeds: readonly Seed[];
};

/** Finds the address that a program derives from seeds, and its bump. */
export function findPda(program: Address, ...seeds: readonly Seed[]): Pda {
  const [address, bump] = findProgramAddress(program, seeds);
  return { address, bump, seeds };
}

/** Returns the associated token account of an owner for a mint. */
export function findAssociated(
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Address {
  return findPda(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, ...[owner, tokenProgram, mint].map(toAddressBytes))
    .address;
}

/** Derives an address from another one by a seed; its owner signs with the base. */
export function findSeeded(base: Address, seed: string, owner: Address): Address {
  const hashed = createHash('sha256').update(toAddressBytes(base)).update(seed).update(toAddressBytes(owner));
  return toAddress(hashed.digest());
}
