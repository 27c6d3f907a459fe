import { COMMITMENT_DEPTH, type Commitment } from '../../vm/blocks.ts';
import { type LandedTransaction, REMEMBERED_BLOCKS } from '../../vm/transaction-history.ts';
import type { Method } from '../method.ts';
import { createContext, type NodeView } from '../node-view.ts';
import {
  assertIsSignatureText,
  configAt,
  readFlag,
  readSettledCommitment,
  readU64,
  requireAddress,
  requireTexts,
} from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

/** agave `MAX_GET_SIGNATURE_STATUSES_QUERY_ITEMS`. */
const MAX_SIGNATURES = 256;
/** agave `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT`. */
const MAX_LISTED = 1000n;

/** Methods about the fate of signatures. */
export const signatureMethods = {
  getSignatureStatuses: (params, node) => {
    const signatures = requireTexts(params, 0, MAX_SIGNATURES);
    for (const signature of signatures) assertIsSignatureText(signature);
    const everything = readFlag(configAt(params, 1), 'searchTransactionHistory');
    const newest = node.block('processed');
    return {
      context: createContext(newest),
      value: signatures.map((signature) => {
        const landed = findLanded(signature, 'processed', node);
        const forgotten = landed !== undefined && landed.blockHeight + REMEMBERED_BLOCKS < newest.height;
        return landed === undefined || (forgotten && !everything) ? null : getStatus(landed, node);
      }),
    };
  },

  getSignaturesForAddress: (params, node) => {
    const address = requireAddress(params, 0);
    const config = configAt(params, 1);
    readSettledCommitment(config);
    const limit = readU64(config, 'limit') ?? MAX_LISTED;
    if (limit === 0n || limit > MAX_LISTED) throw invalidParams(`Invalid limit; max ${MAX_LISTED}`);
    const newest = node.bank(config).slot;
    const between = [...node.ledger.history.newestFirst()].filter(
      ({ accounts, slot }) => slot <= newest && accounts.includes(address),
    );
    return cut(between, config['before'], config['until'])
      .slice(0, Number(limit))
      .map((landed) => ({
        blockTime: landed.blockTime,
        confirmationStatus: getConfirmationStatus(landed, node),
        err: landed.result.err,
        memo: null,
        signature: landed.signature,
        slot: landed.slot,
      }));
  },
} satisfies Record<string, Method>;

/** A landed transaction that a node has seen at a commitment. */
export function findLanded(
  signature: string,
  commitment: Commitment,
  node: NodeView,
): LandedTransaction | undefined {
  const landed = node.ledger.history.find(signature);
  return landed !== undefined && landed.slot <= node.block(commitment).slot ? landed : undefined;
}

function getStatus(landed: LandedTransaction, node: NodeView): object {
  const { err } = landed.result;
  const depth = node.block('processed').slot - landed.slot;
  return {
    confirmationStatus: getConfirmationStatus(landed, node),
    confirmations: depth >= COMMITMENT_DEPTH.finalized ? null : depth,
    err,
    slot: landed.slot,
    status: err === null ? { Ok: null } : { Err: err },
  };
}

function getConfirmationStatus({ slot }: LandedTransaction, node: NodeView): Commitment {
  if (slot <= node.block('finalized').slot) return 'finalized';
  return slot <= node.block('confirmed').slot ? 'confirmed' : 'processed';
}

function cut(
  newestFirst: readonly LandedTransaction[],
  before: unknown,
  until: unknown,
): readonly LandedTransaction[] {
  const indexOf = (signature: unknown): number =>
    newestFirst.findIndex((landed) => landed.signature === signature);
  const start = typeof before === 'string' ? indexOf(before) + 1 : 0;
  const end = typeof until === 'string' ? indexOf(until) : -1;
  return newestFirst.slice(start, end < 0 ? undefined : end);
}
