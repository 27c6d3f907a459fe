import type { Address, Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import type { NodeView } from '../../rpc/node-view.ts';

/** Micro-lamports per compute unit the router offers. */
const UNIT_PRICE = 20_000n;

/** What is compiled; the fee payer is the only signer of an honest order. */
export type OrderedInstructions = {
  readonly feePayer: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** Goes before the compute budget. */
  readonly first?: Instruction;
  /** Stands in the place of the price the router offers. */
  readonly price?: Instruction;
};

/** Compiles an unsigned version 0 transaction over the newest confirmed blockhash: every signature is zero. */
export function compileOrder(
  order: OrderedInstructions,
  node: NodeView,
): { readonly bytes: Uint8Array; readonly messageBytes: Uint8Array } {
  const { blockhash } = node.block('confirmed');
  const { feePayer } = order;
  const messageBytes = compileMessageWithTables({ feePayer, blockhash, instructions: withBudget(order) }, {});
  // Behind the version.
  const signers = messageBytes[1] ?? 1;
  return {
    bytes: Buffer.concat([Uint8Array.of(signers), Buffer.alloc(64 * signers), messageBytes]),
    messageBytes,
  };
}

/** The compute budget goes in front, as wallets expect it. */
function withBudget({ instructions, units, first, price }: OrderedInstructions): Instruction[] {
  return [
    ...(first === undefined ? [] : [first]),
    getSetComputeUnitLimitInstruction({ units }),
    price ?? getSetComputeUnitPriceInstruction({ microLamports: UNIT_PRICE }),
    ...instructions,
  ];
}
