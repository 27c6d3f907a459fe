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

type Section = {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Uint8Array;
  /** Index of the section that this one refers to. */
  readonly link?: number;
  readonly entrySize?: number;
};

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
  const symbols = Buffer.alloc(SYMBOL * (names.length + 1));
  for (const [index, name] of names.entries()) {
    symbols.writeUInt32LE(strings.indexOf(`\0${name}\0`) + 1, SYMBOL * (index + 1));
    symbols.writeUInt8(GLOBAL_SYMBOL, SYMBOL * (index + 1) + 4);
  }
  const relocations = Buffer.alloc(RELOCATION * calls.length);
  const dynamic = Buffer.alloc(7 * 16);
  const sections: Section[] = [
    { name: '.rodata', type: 1, flags: 2, bytes: constants },
    { name: '.text', type: 1, flags: 6, bytes },
    { name: '.dynamic', type: 6, flags: 3, bytes: dynamic, link: 5, entrySize: 16 },
    { name: '.dynsym', type: 11, flags: 2, bytes: symbols, link: 5, entrySize: SYMBOL },
    { name: '.dynstr', type: 3, flags: 2, bytes: Buffer.from(strings) },
    { name: '.rel.dyn', type: 9, flags: 2, bytes: relocations, link: 4, entrySize: RELOCATION },
  ];
  const sectionNames = `\0${[...sections.map(({ name }) => name), '.shstrtab'].join('\0')}\0`;
  sections.push({ name: '.shstrtab', type: 3, flags: 0, bytes: Buffer.from(sectionNames) });
  const offsets = placeSections(sections);
  const [, code = 0, , symbolsAt = 0, stringsAt = 0, relocationsAt = 0] = offsets;
  for (const [index, { offset, name }] of calls.entries()) {
    const symbol = BigInt(names.indexOf(name) + 1);
    relocations.writeBigUInt64LE(BigInt(code + offset), RELOCATION * index);
    relocations.writeBigUInt64LE((symbol << 32n) | CALL_BY_NAME, RELOCATION * index + 8);
  }
  const tags = [
    [17, relocationsAt],
    [18, relocations.length],
    [19, RELOCATION],
    [6, symbolsAt],
    [5, stringsAt],
    [10, strings.length],
  ] as const;
  for (const [index, [tag, value]] of tags.entries()) {
    dynamic.writeBigUInt64LE(BigInt(tag), 16 * index);
    dynamic.writeBigUInt64LE(BigInt(value), 16 * index + 8);
  }
  return compose(sections, offsets, sectionNames);
}

function placeSections(sections: readonly Section[]): number[] {
  let next = HEADER + SEGMENT_HEADER;
  return sections.map(({ bytes }) => {
    const offset = next;
    next = align(next + bytes.length);
    return offset;
  });
}

function compose(sections: readonly Section[], offsets: readonly number[], sectionNames: string): Uint8Array {
  const last = sections.length - 1;
  const headersAt = align((offsets[last] ?? 0) + sectionNames.length);
  const file = Buffer.alloc(headersAt + SECTION_HEADER * (sections.length + 1));
  writeHeader(file, { entry: offsets[1] ?? 0, headersAt, count: sections.length + 1 });
  writeDynamicSegment(file, offsets[2] ?? 0, sections[2]?.bytes.length ?? 0);
  for (const [index, section] of sections.entries()) {
    const offset = offsets[index] ?? 0;
    file.set(section.bytes, offset);
    const at = headersAt + SECTION_HEADER * (index + 1);
    file.writeUInt32LE(sectionNames.indexOf(`\0${section.name}\0`) + 1, at);
    file.writeUInt32LE(section.type, at + 4);
    file.writeBigUInt64LE(BigInt(section.flags), at + 8);
    file.writeBigUInt64LE(BigInt(index === last ? 0 : offset), at + 16);
    file.writeBigUInt64LE(BigInt(offset), at + 24);
    file.writeBigUInt64LE(BigInt(section.bytes.length), at + 32);
    file.writeUInt32LE(section.link ?? 0, at + 40);
    file.writeBigUInt64LE(8n, at + 48);
    file.writeBigUInt64LE(BigInt(section.entrySize ?? 0), at + 56);
  }
  return file;
}

function writeHeader(
  file: Buffer,
  { entry, headersAt, count }: { readonly entry: number; readonly headersAt: number; readonly count: number },
): void {
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(247, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(BigInt(entry), 24);
  file.writeBigUInt64LE(BigInt(HEADER), 32);
  file.writeBigUInt64LE(BigInt(headersAt), 40);
  file.writeUInt16LE(HEADER, 52);
  file.writeUInt16LE(SEGMENT_HEADER, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt16LE(SECTION_HEADER, 58);
  file.writeUInt16LE(count, 60);
  file.writeUInt16LE(count - 1, 62);
}

function writeDynamicSegment(file: Buffer, offset: number, size: number): void {
  file.writeUInt32LE(2, HEADER);
  file.writeUInt32LE(6, HEADER + 4);
  for (const place of [8, 16, 24]) file.writeBigUInt64LE(BigInt(offset), HEADER + place);
  for (const place of [32, 40]) file.writeBigUInt64LE(BigInt(size), HEADER + place);
  file.writeBigUInt64LE(8n, HEADER + 48);
}

function align(offset: number): number {
  return (offset + 7) & ~7;
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

/*
 * Where a player keeps what, in the memory of a program: pieces of its input for the log and the hash, each an address and
 * a length, and the accounts as the runtime wants them of a program that invokes another one.
 */

const HEAP = 0x3_0000_0000n;
export const PIECES = HEAP;
export const PIECE = 16;
/** A cue begins with what it is and the hash; the input begins with the number of accounts. */
export const CUE_PIECES = 2;
export const INFOS: bigint = HEAP + 0x2000n;
export const INFO = 56;
export const RETURNED: bigint = HEAP + 0x6000n;
export const RETURNED_PROGRAM: bigint = HEAP + 0x6800n;
export const MAX_RETURNED = 1024n;

/** Offsets in the stack frame: how many pieces there are, and the hash of the input. */
export const PIECE_COUNT = -8;
export const HASH = -48;

/** Offsets in an account of the input. */
export const KEY = 8;
export const OWNER = 40;
export const LAMPORTS = 72;
export const DATA_LENGTH = 80;

/** Code that is being written, with constants that it refers to by their addresses. */
export type Writing = { readonly code: CodeWriter; place(bytes: Uint8Array): bigint };
