import { sha256 } from '../bytes/address.ts';
import { ByteReader, MalformedMessage } from '../bytes/message.ts';
import { ascii, hex } from '../bytes/text.ts';

/** A decoded field: integers of 64 bits as bigint, smaller ones as number; undefined for an option that is not given. */
export type FieldValue = bigint | number | boolean | string | Uint8Array | undefined;

const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/** How a field stands in the data; integers little-endian. */
export type FieldKind =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i64'
  | 'bool'
  | 'key'
  /** u64 length, then text. */
  | 'seed'
  /** One byte 0, or 1 and the value; bytes with a u32 length. */
  | 'u16?'
  | 'bool?'
  | 'bytes?'
  /** All that is left. */
  | 'rest';

export type AccountFormat = {
  readonly role: string;
  readonly isWritable: boolean;
  readonly isSigner: boolean;
};

/** The layout of one instruction of a program. */
export type InstructionFormat = {
  readonly name: string;
  /** The bytes its data begins with. */
  readonly tag: Uint8Array;
  readonly fields: readonly (readonly [name: string, kind: FieldKind])[];
  readonly accounts: readonly AccountFormat[];
};

/** A program and the instructions of it that are known. */
export type ProgramFormat = {
  readonly name: string;
  readonly instructions: readonly InstructionFormat[];
};

/**
 * Declares an instruction.
 *
 * @param tag - hexadecimal.
 * @param fields - kind and name of each, such as `u64 lamports`.
 * @param accounts - access and role of each, with commas: `-` for read, `w` for write, `s` for sign, `ws` for both.
 */
export function instruction(
  name: string,
  tag: string,
  fields: readonly `${FieldKind} ${string}`[],
  accounts: string,
): InstructionFormat {
  const roles = accounts.trim().split(/\s*,\s+/);
  return {
    name,
    tag: hex(tag),
    fields: fields.map((text) => {
      const [kind, field] = halves(text);
      return [field, kind as FieldKind];
    }),
    accounts: roles.filter(Boolean).map((text) => {
      const [access, role] = halves(text);
      return { role, isWritable: access.includes('w'), isSigner: access.includes('s') };
    }),
  };
}

/** Declares an instruction whose data begins with the first 8 bytes of sha256("global:" and its name). */
export function anchored(
  name: string,
  ...rest: Parameters<typeof instruction> extends [string, string, ...infer R] ? R : never
): InstructionFormat {
  return { ...instruction(name, '', ...rest), tag: sha256(ascii(`global:${name}`)).subarray(0, 8) };
}

function halves(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Finds the format of instruction data, and decodes its fields; if two formats match, the number of accounts decides. */
export function findFormat(
  { instructions }: ProgramFormat,
  data: Uint8Array,
  accountCount: number,
): { readonly format: InstructionFormat; readonly values: readonly FieldValue[] } | undefined {
  const found = instructions.flatMap((format) => {
    const values = decodeFields(format, data);
    return values === undefined ? [] : [{ format, values }];
  });
  return found.find(({ format }) => format.accounts.length === accountCount) ?? found[0];
}

/** Decodes the fields of an instruction; undefined when the data is of another one, too short or too long. */
export function decodeFields(
  { tag, fields }: InstructionFormat,
  data: Uint8Array,
): readonly FieldValue[] | undefined {
  if (data.length < tag.length) return undefined;
  for (let i = 0; i < tag.length; i += 1) if (data[i] !== tag[i]) return undefined;
  const reader = new ByteReader(data, tag.length);
  try {
    const values: FieldValue[] = [];
    for (let i = 0; i < fields.length; i += 1) values.push(readField(reader, fields[i]?.[1] ?? 'rest'));
    reader.end();
    return values;
  } catch (error) {
    if (error instanceof MalformedMessage) return undefined;
    throw error;
  }
}

function readField(reader: ByteReader, kind: FieldKind): FieldValue {
  switch (kind) {
    case 'u8':
      return reader.byte();
    case 'u16':
      return reader.u16();
    case 'u32':
      return reader.u32();
    case 'u64':
      return reader.u64();
    case 'i64':
      return BigInt.asIntN(64, reader.u64());
    case 'bool':
      return readBool(reader);
    case 'key':
      return reader.take(32);
    case 'seed':
      return TEXT.decode(reader.take(Number(reader.u64())));
    case 'u16?':
      return readBool(reader) ? reader.u16() : undefined;
    case 'bool?':
      return readBool(reader) ? readBool(reader) : undefined;
    case 'bytes?':
      return readBool(reader) ? reader.take(reader.u32()) : undefined;
    case 'rest':
      return reader.rest();
  }
}

function readBool(reader: ByteReader): boolean {
  const byte = reader.byte();
  if (byte > 1) throw new MalformedMessage('A truth value is neither 0 nor 1.');
  return byte === 1;
}

/** An instruction of a known program, its fields and accounts by what the program calls them. */
export type Call = {
  readonly name: string;
  /** The value of a field; undefined where there is none. */
  readonly value: (field: string) => FieldValue;
  /** The value of a field of 64 bits; undefined where there is none. */
  readonly amount: (field: string) => bigint | undefined;
  /** The account in a role; undefined where there is none. */
  readonly account: (role: string) => Uint8Array | undefined;
  /** True if the instruction takes an account in a role, given or not. */
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
