/** A register: 0 takes results, 1 to 5 arguments, 6 to 9 survive calls, 10 is the end of the stack frame. */
export type Register = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;

/** Machine code of the VM's programs, and where it calls functions of the runtime. */
export type MachineCode = {
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
