import assert from 'node:assert/strict';
import fc from 'fast-check';
import { names } from '../src/bytes/text.ts';
import type { LedgerAccount } from '../src/subject.ts';
import { type AttackWorld, assertRefused, KINDS, type Kind, listRules, MARKET } from './attack-world.ts';
import { DEPLOYMENT, SOL } from './bounded-world.ts';
import {
  type ReadSubject,
  STAKE,
  SYSTEM,
  stakeData,
  TOKEN,
  tokenData,
  withLamports,
  withState,
} from './edit-evidence.ts';

const { solMint, rasolMint, voteAccount } = DEPLOYMENT;
const RENT = 2_039_280n;
/** Bytes of a token account that a swap may change: its amount. */
const AMOUNT = [64, 72] as const;

/** Which bytes of an account are changed, one at a time. */
export type Choice = (at: number) => boolean;

/** Every eleventh byte, and together the kinds try all; bounded-attacks.slow.test.ts tries all with each kind. */
export function isItsTurn(kind: Kind): Choice {
  return (at) => at % KINDS.length === KINDS.indexOf(kind);
}

/** Proves that accounts of the wallet that a transaction names may be there, and may not change. */
export async function attackOtherAccounts(kit: AttackWorld, kind: Kind, isTried: Choice): Promise<void> {
  const { world, stranger, wallet } = kit;
  const base = await world.subject(await kit.withWritable(kit.createAsk(kind), stranger));
  for (const [name, account] of Object.entries(listOthers(wallet.address, stranger))) {
    const before = withState(base, 'before', stranger, () => account);
    const there = withState(before, 'after', stranger, () => account);
    const become = (edit: (account: LedgerAccount) => LedgerAccount | undefined): ReadSubject =>
      withState(there, 'after', stranger, edit);
    assert.deepEqual(listRules(there), [], `${name} unchanged`);
    assertRefused(withLamports(there, stranger, -1n), 'account', name);
    assertRefused(
      become(() => undefined),
      'account',
      name,
    );
    assertRefused(
      become((one) => ({ ...one, owner: wallet.address })),
      'account',
      name,
    );
    for (const at of account.data.keys()) {
      if (isTried(at)) assertRefused(become(flipped(at, 0x80)), 'account', `${name} byte ${at}`);
    }
    // It may not come into being either.
    const made = withState(there, 'before', stranger, () => undefined);
    assertRefused(made, 'new-account', name);
  }
}

/** Proves that token accounts of the wallet which a transaction may change change in nothing but their amount. */
export async function attackListedAccounts(kit: AttackWorld, kind: Kind, isTried: Choice): Promise<void> {
  const subject = await kit.world.subject(kit.createAsk(kind));
  for (const [address, account] of listOwnTokens(subject)) {
    for (const at of account.data.keys()) {
      if (!isTried(at) || (at >= AMOUNT[0] && at < AMOUNT[1])) continue;
      const changed = withState(subject, 'after', address, flipped(at, 1));
      assert.notDeepEqual(listRules(changed), [], `${address} byte ${at}`);
    }
    assert.notDeepEqual(listRules(withLamports(subject, address, -1n)), [], 'a lamport less');
    assert.notDeepEqual(listRules(withState(subject, 'after', address, () => undefined)), [], 'closed');
  }
}

/** Proves that no account of the wallet loses or gains lamports beside what was asked for. */
export async function attackLosses(kit: AttackWorld, kind: Kind, runs: number): Promise<void> {
  const subject = await kit.world.subject(kit.createAsk(kind));
  const slack = LOOSE.has(kind) ? measureSlack(subject, kit.wallet.address, kind) : 0n;
  const own = [kit.wallet.address, ...listOwnTokens(subject).map(([address]) => address)];
  const loss = fc.bigInt({ min: 1n, max: MOST });
  fc.assert(
    fc.property(fc.constantFrom(...own), loss, fc.boolean(), (address, amount, isHidden) => {
      const lighter = withLamports(subject, address, -amount);
      // What leaves one account may sit in an account that is nobody's.
      const nobodys = { lamports: amount, owner: STAKE, data: new Uint8Array(200) };
      const moved = isHidden ? withState(lighter, 'after', kit.stranger, () => nobodys) : lighter;
      const isWithin = address === kit.wallet.address && amount <= slack;
      assert.equal(listRules(moved).length === 0, isWithin, `${address} loses ${amount}`);
    }),
    { numRuns: runs },
  );
}

/** An instant exit may bring less by the operator's limit; everything else is exact to the lamport. */
const LOOSE: ReadonlySet<Kind> = new Set([
  'exit',
  'pool exit',
  'market exit',
  'stake exit',
  'market stake exit',
]);
/** Lamports. */
const MOST = 10n ** 12n;

/** Finds the most lamports that a wallet may lose. */
function measureSlack(subject: ReadSubject, wallet: string, kind: Kind): bigint {
  let [low, high] = [0n, MOST];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (listRules(withLamports(subject, wallet, -middle)).length === 0) low = middle;
    else high = middle - 1n;
  }
  assert.ok(low > 0n && low < 70_000_000n, `${kind} may lose ${low} lamports of some 2.15 SOL`);
  return low;
}

/** Lists the token accounts of the wallet as they are after a transaction. */
function listOwnTokens({ evidence, wallet }: ReadSubject): readonly (readonly [string, LedgerAccount])[] {
  return [...(evidence.after ?? [])].flatMap(([address, account]) =>
    account?.owner === TOKEN && names(account.data, wallet) ? [[address, account] as const] : [],
  );
}

function flipped(at: number, mask: number) {
  return (account: LedgerAccount): LedgerAccount => ({
    ...account,
    data: account.data.with(at, (account.data[at] ?? 0) ^ mask),
  });
}

/** Accounts that a wallet may own beside those that a transaction is about. */
function listOthers(wallet: string, stranger: string): Readonly<Record<string, LedgerAccount>> {
  const of = (owner: string, lamports: bigint, data: Uint8Array): LedgerAccount => ({
    lamports,
    owner,
    data,
  });
  const lending = [1, 2, 3, ...tokenData(wallet, wallet, 7n).subarray(0, 64), 9];
  const nonce = [1, 0, 0, 0, 1, 0, 0, 0, ...tokenData(wallet, stranger, 0n).subarray(0, 72)];
  const mint = new Uint8Array(82);
  mint.set(tokenData(wallet, stranger, 0n).subarray(0, 32), 4);
  return {
    stake: of(STAKE, 3n * SOL, stakeData(wallet, voteAccount, 2n * SOL, 2n ** 64n - 1n)),
    nonce: of(SYSTEM, 2n * SOL, Uint8Array.from(nonce)),
    'lending position': of(MARKET, SOL, Uint8Array.from(lending)),
    mint: of(TOKEN, SOL, mint),
    'second raSOL account': of(TOKEN, RENT, tokenData(rasolMint, wallet, 50n * SOL)),
    'second wrapped SOL': of(TOKEN, RENT + SOL, tokenData(solMint, wallet, SOL)),
    'other token': of(TOKEN, RENT + 5n, tokenData(stranger, wallet, 50n)),
  };
}
