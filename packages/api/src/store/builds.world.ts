import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import type { StoreMaker } from '../../test/for-each-store.ts';
import { openPatientStore } from '../../test/open-patient-store.ts';
import { type Builds, createBuilds } from './builds.ts';
import type { SignedForm } from './claims.ts';
import type { Build, Refusal } from './decide.ts';
import type { Store } from './open.ts';

export const REFUSAL: Refusal = { code: 'LEDGER_REJECTED', facts: { reason: 'no funds' } };
const NOW = 1_700_000_000_000;
export const HOUR = 3_600_000;

export const build = (id: string, more: Partial<Build> = {}): Build => ({
  id,
  wallet: `wallet of ${id}`,
  message: `message of ${id}`,
  contextSlot: 7n,
  ...more,
});
export const form = (id: string, more: Partial<SignedForm> = {}): SignedForm => ({
  id,
  baseId: id,
  lastValidBlockHeight: 100n,
  signature: `signature of ${id}`,
  signedTransaction: `bytes of ${id}`,
  channel: 'ledger',
  ...more,
});
export const edit = (id: string, baseId: string, more: Partial<SignedForm> = {}) =>
  form(id, { baseId, ...more });

export type Replica = { readonly store: Store; readonly builds: Builds; readonly began: number };

/** Replicas on one database whose clock stands still: what is in it grows older instead. */
export async function openReplicas(
  t: TestContext,
  { place }: Pick<StoreMaker, 'place'>,
  count = 2,
): Promise<readonly Replica[]> {
  const at = await place(t);
  const now = sql<number>`cast(${sql.lit(NOW)} as bigint)`;
  const open = async (): Promise<Replica> => {
    const store = await openPatientStore(at, { now });
    t.after(() => store.close());
    const builds = createBuilds(store);
    return { store, builds, began: builds.begin() };
  };
  const replicas: Replica[] = [];
  for (let i = 0; i < count; i += 1) replicas.push(await open());
  return replicas;
}

export async function openOne(t: TestContext, maker: StoreMaker) {
  const [one] = await openReplicas(t, maker, 1);
  if (one === undefined) throw new Error('No replica.');
  const { builds, store, began } = one;
  return {
    ...one,
    claim: (id: string, signed: SignedForm, hour?: bigint, staked?: Build['staked']) =>
      builds.claim(build(id, { staked }), signed, { began, hour }),
    close: (id: string, signed: SignedForm) => builds.close(build(id), signed, REFUSAL, { began }),
    async state(id: string) {
      const found = await builds.find({ form: id });
      return found?.forms.find((each) => each.id === id)?.state;
    },
    /** Makes everything in the store older. */
    async pass(milliseconds: number) {
      for (const column of ['sent_at', 'created_at', 'changed_at', 'due_at']) {
        const ref = sql.ref(column);
        await sql`update forms set ${ref} = ${ref} - ${milliseconds}`.execute(store.db);
      }
    },
  };
}
