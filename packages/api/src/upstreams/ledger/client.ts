import type { Address } from '@solana/kit';
import { UpstreamFault } from '../../problems/faults.ts';
import { sleep } from '../../runtime/clock.ts';
import { drawRetryPause } from '../guard.ts';
import type { UpstreamPorts } from '../http.ts';
import type { LedgerAnswer, LedgerMethod } from './answers.ts';
import { believed, createLedgerNode, type ExpectedLedger, type LedgerNode } from './node.ts';

/** Milliseconds one read may take on one node. */
const READ_MILLISECONDS = 4_000;
/** A node this many slots behind the best one is asked last, as is one that is not believed. */
const LAG_LIMIT = 20n;

/** The ledger, through all configured RPC endpoints. */
export type LedgerClient = {
  readonly nodes: readonly LedgerNode[];
  /** What transactions are sent to again: endpoints for sending where there are any of this ledger, else the nodes. */
  readonly senders: readonly LedgerNode[];
  /** The nodes and the endpoints for sending. */
  readonly endpoints: readonly LedgerNode[];
  /** The nodes, the best one to ask first, those last that are further ahead than the ledger can be. */
  byHealth(): readonly LedgerNode[];
  /**
   * Reads from the healthiest node and once more from the next when that brought no answer.
   *
   * @throws {UpstreamRefusal} when the last node asked refuses; {@link UpstreamFault} when it brings no usable answer.
   */
  read<M extends LedgerMethod>(method: M, params: readonly unknown[]): Promise<LedgerAnswer<M>>;
  close(): Promise<void>;
};

/** Reads of the ledger, and nothing else. */
export type LedgerReader = Pick<LedgerClient, 'read'>;

/**
 * Opens all RPC endpoints of a deployment.
 *
 * @param sendUrls - endpoints that take transactions and nothing else; may be none.
 * @param expected - nodes of another ledger are not asked, and endpoints that say they are of one are sent nothing.
 */
export function createLedgerClient(
  urls: readonly string[],
  sendUrls: readonly string[],
  ports: UpstreamPorts,
  expected?: ExpectedLedger,
): LedgerClient {
  const nodes = urls.map((url, i) => createLedgerNode(url, `rpc${i + 1}`, ports, expected));
  const asSender = expected && { ...expected, mayBeSilent: true };
  const extra = sendUrls.map((url, i) => createLedgerNode(url, `send${i + 1}`, ports, asSender));
  const byHealth = () => {
    const trusted = believed(nodes, (node) => node.slot);
    const best = trusted.reduce((slot, node) => (node.slot > slot ? node.slot : slot), 0n);
    const isOdd = (node: LedgerNode) => best - node.slot > LAG_LIMIT || !trusted.includes(node);
    const rank = (node: LedgerNode) => node.failures + (isOdd(node) || node.isForeign ? 1_000 : 0);
    return nodes.toSorted((a, b) => rank(a) - rank(b));
  };
  return {
    nodes,
    endpoints: [...nodes, ...extra],
    get senders() {
      const sound = extra.filter(({ isForeign }) => !isForeign);
      return sound.length > 0 ? sound : nodes;
    },
    byHealth,
    async read(method, params) {
      const [first, second] = byHealth();
      if (first === undefined) throw new UpstreamFault('ledger', 'unreachable');
      try {
        return await first.call(method, params, READ_MILLISECONDS);
      } catch (fault) {
        const next = second ?? (isWorthRepeating(fault) ? first : undefined);
        if (next === undefined) throw fault;
        await sleep(ports.clock, drawRetryPause(ports.random));
        return await next.call(method, params, READ_MILLISECONDS);
      }
    },
    close: async () => {
      await Promise.all([...nodes, ...extra].map((node) => node.close()));
    },
  };
}

// The same node again only where the connection failed, not where the node is slow, limits us or refuses.
function isWorthRepeating(fault: unknown): boolean {
  return fault instanceof UpstreamFault && (fault.kind === 'unreachable' || fault.kind === 'broken');
}

/** What one read found of an account. */
export type ReadAccount = {
  readonly lamports: bigint;
  readonly owner: string;
  readonly data: Buffer;
};

/** What one read found of each account that was asked for; undefined for one that does not exist. */
export type ReadAccounts = {
  (account: Address): ReadAccount | undefined;
  /** All of them are of this slot. */
  readonly slot: bigint;
};

/**
 * Reads accounts in one call, all at the same slot.
 *
 * @throws {UpstreamFault} or {@link UpstreamRefusal} when the ledger does not answer.
 */
export async function readAccounts(
  addresses: readonly Address[],
  { ledger }: { readonly ledger: LedgerReader },
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<ReadAccounts> {
  const { context, value } = await ledger.read('getMultipleAccounts', [
    addresses,
    { encoding: 'base64', commitment },
  ]);
  const found = new Map<Address, ReadAccount>();
  for (const [i, address] of addresses.entries()) {
    const account = value[i];
    if (!account) continue;
    const { lamports, owner, data } = account;
    found.set(address, { lamports: BigInt(lamports), owner, data: Buffer.from(data[0], 'base64') });
  }
  return Object.assign((account: Address) => found.get(account), { slot: BigInt(context.slot) });
}
