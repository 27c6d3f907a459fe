import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, lamports } from '@solana/kit';
import { findProgramAddress, toAddressBytes } from '@staking-agent/chain/address';
import type { LiteSVM } from 'litesvm';
import { UPGRADEABLE_LOADER_ADDRESS } from '../program-addresses.ts';
import { findProgramData } from '../sandbox-vm.ts';
import type { ProgramModel, ProgramModels } from './program-model.ts';

const KINDS = { program: 2, programData: 3 } as const;
/** Who upgrades modelled programs. */
const [UPGRADE_AUTHORITY] = findProgramAddress(UPGRADEABLE_LOADER_ADDRESS, ['sandbox']);

/** The programs beside the native ones: real binaries in the VM, models for the rest. */
export type Programs = {
  readonly models: ProgramModels;
  /** Programs that run as their real binaries. */
  readonly binaries: ReadonlySet<Address>;
  /** Puts them into a VM, over whatever a snapshot had in their place. */
  install(vm: LiteSVM): void;
  /**
   * Lets a model stand for a program from now on, as an upgrade does.
   *
   * @param slot - in which it is deployed.
   * @throws {Error} for a program that is no model.
   */
  upgrade(vm: LiteSVM, model: ProgramModel, slot: bigint): void;
};

/**
 * Decides how each program runs: as its binary where the folder holds it, as a model otherwise.
 *
 * @param directory - folder of `.so` files; absent means models only.
 * @throws {Error} when the folder does not exist.
 */
export function loadPrograms(all: readonly ProgramModel[], directory?: string): Programs {
  if (directory !== undefined && !existsSync(directory)) {
    throw new Error(`The folder of program binaries does not exist: ${directory}`);
  }
  const files = readFiles(all, directory);
  const models = new Map(
    all
      .filter(({ programAddress }) => !files.has(programAddress))
      .map((model) => [model.programAddress, model]),
  );
  return {
    models,
    binaries: new Set(files.keys()),
    install: (vm) => {
      for (const [program, bytes] of files) installBinary(vm, program, bytes);
      for (const model of models.values()) installMarker(vm, model, 0n);
    },
    upgrade(vm, model, slot) {
      if (!models.has(model.programAddress)) throw new Error(`${model.programAddress} is no model.`);
      models.set(model.programAddress, model);
      installMarker(vm, model, slot);
    },
  };
}

function installBinary(vm: LiteSVM, program: Address, bytes: Uint8Array): void {
  try {
    vm.addProgram(program, bytes);
  } catch (error) {
    throw new Error(`The file of program ${program} is no binary that the VM loads.`, { cause: error });
  }
}

function readFiles(all: readonly ProgramModel[], directory: string | undefined): Map<Address, Uint8Array> {
  const files = new Map<Address, Uint8Array>();
  for (const { programAddress, file } of all) {
    const path = directory !== undefined && file !== undefined ? join(directory, file) : undefined;
    if (path !== undefined && existsSync(path)) files.set(programAddress, readFileSync(path));
  }
  return files;
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
    const space = BigInt(data.length);
    vm.setAccount({
      address,
      programAddress: UPGRADEABLE_LOADER_ADDRESS,
      data,
      executable: false,
      lamports: lamports(vm.minimumBalanceForRentExemption(space)),
      space,
    });
  }
}
