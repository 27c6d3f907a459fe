import assert from 'node:assert/strict';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import { findAssociatedTokenAddress, findProgramAddress } from '../src/bytes/address.ts';
import { ascii, encodeBase58 } from '../src/bytes/text.ts';
import { explainTransaction } from '../src/explain.ts';
import type { LedgerAccount } from '../src/verification.ts';
import { DEPLOYMENT, listAccount, poolAccount, type States, TOKEN_RENT } from './compose-subject.ts';
import { decodeKey, type ReadSubject, SYSTEM, TOKEN, tokenData } from './edit-evidence.ts';
import { declare } from './edit-transaction.ts';

/*
 * What the transactions of bounded-real-reserve.test.ts are made of: programs as on mainnet, one wallet, and its accounts.
 */

export const ROUTER = 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq';
const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const INFINITY = '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx';
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
/** What the signature costs, in lamports. */
export const PRICE_FEE = 5_000n;
export const { solMint, rasolMint, voteAccount, stakePool } = DEPLOYMENT;
/** An address of a name, the same in every run. */
export const named = (text: string) => encodeBase58(findProgramAddress([ascii(text)], decodeKey(ROUTER)));
export const wallet = named('wallet');
const list = named('list');
/** An address that is nobody's. */
export const other = named('other');
export const ata = (mint: string, owner = wallet) =>
  encodeBase58(findAssociatedTokenAddress(decodeKey(owner), decodeKey(mint)));
/** The programs that the deployment allows a router to call. */
export const deployment = { routerPrograms: [ROUTER, JUPITER, INFINITY, stakePool.program] };
export const plainWallet = (lamports: bigint): LedgerAccount => ({
  lamports,
  owner: SYSTEM,
  data: new Uint8Array(),
});
export const token = (
  mint: string,
  amount: bigint,
  owner = wallet,
  lamports = TOKEN_RENT,
): LedgerAccount => ({
  lamports,
  owner: TOKEN,
  data: tokenData(mint, owner, amount),
});
export const u64s = (...values: readonly bigint[]) => new Uint8Array(BigUint64Array.from(values).buffer);
/** The stake pool with its one validator. */
export const POOL_STATES: States = {
  [stakePool.address]: poolAccount(stakePool.program, list),
  [list]: listAccount(stakePool.program, voteAccount),
};
/** Makes the token account of a mint, paid by the wallet. */
export const open = (mint: string, owner = wallet) =>
  declare(
    ATA,
    [
      ['ws', wallet],
      ['w', ata(mint, owner)],
      ['-', owner],
      ['-', mint],
      ['-', SYSTEM],
      ['-', TOKEN],
    ],
    Uint8Array.of(1),
  );
/** Closes a token account, its rent to the wallet. */
export const close = (account: string) =>
  declare(
    TOKEN,
    [
      ['w', account],
      ['w', wallet],
      ['s', wallet],
    ],
    Uint8Array.of(9),
  );
/** What the proof finds; every instruction must have a name and a sentence. */
export const findings = (subject: ReadSubject) => {
  for (const { name, sentence } of explainTransaction(
    subject.answer.transaction,
    subject.deployment,
    subject.evidence.lookupTables,
  )) {
    assert.ok(name, sentence);
    assert.doesNotMatch(sentence, /[{}]|not known|\bno \w/);
  }
  return foundBy(subject);
};
const foundBy = (subject: ReadSubject) =>
  proveBounded(subject).findings.map(({ rule, detail }) => `${rule}: ${detail}`);
/** The rules that a transaction breaks. */
export const rules = (subject: ReadSubject) => [
  ...new Set(proveBounded(subject).findings.map(({ rule }) => rule)),
];
