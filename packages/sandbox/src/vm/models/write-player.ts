import { ACCOUNT_HEADER, ACCOUNT_TAIL } from './cue.ts';
import { CUE_PIECES, DATA_LENGTH, HASH, PIECE, PIECE_COUNT, PIECES, type Writing } from './player-memory.ts';
import { createCodeWriter, type Register } from './sbpf-code.ts';
import type { Script } from './script.ts';
import { writeCue } from './write-cue.ts';
import { CONSTANTS_ADDRESS, writeElf } from './write-elf.ts';
import { writeScript } from './write-script.ts';

/**
 * Writes a player: the program that stands in the VM for a model.
 *
 * It hashes its input and looks for the script with that hash. Where there is one it performs it; where there is none it
 * logs the input, a cue for the model, and fails.
 */
export function writePlayer(scripts: readonly Script[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const place = (bytes: Uint8Array): bigint => {
    const address = CONSTANTS_ADDRESS + BigInt(size);
    const padded = new Uint8Array((bytes.length + 7) & ~7);
    padded.set(bytes);
    chunks.push(padded);
    size += padded.length;
    return address;
  };
  const writing = { code: createCodeWriter(), place };
  const { code } = writing;
  writeReadingOfInput(writing);
  code.load(3, 10, HASH);
  for (const [index, { key }] of scripts.entries()) {
    code.set(2, key);
    code.jumpIf(3, 'equal', { register: 2 }, `script ${index}`);
  }
  writeCue(writing, 'call');
  for (const [index, script] of scripts.entries()) {
    code.label(`script ${index}`);
    writeScript(writing, script, `burn ${index}`);
  }
  const machineCode = code.finish();
  return writeElf(machineCode, Buffer.concat(chunks));
}

/** Lists the pieces of the input and hashes them: register 6 keeps where it begins. */
function writeReadingOfInput({ code }: Writing): void {
  code.move(6, 1);
  // The first two pieces are a cue's own: what it is, and the hash.
  code.set(7, PIECES + BigInt(CUE_PIECES * PIECE));
  code.set(8, BigInt(CUE_PIECES));
  const piece = (length: Register): void => {
    code.store(7, 8, length);
    code.addNumber(7, PIECE);
    code.addNumber(8, 1);
  };
  code.move(4, 6);
  code.store(7, 0, 4);
  code.set(2, 8n);
  piece(2);
  code.load(9, 4);
  code.addNumber(4, 8);
  code.label('account');
  code.jumpIf(9, 'equal', 0, 'instruction');
  code.addNumber(9, -1);
  code.store(7, 0, 4);
  code.loadByte(2, 4);
  code.jumpIf(2, 'equal', 0xff, 'first place');
  code.set(2, 8n);
  piece(2);
  code.addNumber(4, 8);
  code.jump('account');
  code.label('first place');
  code.set(2, BigInt(ACCOUNT_HEADER));
  piece(2);
  code.load(5, 4, DATA_LENGTH);
  code.addNumber(4, ACCOUNT_HEADER);
  code.store(7, 0, 4);
  piece(5);
  code.add(4, 5);
  code.addNumber(4, ACCOUNT_TAIL + 7);
  code.andNumber(4, -8);
  code.addNumber(4, 8);
  code.jump('account');
  code.label('instruction');
  // The instruction's data with its length before it, and the program's own address behind it.
  code.load(5, 4);
  code.addNumber(5, 40);
  code.store(7, 0, 4);
  piece(5);
  code.store(10, PIECE_COUNT, 8);
  code.set(1, PIECES + BigInt(CUE_PIECES * PIECE));
  code.move(2, 8);
  code.addNumber(2, -CUE_PIECES);
  code.move(3, 10);
  code.addNumber(3, HASH);
  code.call('sol_sha256');
}
