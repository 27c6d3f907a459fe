const HEADER = 64;
const SEGMENT_HEADER = 56;
const SECTION_HEADER = 64;
const SYMBOL = 24;
const RELOCATION = 16;
/** Kind of a relocation that puts in the function of the runtime: `R_BPF_64_32`. */
const CALL_BY_NAME = 10n;
const GLOBAL_SYMBOL = 0x10;
const PROGRAM_REGION = 0x1_0000_0000n;

/** Where the constants of every program begin, as its code sees them. */
export const CONSTANTS_ADDRESS: bigint = PROGRAM_REGION + BigInt(HEADER + SEGMENT_HEADER);

/** Bytes of the list of what the loader needs: six pairs and an empty one. */
const DYNAMIC = 7 * 16;
const SECTION_NAMES = '\0.rodata\0.text\0.dynamic\0.dynsym\0.dynstr\0.rel.dyn\0.shstrtab\0';

type Section = readonly [
  name: string,
  type: number,
  flags: number,
  size: number,
  /** Index of the section that this one refers to. */
  link?: number,
  entrySize?: number,
];

/** A number of an ELF structure: its bytes, and its value. */
type Field = readonly [size: 1 | 2 | 4 | 8, value: number | bigint];

function pack(...fields: readonly Field[]): Buffer {
  const parts = fields.map(([size, value]) => {
    const part = Buffer.alloc(8);
    part.writeBigUInt64LE(BigInt(value));
    return part.subarray(0, size);
  });
  return Buffer.concat(parts);
}

/**
 * Writes a program file that the VM loads: ELF of 64 bits, with constants, code, and what the loader needs to connect
 * calls with the runtime's functions.
 *
 * @param constants - lie at {@link CONSTANTS_ADDRESS}.
 * @returns bytes for `LiteSVM.addProgram`; execution begins with the first instruction.
 */
export function writeElf({ bytes, calls }: MachineCode, constants: Uint8Array): Uint8Array {
  const names = [...new Set(calls.map(({ name }) => name))];
  const strings = `\0${names.map((name) => `${name}\0`).join('')}`;
  const [symbols, relocations] = [SYMBOL * (names.length + 1), RELOCATION * calls.length];
  const sections: readonly Section[] = [
    ['.rodata', 1, 2, constants.length],
    ['.text', 1, 6, bytes.length],
    ['.dynamic', 6, 3, DYNAMIC, 5, 16],
    ['.dynsym', 11, 2, symbols, 5, SYMBOL],
    ['.dynstr', 3, 2, strings.length],
    ['.rel.dyn', 9, 2, relocations, 4, RELOCATION],
    ['.shstrtab', 3, 0, SECTION_NAMES.length],
  ];
  const [at, headersAt] = placeSections(sections);
  const [rodata = 0, text = 0, dynamic = 0, dynsym = 0, dynstr = 0, relDyn = 0, shstrtab = 0] = at;
  const file = Buffer.alloc(headersAt + SECTION_HEADER * (at.length + 1));
  file.set(packHeader(text, headersAt, at.length));
  const segment = [dynamic, dynamic, dynamic, DYNAMIC, DYNAMIC, 8].map((value): Field => [8, value]);
  file.set(pack([4, 2], [4, 6], ...segment), HEADER);
  file.set(constants, rodata);
  file.set(bytes, text);
  const tags = [17, relDyn, 18, relocations, 19, RELOCATION, 6, dynsym, 5, dynstr, 10, strings.length];
  file.set(pack(...tags.map((value): Field => [8, value])), dynamic);
  for (const [index, name] of names.entries()) {
    const symbol = pack([4, strings.indexOf(`\0${name}\0`) + 1], [1, GLOBAL_SYMBOL]);
    file.set(symbol, dynsym + SYMBOL * (index + 1));
  }
  file.write(strings, dynstr);
  for (const [index, { offset, name }] of calls.entries()) {
    const symbol = BigInt(names.indexOf(name) + 1);
    const relocation = pack([8, text + offset], [8, (symbol << 32n) | CALL_BY_NAME]);
    file.set(relocation, relDyn + RELOCATION * index);
  }
  file.write(SECTION_NAMES, shstrtab);
  for (const [index, section] of sections.entries()) {
    file.set(packSection(section, at[index] ?? 0), headersAt + SECTION_HEADER * (index + 1));
  }
  return file;
}

function packHeader(entry: number, headersAt: number, sections: number): Buffer {
  const identity = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, ...new Uint8Array(9)].map((byte): Field => [1, byte]);
  const counts = [HEADER, SEGMENT_HEADER, 1, SECTION_HEADER, sections + 1, sections];
  const places = [entry, HEADER, headersAt].map((value): Field => [8, value]);
  const sizes = counts.map((value): Field => [2, value]);
  return pack(...identity, [2, 3], [2, 247], [4, 1], ...places, [4, 0], ...sizes);
}

