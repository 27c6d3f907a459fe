import { MAINNET } from '../mainnet-2026-11.ts';
import { type Block, type Commitment, getDepth } from '../vm/blocks.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { type Config, type Params, RPC_ERROR_CODES, RpcError } from './params.ts';

/** Slots behind the cluster at which a node calls itself unhealthy: agave `DELINQUENT_VALIDATOR_SLOT_DISTANCE`. */
const UNHEALTHY_BEHIND = 128n;

/** A node's knowledge of the ledger: the blocks it has received, at each commitment. */
export type NodeView = ReturnType<typeof createNodeView>;

/** Answers one JSON-RPC method; throws an RpcError to answer with an error. */
export type Method = (params: Params, node: NodeView) => unknown;

type Context = { readonly apiVersion: string; readonly slot: bigint };

/**
 * Creates a node's view of the ledger.
 *
 * @param lagSlots - blocks the node is behind; account state is the newest all the same.
 */
export function createNodeView(ledger: SandboxLedger, lagSlots = () => 0) {
  /** Returns the newest block that the node has at a commitment. */
  const block = (commitment: Commitment): Block => {
    const { blocks } = ledger;
    const newest = blocks.tip().slot - BigInt(lagSlots());
    const slot = newest - getDepth(commitment, newest);
    return blocks.find(slot) ?? blocks.oldest();
  };
  /** Returns the block a read is answered at. @throws {RpcError} -32016 when the node has not reached `minContextSlot`. */
  const bank = (config: Config, option?: string): Block => {
    const found = block(config.commitment(option));
    const minimum = config.u64('minContextSlot');
    if (minimum === undefined || found.slot >= minimum) return found;
    throw new RpcError(
      RPC_ERROR_CODES.minContextSlotNotReached,
      'Minimum context slot has not been reached',
      { contextSlot: found.slot },
    );
  };
  return {
    ledger,
    block,
    bank,
    /** Answers `{context, value}` for a read at the commitment of its options. */
    answer: <T>(config: Config, read: (block: Block) => T): { context: Context; value: T } => {
      const found = bank(config);
      return { context: createContext(found), value: read(found) };
    },
    /** @throws {RpcError} -32005 when the node is too far behind. */
    assertIsHealthy: (): void => {
      const numSlotsBehind = BigInt(lagSlots());
      if (numSlotsBehind <= UNHEALTHY_BEHIND) return;
      const message = `Node is behind by ${numSlotsBehind} slots`;
      throw new RpcError(RPC_ERROR_CODES.nodeUnhealthy, message, { numSlotsBehind });
    },
  };
}

/** Creates the `context` of an answer. */
export function createContext({ slot }: Block): Context {
  return { apiVersion: MAINNET.nodeVersion, slot };
}
