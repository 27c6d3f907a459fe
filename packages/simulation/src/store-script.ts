import { createAttributionClaims } from '../../api/src/store/attribution-claims.ts';
import { createAttributions } from '../../api/src/store/attributions.ts';
import { createBuildForms } from '../../api/src/store/build-forms.ts';
import { createIdempotencyRecords } from '../../api/src/store/idempotency-records.ts';
import type { Store } from '../../api/src/store/open-store.ts';
import { createPendingTransactions } from '../../api/src/store/pending-transactions.ts';
import { createReferralCodes } from '../../api/src/store/referral-codes.ts';
import { createStops } from '../../api/src/store/stops.ts';
import type { Dice } from './dice.ts';

/** One call of the store, as data. */
export type Operation = readonly [name: string, ...values: readonly number[]];

type Run = (values: readonly number[]) => Promise<unknown>;

const LONG = 3_600_000;
const ENDED = 0;
const NAMES = ['a', 'b', 'c'] as const;
const HOLDERS = ['one', 'other'] as const;

/** Writes a script of calls on few rows, so that they meet. */
export function writeScript(dice: Dice, length: number): readonly Operation[] {
  const names = Object.keys(createOperations(undefined as unknown as Store));
  return Array.from({ length }, () => [
    dice.pick(names),
    dice.between(0, 2),
    dice.between(0, 2),
    dice.between(0, 1),
    dice.between(0, 1),
  ]);
}

/** Runs a script; returns what each call gave, or the name of the error that it failed with. */
export async function runScript(
  script: readonly Operation[],
  store: Store,
): Promise<readonly (readonly [string, unknown])[]> {
  const operations = createOperations(store);
  const results: [string, unknown][] = [];
  for (const [name, ...values] of script) {
    const result = await operations[name]?.(values).catch((error: unknown) => ({
      failed: Object(error).name,
    }));
    results.push([name, result]);
  }
  return results;
}

/** Every call that histories make of the store. Leases are long, or have ended: no result depends on how long a call takes. */
function createOperations(store: Store): Readonly<Record<string, Run>> {
  return {
    ...createSendingOperations(store),
    ...createFormOperations(store),
    ...createKeyOperations(store),
    ...createCreditOperations(store),
  };
}

const nameOf = (value = 0) => NAMES[value] ?? 'a';
const holderOf = (value = 0) => HOLDERS[value] ?? 'one';
const leaseOf = (value = 0) => (value === 0 ? ENDED : LONG);

function createSendingOperations(store: Store): Readonly<Record<string, Run>> {
  const pending = store && createPendingTransactions(store);
  const rowOf = (value = 0) => ({
    signature: nameOf(value),
    base64: `bytes ${value}`,
    lastValidBlockHeight: 9n,
  });
  return {
    add: ([name, , holder, lease]) => pending.add(rowOf(name), holderOf(holder), leaseOf(lease)),
    addHanded: ([name, , holder]) => pending.addHanded(rowOf(name), holderOf(holder)),
    setTaken: ([name]) => pending.setTaken(nameOf(name)),
    readHeight: ([name]) => pending.readHeight(nameOf(name)),
    isRefused: ([name]) => pending.isRefused(nameOf(name)),
    isAnyUnheard: () => pending.isAnyUnheard(),
    isKnown: ([name]) => pending.isKnown(nameOf(name)),
    wasTaken: ([name]) => pending.wasTaken(nameOf(name)),
    resolve: ([name, other]) => pending.resolve([nameOf(name), nameOf(other)]),
    withdraw: ([name, , holder]) => pending.withdraw(nameOf(name), holderOf(holder)),
    refuse: ([name, , holder]) => pending.refuse(nameOf(name), holderOf(holder)),
    refuseUnsent: ([name]) => pending.refuseUnsent({ signature: nameOf(name), lastValidBlockHeight: 9n }),
    beat: ([count = 0, , holder, lease]) => pending.beat(holderOf(holder), count + 1, leaseOf(lease)),
    listAbsent: ([name, other]) => pending.listAbsent([nameOf(name), nameOf(other)]),
    retire: ([, , holder]) => pending.retire(holderOf(holder)),
    renew: ([, , holder, lease]) => pending.renew([holderOf(holder)], leaseOf(lease)),
    handOver: ([, , holder]) => pending.handOver([holderOf(holder), 'nobody']),
    abandon: ([, , holder]) => pending.abandon([holderOf(holder), 'nobody']),
    resume: async ([, , holder]) =>
      (await pending.resume(`${holderOf(holder)}+`, holderOf(holder), LONG))
        .map(({ signature }) => signature)
        .sort(),
    purge: () => pending.purge(),
  };
}

