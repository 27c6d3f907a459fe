import { type FieldValue, findFormat, type ProgramFormat } from './instruction-format.ts';

/** An instruction of a known program, its fields and accounts by what the program calls them. */
export type Call = {
  readonly name: string;
  /** The value of a field; undefined where there is none. */
  readonly value: (field: string) => FieldValue;
  /** The value of a field of 64 bits; undefined where there is none. */
  readonly amount: (field: string) => bigint | undefined;
  /** The account in a role; undefined where there is none. */
  readonly account: (role: string) => Uint8Array | undefined;
  /** Whether the instruction takes an account in a role, given or not. */
  readonly takes: (role: string) => boolean;
  /** The accounts behind those of the format. */
  readonly further: readonly Uint8Array[];
};

/** Reads an instruction with every byte of its data; undefined for an unknown instruction. */
export function readCall(
  program: ProgramFormat,
  { accounts, data }: { readonly accounts: readonly Uint8Array[]; readonly data: Uint8Array },
): Call | undefined {
  const found = findFormat(program, data, accounts.length);
  if (found === undefined) return undefined;
  const { format, values } = found;
  const value = (field: string) => values[format.fields.findIndex(([name]) => name === field)];
  const getPlace = (role: string) => format.accounts.findIndex((each) => each.role === role);
  return {
    name: format.name,
    value,
    amount: (field) => {
      const amount = value(field);
      return typeof amount === 'bigint' ? amount : undefined;
    },
    account: (role) => accounts[getPlace(role)],
    takes: (role) => getPlace(role) >= 0,
    further: accounts.slice(format.accounts.length),
  };
}
