const HEADER = 64;
const SEGMENT_HEADER = 56;
/** Kind of a relocation that puts in the function of the runtime: `R_BPF_64_32`. */
const CALL_BY_NAME = 10n;
const GLOBAL_SYMBOL = 0x10n;
const PROGRAM_REGION = 0x1_0000_0000n;
const SECTION_NAMES = '\0.rodata\0.text\0.dynamic\0.dynsym\0.dynstr\0.rel.dyn\0.shstrtab\0';

/** Where the constants of every program begin, as its code sees them. */
export const CONSTANTS_ADDRESS: bigint = PROGRAM_REGION + BigInt(HEADER + SEGMENT_HEADER);

/**
 * Writes a program file that the VM loads: ELF of 64 bits, with constants, code, and what the loader needs to connect
 * calls with the runtime's functions.
 *
 * @param constants - lie at {@link CONSTANTS_ADDRESS}.
 * @returns bytes for `LiteSVM.addProgram`; execution begins with the first instruction.
 */
export function writeElf({ bytes, calls }: MachineCode, constants: Uint8Array): Uint8Array {
  const names = [...new Set(calls.map(({ name }) => name))];
  const strings = Buffer.from(`\0${names.map((name) => `${name}\0`).join('')}`);
  const symbols = names.map((name) => BigInt(strings.indexOf(`\0${name}\0`) + 1) | (GLOBAL_SYMBOL << 32n));
  const sizes = [
    constants.length,
    bytes.length,
    14 * 8,
    24 * (names.length + 1),
    strings.length,
    16 * calls.length,
  ];
  const [at, end] = placeInOrder([...sizes, SECTION_NAMES.length]);
  const [, text = 0, dynamic = 0, dynsym = 0, dynstr = 0, relDyn = 0] = at;
  const [, , dynamicSize = 0, , , relocationsSize = 0] = sizes;
  const relocations = calls.flatMap(({ offset, name }) => [
    text + offset,
    (BigInt(names.indexOf(name) + 1) << 32n) | CALL_BY_NAME,
  ]);
  const contents: readonly Uint8Array[] = [
    constants,
    bytes,
    toWords([17, relDyn, 18, relocationsSize, 19, 16, 6, dynsym, 5, dynstr, 10, strings.length, 0, 0]),
    toWords([0, 0, 0, ...symbols.flatMap((symbol) => [symbol, 0, 0])]),
    strings,
    toWords(relocations),
    Buffer.from(SECTION_NAMES),
  ];
  /** Name, type, flags, offset, size, the section that it refers to, and the size of an entry. */
  const describe = (index: number, name: string, type: bigint, flags: number, link = 0, entry = 0) => [
    BigInt(SECTION_NAMES.indexOf(`\0${name}\0`) + 1) | (type << 32n),
    ...[
      flags,
      flags === 0 ? 0 : (at[index] ?? 0),
      at[index] ?? 0,
      contents[index]?.length ?? 0,
      link,
      8,
      entry,
    ],
  ];
  const sections = [
    new Array<number>(8).fill(0),
    describe(0, '.rodata', 1n, 2),
    describe(1, '.text', 1n, 6),
    describe(2, '.dynamic', 6n, 3, 5, 16),
    describe(3, '.dynsym', 11n, 2, 5, 24),
    describe(4, '.dynstr', 3n, 2),
    describe(5, '.rel.dyn', 9n, 2, 4, 16),
    describe(6, '.shstrtab', 3n, 0),
  ];
  const file = Buffer.alloc(end + HEADER * sections.length);
  file.set(toWords(describeFile(text, end, BigInt(sections.length))));
  file.set(toWords([2n | (6n << 32n), dynamic, dynamic, dynamic, dynamicSize, dynamicSize, 8]), HEADER);
  for (const [index, content] of contents.entries()) file.set(content, at[index]);
  file.set(toWords(sections.flat()), end);
  return file;
}

/** Lists the header of a file: magic, version and machine, places, and the sizes of headers and how many there are. */
function describeFile(entry: number, sectionsAt: number, sections: bigint): readonly (number | bigint)[] {
  const [magic, kind] = [0x0001_0102_464c_457fn, 3n | (247n << 16n) | (1n << 32n)];
  const sizes = [
    (BigInt(HEADER) << 32n) | (BigInt(SEGMENT_HEADER) << 48n),
    1n | (BigInt(HEADER) << 16n) | (sections << 32n) | ((sections - 1n) << 48n),
  ];
  return [magic, 0, kind, entry, HEADER, sectionsAt, ...sizes];
}

/** Returns where each part begins, on a multiple of eight, and where the last one ends. */
function placeInOrder(sizes: readonly number[]): readonly [offsets: readonly number[], end: number] {
  let next = HEADER + SEGMENT_HEADER;
  const offsets = sizes.map((size) => {
    const offset = next;
    next = (next + size + 7) & ~7;
    return offset;
  });
  return [offsets, next];
}

/** Writes numbers of 64 bits. */
export function toWords(words: readonly (number | bigint)[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(words, (word) => BigInt(word)).buffer);
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
  /** Two numbers of 32 bits for each instruction: operation, registers and offset, then the number it works with. */
  const halves: number[] = [];
  const calls: { offset: number; name: string }[] = [];
  const labels = new Map<string, number>();
  const jumps: { at: number; label: string }[] = [];

  const put = (opcode: number, to: number, from: number, offset: number, value: number): void => {
    halves.push(opcode | (to << 8) | (from << 12) | (offset << 16), value);
  };
  const jump = (opcode: number, register: number, other: number, value: number, label: string): void => {
    jumps.push({ at: halves.length, label });
    put(opcode, register, other, 0, value);
  };

  return {
    /** to = from */
    move: (to: Register, from: Register): void => put(0xbf, to, from, 0, 0),
    /** to = value, of 64 bits */
    set: (to: Register, value: bigint): void => {
      put(0x18, to, 0, 0, Number(BigInt.asIntN(32, value)));
      put(0, 0, 0, 0, Number(BigInt.asIntN(32, value >> 32n)));
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
      labels.set(label, halves.length);
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
      calls.push({ offset: halves.length * 4, name });
      put(0x85, 0, 0, 0, -1);
    },
    exit: (): void => put(0x95, 0, 0, 0, 0),
    /** @throws {Error} for a jump to a label that is nowhere. */
    finish: (): MachineCode => {
      for (const { at, label } of jumps) {
        const target = labels.get(label);
        if (target === undefined) throw new Error(`The code has no label ${label}.`);
        halves[at] = (halves[at] ?? 0) | (((target - at) / 2 - 1) << 16);
      }
      return { bytes: new Uint8Array(Int32Array.from(halves).buffer), calls };
    },
  };
}
