import { base58 } from '@scure/base';
import { getFirstSlot } from '../../vm/epoch-schedule.ts';
import type { Method } from '../method.ts';
import { API_VERSION } from '../node-view.ts';
import { getLeader } from './leaders.ts';

/** A label: LiteSVM has mainnet's features, but no number that stands for them. */
const FEATURE_SET = 3_604_001_754;

/** Methods about the node itself. */
export const nodeMethods = {
  getHealth: (_params, node) => {
    node.assertIsHealthy();
    return 'ok';
  },

  getVersion: () => ({ 'feature-set': FEATURE_SET, 'solana-core': API_VERSION }),

  getGenesisHash: (_params, { ledger }) => base58.encode(ledger.genesisHash),

  getIdentity: (_params, node) => ({ identity: getLeader(node) }),

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

  // It keeps transactions longer than blocks.
  minimumLedgerSlot: () => 0n,

  getHighestSnapshotSlot: (_params, node) => ({ full: getFirstSlot(node.ledger.epoch()), incremental: null }),
} satisfies Record<string, Method>;