function createFormOperations(store: Store): Readonly<Record<string, Run>> {
  const forms = store && createBuildForms(store);
  // A signature is of one build.
  const signatureOf = (name = 0, value = 0) => `signature ${nameOf(name)} ${value}`;
  const formOf = (name = 0, value = 0) => ({
    form: `form ${value}`,
    signature: signatureOf(name, value),
    lastValidBlockHeight: BigInt(value),
  });
  const build = { message: 'built', contextSlot: 7n };
  return {
    claim: ([name]) => forms.claim(nameOf(name)),
    reserve: ([name, form, isKept, isDead]) =>
      forms.reserve(
        nameOf(name),
        { ...formOf(name, form), ...(isKept === 1 && { build }) },
        isDead === 1 ? 'form 0' : undefined,
      ),
    giveBack: ([name, form]) => forms.giveBack(nameOf(name), `form ${form}`),
    readForm: ([name]) => forms.read(nameOf(name)),
    replace: ([name, form, isNone]) => forms.replace(nameOf(name), isNone === 1 ? undefined : `form ${form}`),
    storeSuccessor: ([name, answer]) => forms.storeSuccessor(nameOf(name), `answer ${answer}`),
    displace: ([name, form]) => forms.displace(signatureOf(name, form), build),
    findBuild: ([name, form]) => forms.findBuild(signatureOf(name, form)),
  };
}

function createKeyOperations(store: Store): Readonly<Record<string, Run>> {
  const records = store && createIdempotencyRecords(store);
  const held = new Map<string, Parameters<typeof records.finish>[0]>();
  const ofHeld = (
    name: number | undefined,
    work: (one: Parameters<typeof records.finish>[0]) => Promise<unknown>,
  ) => {
    const reservation = held.get(nameOf(name));
    return reservation === undefined ? Promise.resolve('none is held') : work(reservation);
  };
  return {
    begin: async ([name, request, , lease]) => {
      const begun = await records.begin(nameOf(name), `request ${request}`, leaseOf(lease));
      if (begun.kind !== 'reserved') return begun;
      held.set(nameOf(name), begun.reservation);
      return [begun.kind, begun.reservation.isTakenOver];
    },
    finish: ([name, answer]) =>
      ofHeld(name, (one) => records.finish(one, { status: 200, body: `answer ${answer}` })),
    reopen: ([name]) => ofHeld(name, (one) => records.reopen(one)),
    forget: ([name]) => ofHeld(name, (one) => records.forget(one)),
  };
}

function createCreditOperations(store: Store): Readonly<Record<string, Run>> {
  const claims = store && createAttributionClaims(store);
  const attributions = store && createAttributions(store);
  const codes = store && createReferralCodes(store);
  const stops = store && createStops(store);
  const claimOf = (name = 0, code = 0) => ({
    messageHash: nameOf(name),
    wallet: `wallet ${name}`,
    partnerId: null,
    referralCode: `CODE${code}`,
  });
  return {
    addCode: ([, code]) => codes.add(`CODE${code}`, `wallet ${code}`),
    findReferrer: ([, code]) => codes.findReferrer(`CODE${code}`),
    record: ([name, code, , lease]) => claims.record(claimOf(name, code), leaseOf(lease)),
    sign: ([name, code]) => claims.sign(claimOf(name, code), `signature ${code}`),
    signEdit: ([name, code]) => claims.signEdit(claimOf(name, code), `signature ${code}`),
    setSignature: ([name, code]) => claims.setSignature(nameOf(name), `signature ${code}`),
    takeDue: async ([, , , lease]) =>
      (await claims.takeDue(10, leaseOf(lease))).map(({ age, ...claim }) => JSON.stringify(claim)).sort(),
    postpone: ([name, , , lease]) => claims.postpone([nameOf(name)], leaseOf(lease)),
    removeClaim: ([name]) => claims.remove([nameOf(name)]),
    removeByWallet: ([name]) => claims.removeByWallet(`wallet ${name}`),
    count: () => claims.count(),
    credit: ([name, code]) => {
      const { wallet, partnerId, referralCode } = claimOf(name, code);
      return attributions.credit({ wallet, partnerId, referralCode, signature: `signature ${code}` });
    },
    has: ([name]) => attributions.has(`wallet ${name}`),
    stop: ([, , which]) => stops.add(which === 0 ? 'router' : 'vault-provider', 'a test'),
    start: ([, , which]) => stops.remove(which === 0 ? 'router' : 'vault-provider'),
    listStops: async () => (await stops.list()).map(({ target }) => target),
  };
}
