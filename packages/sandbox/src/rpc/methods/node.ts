import { base58 } from '@scure/base';
import { getFirstSlot } from '../../vm/epoch-schedule.ts';
import type { Method } from '../method.ts';
import { API_VERSION, type NodeView } from '../node-view.ts';
import { configAt, requireU64 } from '../params.ts';

/** A label: LiteSVM has mainnet's features, but no number that stands for them. */
const FEATURE_SET = 3_604_001_754;

/** Slots in a row one leader has: agave `NUM_CONSECUTIVE_LEADER_SLOTS`. */
const LEADERS_LIMIT = 5000n;

/** Methods about the node itself. */
export const nodeMethods = {
  getHealth: (_params, node) => {
    node.assertIsHealthy();
    return 'ok';
  },

  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),

  getGenesisHash: (_params, { ledger }) => base58.encode(ledger.genesisHash),

  getIdentity: (_params, node) => ({ identity: getLeader(node) }),

  getSlotLeader: (params, node) => {
    node.bank(configAt(params, 0));
    return getLeader(node);
  },

  getSlotLeaders: (params, node) => {
    requireU64(params, 0);
    const count = requireU64(params, 1);
    return Array.from({ length: Number(count < LEADERS_LIMIT ? count : LEADERS_LIMIT) }, () =>
      getLeader(node),
    );
  },

  getClusterNodes: (_params, node) =>
    [...node.ledger.validators.values()].map((validator) => ({
      featureSet: FEATURE_SET,
      gossip: null,
      pubkey: validator.node,
      rpc: null,
      shredVersion: 1,
      tpu: null,
      tpuQuic: null,
      version: API_VERSION,
    })),

  minimumLedgerSlot: (_params, node) => node.ledger.blocks.oldest().slot,

  getHighestSnapshotSlot: (_params, node) => ({ full: getFirstSlot(node.ledger.epoch()), incremental: null }),
} satisfies Record<string, Method>;

/** The one leader there is: the operator's validator. */
function getLeader({ ledger }: NodeView): string {
  const [operator] = ledger.validators.values();
  if (operator === undefined) throw new Error('A world has validators.');
  return operator.node;
}
