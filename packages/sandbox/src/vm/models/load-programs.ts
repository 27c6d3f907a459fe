import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, address, lamports } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import type { ProgramModel, ProgramModels } from './program-model.ts';

/** Owner of programs that have no code on the ledger. */
const NATIVE_LOADER_ADDRESS = address('NativeLoader1111111111111111111111111111111');

/** The programs beside the native ones: real binaries in the VM, models for the rest. */
export type Programs = {
  readonly models: ProgramModels;
  /** Programs that run as their real binaries. */
  readonly binaries: ReadonlySet<Address>;
  /** Puts them into a VM, over whatever a snapshot had in their place. */
  install(vm: LiteSVM): void;
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
  const binaries = new Map<Address, Uint8Array>();
  const models = new Map<Address, ProgramModel>();
  for (const model of all) {
    const { file } = model;
    const path = directory !== undefined && file !== undefined ? join(directory, file) : undefined;
    if (path !== undefined && existsSync(path)) binaries.set(model.programAddress, readFileSync(path));
    else models.set(model.programAddress, model);
  }
  return {
    models,
    binaries: new Set(binaries.keys()),
    install: (vm) => {
      for (const [program, bytes] of binaries) vm.addProgram(program, bytes);
      for (const model of models.values()) installMarker(vm, model);
    },
  };
}

/** Makes a modelled program an executable account, so that clients find a program where they look for one. */
function installMarker(vm: LiteSVM, { programAddress, name }: ProgramModel): void {
  const data = new TextEncoder().encode(name);
  vm.setAccount({
    address: programAddress,
    programAddress: NATIVE_LOADER_ADDRESS,
    data,
    executable: true,
    lamports: lamports(1n),
    space: BigInt(data.length),
  });
}