function packSection([name, type, flags, size, link = 0, entry = 0]: Section, offset: number): Buffer {
  const place = [flags, flags === 0 ? 0 : offset, offset, size].map((value): Field => [8, value]);
  const nameAt = SECTION_NAMES.indexOf(`\0${name}\0`) + 1;
  return pack([4, nameAt], [4, type], ...place, [4, link], [4, 0], [8, 8], [8, entry]);
}

/** Returns where each section begins, and where the list of them does. */
function placeSections(sections: readonly Section[]): readonly [offsets: readonly number[], end: number] {
  let next = HEADER + SEGMENT_HEADER;
  const offsets = sections.map(([, , , size]) => {
    const offset = next;
    next = (next + size + 7) & ~7;
    return offset;
  });
  return [offsets, next];
}

/** A register: 0 takes results, 1 to 5 arguments, 6 to 9 survive calls, 10 is the end of the stack frame. */
export type Register = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** Machine code of the VM's programs, and where it calls functions of the runtime. */
type MachineCode = {
  readonly bytes: Uint8Array;
  readonly calls: readonly { readonly offset: number; readonly name: string }[];
};

/** Writes machine code instruction by instruction. */
export type CodeWriter = ReturnType<typeof createCodeWriter>;

/** Conditions of {@link CodeWriter.jumpIf}, by their opcodes with a register and with a number. */
const CONDITIONS = { equal: [0x1d, 0x15], not: [0x5d, 0x55] } as const;

/** Opens a piece of code for version 0 of the VM's instruction set. */
export function createCodeWriter() {
  const bytes: number[] = [];
  const calls: { offset: number; name: string }[] = [];
  const labels = new Map<string, number>();
  const jumps: { at: number; label: string }[] = [];
  const word = new DataView(new ArrayBuffer(8));

  const put = (opcode: number, to: number, from: number, offset: number, value: number): void => {
    bytes.push(opcode, (from << 4) | to, offset & 0xff, (offset >> 8) & 0xff);
    bytes.push(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, (value >> 24) & 0xff);
  };
  const jump = (opcode: number, register: number, other: number, value: number, label: string): void => {
    jumps.push({ at: bytes.length, label });
    put(opcode, register, other, 0, value);
  };

  return {
    /** to = from */
    move: (to: Register, from: Register): void => put(0xbf, to, from, 0, 0),
    /** to = value, of 64 bits */
    set: (to: Register, value: bigint): void => {
      word.setBigInt64(0, value);
      put(0x18, to, 0, 0, word.getInt32(4));
      put(0, 0, 0, 0, word.getInt32(0));
    },
    /** to += value, of 32 bits */
    addNumber: (to: Register, value: number): void => put(0x07, to, 0, 0, value),
    add: (to: Register, from: Register): void => put(0x0f, to, from, 0, 0),
    andNumber: (to: Register, value: number): void => put(0x57, to, 0, 0, value),
    shiftLeft: (to: Register, bits: number): void => put(0x67, to, 0, 0, bits),
    /** to = the 64 bits at from + offset */
    load: (to: Register, from: Register, offset = 0): void => put(0x79, to, from, offset, 0),
    loadByte: (to: Register, from: Register, offset = 0): void => put(0x71, to, from, offset, 0),
    /** the 64 bits at to + offset = from */
    store: (to: Register, offset: number, from: Register): void => put(0x7b, to, from, offset, 0),
    label: (label: string): void => {
      labels.set(label, bytes.length);
    },
    jump: (label: string): void => jump(0x05, 0, 0, 0, label),
    jumpIf: (
      left: Register,
      condition: keyof typeof CONDITIONS,
      right: { readonly register: Register } | number,
      label: string,
    ): void => {
      const [withRegister, withNumber] = CONDITIONS[condition];
      if (typeof right === 'number') jump(withNumber, left, 0, right, label);
      else jump(withRegister, left, right.register, 0, label);
    },
    /** Calls a function of the runtime with registers 1 to 5. */
    call: (name: string): void => {
      calls.push({ offset: bytes.length, name });
      put(0x85, 0, 0, 0, -1);
    },
    exit: (): void => put(0x95, 0, 0, 0, 0),
    /** @throws {Error} for a jump to a label that is nowhere. */
    finish: (): MachineCode => {
      const code = new DataView(Uint8Array.from(bytes).buffer);
      for (const { at, label } of jumps) {
        const target = labels.get(label);
        if (target === undefined) throw new Error(`The code has no label ${label}.`);
        code.setInt16(at + 2, (target - at) / 8 - 1, true);
      }
      return { bytes: new Uint8Array(code.buffer), calls };
    },
  };
}
