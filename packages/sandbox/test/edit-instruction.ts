import type { AccountRole, Address, Instruction } from '@solana/kit';

/** An instruction whose accounts are known. */
export type FullInstruction = Instruction & { readonly accounts: NonNullable<Instruction['accounts']> };

/** Puts another account in one place of an instruction; its role stays unless given. */
export function withAccount(
  { accounts = [], ...instruction }: Instruction,
  index: number,
  address: Address | undefined,
  role?: AccountRole,
): FullInstruction {
  const place = (account: (typeof accounts)[number], at: number) =>
    at === index ? { address: address ?? account.address, role: role ?? account.role } : account;
  return { ...instruction, accounts: accounts.map(place) };
}

/** Leaves the last accounts of an instruction out. */
export function cutAccounts({ accounts = [], ...instruction }: Instruction, end: number): FullInstruction {
  return { ...instruction, accounts: accounts.slice(0, end) };
}

/** Gives an instruction other data. */
export function withData(instruction: Instruction, change: (own: Uint8Array) => Uint8Array): Instruction {
  return { ...instruction, data: change(Uint8Array.from(instruction.data ?? [])) };
}
