import type { CodeWriter } from './sbpf-code.ts';

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
