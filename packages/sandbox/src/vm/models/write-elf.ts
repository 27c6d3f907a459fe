import type { MachineCode } from './sbpf-code.ts';

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
