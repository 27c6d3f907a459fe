import { address, getAddressEncoder } from '@solana/kit';
import type { Subject } from '../src/subject.ts';
import type { Evidence, InnerInstruction, LedgerAccount } from '../src/verification.ts';

/** What a proof is given. */
export type ReadSubject = Subject & { readonly evidence: Evidence };

export const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const STAKE = 'Stake11111111111111111111111111111111111111';
export const SYSTEM = '11111111111111111111111111111111';

/** 32 bytes of an address. */
export function decodeKey(text: string): Uint8Array {
  return Uint8Array.from(getAddressEncoder().encode(address(text)));
}

/** Says that an account is something else before or after. */
export function withState(
  subject: ReadSubject,
  when: 'before' | 'after',
  at: string,
  edit: (account: LedgerAccount) => LedgerAccount | undefined,
): ReadSubject {
  const states = new Map(subject.evidence[when]);
  states.set(at, edit(states.get(at) ?? { lamports: 0n, owner: SYSTEM, data: new Uint8Array() }));
  return { ...subject, evidence: { ...subject.evidence, [when]: states } };
}

/** Says that an instruction invokes one more. */
export function withInner(subject: ReadSubject, index: number, inner: InnerInstruction): ReadSubject {
  const all = new Map(subject.evidence.innerInstructions);
  all.set(index, [...(all.get(index) ?? []), inner]);
  return { ...subject, evidence: { ...subject.evidence, innerInstructions: all } };
}

/** Builds the data of a token account. */
export function tokenData(mint: string, owner: string, amount: bigint): Uint8Array {
  const data = new Uint8Array(165);
  data.set(decodeKey(mint), 0);
  data.set(decodeKey(owner), 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  data[108] = 1;
  return data;
}

/** Builds the data of a delegated stake account. */
export function stakeData(
  authority: string,
  voteAccount: string,
  delegated: bigint,
  deactivation: bigint,
): Uint8Array {
  const data = new Uint8Array(200);
  data[0] = 2;
  data.set(decodeKey(authority), 12);
  data.set(decodeKey(authority), 44);
  data.set(decodeKey(voteAccount), 124);
  const view = new DataView(data.buffer);
  view.setBigUint64(156, delegated, true);
  view.setBigUint64(172, deactivation, true);
  return data;
}
