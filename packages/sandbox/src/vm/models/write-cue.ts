import { CUES } from './cue.ts';
import {
  CUE_PIECES,
  DATA_LENGTH,
  HASH,
  MAX_RETURNED,
  PIECE,
  PIECE_COUNT,
  PIECES,
  RETURNED,
  RETURNED_PROGRAM,
  type Writing,
} from './player-memory.ts';
import type { CodeWriter } from './sbpf-code.ts';
import type { PassedAccount } from './script.ts';

/** Logs the input and fails. */
export function writeCue({ code, place }: Writing, kind: keyof typeof CUES): void {
  const name = Buffer.from(CUES[kind]);
  code.set(1, PIECES);
  code.set(2, place(name));
  code.store(1, 0, 2);
  code.set(2, BigInt(name.length));
  code.store(1, 8, 2);
  code.move(2, 10);
  code.addNumber(2, HASH);
  code.store(1, PIECE, 2);
  code.set(2, 32n);
  code.store(1, PIECE + 8, 2);
  code.set(1, RETURNED);
  code.set(2, MAX_RETURNED);
  code.set(3, RETURNED_PROGRAM);
  code.call('sol_get_return_data');
  code.load(2, 10, PIECE_COUNT);
  code.move(3, 2);
  // A piece has 16 bytes.
  code.shiftLeft(3, 4);
  code.set(1, PIECES);
  code.add(3, 1);
  code.set(4, RETURNED);
  code.store(3, 0, 4);
  code.store(3, 8, 0);
  code.addNumber(2, 1);
  code.call('sol_log_data');
  code.set(0, 1n);
  code.exit();
}

/** Sets the lengths of the pieces to the current lengths of the accounts' data. */
export function refreshPieces(code: CodeWriter, accounts: readonly PassedAccount[]): void {
  let piece = CUE_PIECES + 1;
  for (const { offset, isRepeated } of accounts) {
    if (!isRepeated) {
      piece += 1;
      code.move(1, 6);
      code.addNumber(1, offset);
      code.load(2, 1, DATA_LENGTH);
      code.set(1, PIECES + BigInt(piece * PIECE));
      code.store(1, 8, 2);
    }
    piece += 1;
  }
}
