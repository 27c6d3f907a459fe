import assert from 'node:assert/strict';
import { pino } from 'pino';
import { resolveClaims } from '../src/attribution/claims.ts';
import { hashMessage } from '../src/builds/message.ts';
import { UpstreamFault } from '../src/problems/faults.ts';
import { createBuilds } from '../src/store/builds.ts';
import type { ResolvedClaim } from '../src/store/forms.ts';
import type { Store } from '../src/store/open.ts';
import { createAttributions, createPartners } from '../src/store/partners.ts';
import type { LedgerClient } from '../src/upstreams/ledger/client.ts';
import { STEADY_CLOCK } from './steady-clock.ts';

type Listed = { signature: string; err: string | null; blockTime: number | null };

/** A ledger of scripted answers that counts what it is asked. */
function createLedger() {
  const statuses = new Map<string, { err: object | null; confirmationStatus: string }>();
  const listed = new Map<string, Listed[]>();
  const transactions = new Map<string, string>();
  const calls: string[] = [];
  const down = new Set<string>();
  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    if (down.has('*') || down.has(String(first))) throw new UpstreamFault('ledger', 'timeout');
    if (method === 'getSignatureStatuses') {
      return { value: (first as string[]).map((signature) => statuses.get(signature) ?? null) };
    }
    if (method === 'getTransaction') {
      assert.equal((second as { maxSupportedTransactionVersion: number }).maxSupportedTransactionVersion, 1);
      const bytes = transactions.get(String(first));
      return bytes === undefined ? null : { transaction: [bytes, 'base64'] };
    }
    const all = listed.get(String(first)) ?? [];
    const { before, limit } = second as { before?: string; limit: number };
    const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
    return all.slice(from, from + limit);
  };
  return {
    calls,
    down,
    /** Puts a transaction in front of what a wallet has signed. */
    land(wallet: string, signature: string, message: string, facts: Partial<Listed> = {}) {
      const blockTime = Math.floor(Date.now() / 1_000);
      const all = listed.get(wallet) ?? [];
      all.unshift({ signature, err: null, blockTime, ...facts });
      listed.set(wallet, all);
      statuses.set(signature, { err: null, confirmationStatus: 'confirmed' });
      const bytes = Buffer.concat([Buffer.of(1), Buffer.alloc(64, 9), Buffer.from(message)]);
      transactions.set(signature, bytes.toString('base64'));
    },
    async read(method: string, params: readonly unknown[]) {
      calls.push(method);
      return answer(method, params) as never;
    },
  };
}

type Status = { readonly err: object | null; readonly confirmationStatus: string };

function readKind(status: Status | null): string {
  if (status === null) return 'absent';
  if (status.confirmationStatus === 'processed') return 'seen';
  return status.err === null ? 'landed' : 'failed';
}

/** A store with two partners and claims, and a scripted ledger to settle them by. */
export async function createClaimsWorld(store: Store) {
  const builds = createBuilds(store);
  const attributions = createAttributions(store);
  const partners = createPartners(store);
  for (const id of ['one', 'two']) await partners.add({ id, name: id, keyHash: `k.${id}`, last4: 'aaaa' });
  const ledger = createLedger();
  const resolved: ResolvedClaim[] = [];
  const record = async (wallet: string, message: string, partnerId = 'one') => {
    const id = hashMessage(Buffer.from(message));
    const build = { id, wallet, message, contextSlot: 1n };
    await builds.offer(build, {
      id,
      lastValidBlockHeight: 1n,
      claim: { partnerId, referralCode: undefined },
    });
    return id;
  };
  return {
    partners,
    ledger,
    resolved,
    record,
    /** Lets time pass for every claim: by the database's clock, which nobody else can move. */
    async pass(milliseconds: number) {
      await store.db
        .updateTable('forms')
        .set((row) => ({
          created_at: row('created_at', '-', milliseconds),
          due_at: row('due_at', '-', milliseconds),
        }))
        .execute();
    },
    round: () =>
      resolveClaims({
        builds,
        ledger: ledger as unknown as LedgerClient,
        async readEnds(signatures) {
          const { value }: { value: readonly (Status | null)[] } = await ledger.read('getSignatureStatuses', [
            signatures,
          ]);
          return value.map((status) => ({ kind: readKind(status) }));
        },
        log: pino({ level: 'silent' }),
        clock: STEADY_CLOCK,
        onResolved: (outcome) => resolved.push(outcome),
        onSettled: (credits) => resolved.push(...credits.map(({ outcome }) => outcome)),
      }),
    pending: () => builds.countClaims(),
    credited: async () =>
      (await attributions.list({})).map(({ wallet, partner_id, signature }) => [
        wallet,
        partner_id,
        signature,
      ]),
  };
}
