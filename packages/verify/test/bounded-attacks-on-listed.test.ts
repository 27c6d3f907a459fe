import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { names } from '../src/bounded/rules/names.ts';
import { describeAttacks } from './attack-suite.ts';
import { type AttackWorld, KINDS, listRules } from './attack-world.ts';
import { type ReadSubject, STAKE, TOKEN, withLamports, withState } from './edit-evidence.ts';

/** Bytes of a token account that a swap may change: its amount. */
const AMOUNT = [64, 72] as const;

describeAttacks('accounts that a transaction may change change in nothing else', (getKit) => {
  let kit: AttackWorld;
  before(() => {
    kit = getKit();
  });

  const flip = (subject: ReadSubject, address: string, offset: number): ReadSubject =>
    withState(subject, 'after', address, (account) => {
      const data = Uint8Array.from(account.data);
      data[offset] = (data[offset] ?? 0) ^ 1;
      return { ...account, data };
    });
  const ownTokens = ({ evidence, wallet }: ReadSubject) =>
    [...(evidence.after ?? [])].filter(
      ([, account]) => account?.owner === TOKEN && names(account.data, wallet),
    );

  for (const kind of KINDS) {
    test(`${kind}: every byte of the wallet's token accounts but the amount, and every lamport`, async () => {
      const subject = await kit.world.subject(kit.createAsk(kind));
      for (const [address, account] of ownTokens(subject)) {
        const size = account?.data.length ?? 0;
        for (let offset = 0; offset < size; offset += 1) {
          if (offset >= AMOUNT[0] && offset < AMOUNT[1]) continue;
          assert.notDeepEqual(listRules(flip(subject, address, offset)), [], `${address} byte ${offset}`);
        }
        assert.notDeepEqual(listRules(withLamports(subject, address, -1n)), [], 'a lamport less');
        assert.notDeepEqual(listRules(withState(subject, 'after', address, () => undefined)), [], 'closed');
      }
    });

    test(`${kind}: lost and gained in any amount, over all accounts`, async () => {
      const subject = await kit.world.subject(kit.createAsk(kind));
      const own = [kit.wallet.address, ...ownTokens(subject).map(([address]) => address)];
      const loss = fc.bigInt({ min: 1n, max: 10n ** 12n });
      fc.assert(
        fc.property(fc.constantFrom(...own), loss, fc.boolean(), (address, amount, isHidden) => {
          const lighter = withLamports(subject, address, -amount);
          // What leaves one account may sit in an account that is nobody's.
          const moved = isHidden ? withState(lighter, 'after', kit.stranger, () => nobodys(amount)) : lighter;
          const isWithin = address === kit.wallet.address && amount <= getSlack(kind);
          assert.equal(listRules(moved).length === 0, isWithin, `${address} loses ${amount}`);
        }),
        { numRuns: 200 },
      );
    });
  }

  const nobodys = (lamports: bigint) => ({ lamports, owner: STAKE, data: new Uint8Array(200) });
  // An instant exit may bring less by the operator's limit; everything else is exact to the lamport.
  const getSlack = (kind: string): bigint => SLACK.get(kind) ?? 0n;
  const SLACK = new Map<string, bigint>();
  before(async () => {
    for (const kind of ['exit', 'pool exit', 'market exit', 'stake exit', 'market stake exit'] as const) {
      const subject = await kit.world.subject(kit.createAsk(kind));
      let [low, high] = [0n, 10n ** 12n];
      while (low < high) {
        const middle = (low + high + 1n) / 2n;
        if (listRules(withLamports(subject, kit.wallet.address, -middle)).length === 0) low = middle;
        else high = middle - 1n;
      }
      assert.ok(low > 0n && low < 70_000_000n, `${kind} may lose ${low} lamports of some 2.15 SOL`);
      SLACK.set(kind, low);
    }
  });
});
