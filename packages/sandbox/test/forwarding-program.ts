import { AccountRole, type Address, address, type Instruction } from '@solana/kit';
import { createCodeWriter, writeElf } from '../src/vm/player/assemble.ts';

/** A program of nobody: machine code, for the VM the same as a binary of the ledger. */
export const FORWARDING_PROGRAM_ADDRESS: Address = address('FwdProg111111111111111111111111111111111111');

const HEAP = 0x3_0000_0000n;
const METAS = HEAP;
const INFOS = HEAP + 0x1000n;
const CALLED = HEAP + 0x3000n;
/** An account of the input before its data, and what is kept free behind it. */
const HEADER = 88;
const TAIL = 10_240;

/**
 * Writes a program that hands its instruction on to the program that stands last among its accounts. It takes each
 * account once.
 */
export function writeForwardingProgram(): Uint8Array {
  const code = createCodeWriter();
  // 6: the account at hand, 7: how many are left, 8: its meta, 9: its info.
  code.load(7, 1);
  code.move(6, 1);
  code.addNumber(6, 8);
  code.set(8, METAS);
  code.set(9, INFOS);
  code.set(3, 0n);
  code.label('account');
  const pointTo = (place: number, at: number): void => {
    code.move(2, 6);
    code.addNumber(2, place);
    code.store(9, at, 2);
  };
  pointTo(8, 0);
  code.store(8, 0, 2);
  pointTo(72, 8);
  pointTo(HEADER, 24);
  pointTo(40, 32);
  code.load(2, 6, 80);
  code.store(9, 16, 2);
  // Signer, writable and executable, one byte each; of what follows the runtime takes no notice.
  code.load(2, 6, 1);
  code.store(9, 48, 2);
  code.loadByte(2, 6, 1);
  code.shiftLeft(2, 8);
  code.loadByte(4, 6, 2);
  code.add(2, 4);
  code.store(8, 8, 2);
  code.load(2, 6, 80);
  code.addNumber(6, HEADER);
  code.add(6, 2);
  code.addNumber(6, TAIL + 7);
  code.andNumber(6, -8);
  code.addNumber(6, 8);
  code.addNumber(8, 16);
  code.addNumber(9, 56);
  code.addNumber(3, 1);
  code.addNumber(7, -1);
  code.jumpIf(7, 'not', 0, 'account');
  // The last account is the program to call; the data stands behind all of them.
  code.set(1, CALLED);
  code.load(2, 8, -16);
  code.store(1, 0, 2);
  code.set(2, METAS);
  code.store(1, 8, 2);
  code.move(2, 3);
  code.addNumber(2, -1);
  code.store(1, 16, 2);
  code.load(2, 6);
  code.store(1, 32, 2);
  code.addNumber(6, 8);
  code.store(1, 24, 6);
  code.set(2, INFOS);
  code.set(4, 0n);
  code.set(5, 0n);
  code.call('sol_invoke_signed_c');
  code.set(0, 0n);
  code.exit();
  return writeElf(code.finish(), new Uint8Array(8));
}

/** An instruction that has the forwarding program make a call. */
export function forward({
  programAddress,
  accounts = [],
  data = new Uint8Array(),
}: Instruction): Instruction {
  return {
    programAddress: FORWARDING_PROGRAM_ADDRESS,
    accounts: [...accounts, { address: programAddress, role: AccountRole.READONLY }],
    data,
  };
}
