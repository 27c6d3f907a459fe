import { isRecent } from '../../vm/check-transaction.ts';
import { getFee } from '../../vm/fees.ts';
import { decodeMessage, type Message } from '../../vm/message.ts';
import type { LandedTransaction } from '../../vm/transaction-history.ts';
import type { Method } from '../method.ts';
import { configAt, requireText, requireU64, toAddress, toTexts } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

/** agave `MAX_TX_ACCOUNT_LOCKS`. */
const MAX_FEE_ADDRESSES = 128;
/** Blocks the fee cache remembers: agave `MAX_NUM_RECENT_BLOCKS`. */
const RECENT_BLOCKS = 150;

/** Methods about fees, rent and the stake minimum. */
export const feeMethods = {
  getFeeForMessage: (params, node) => {
    const message = readMessage(requireText(params, 0));
    return node.answer(configAt(params, 1), (block) =>
      isRecent(message.lifetimeToken, block, node.ledger.blocks) ? getFee({ message }) : null,
    );
  },

  getMinimumBalanceForRentExemption: (params, node) =>
    node.ledger.bank.vm().minimumBalanceForRentExemption(requireU64(params, 0)),

  /**
   * The least price paid in each recent block, or by the dearest of the given accounts
   * (agave `PrioritizationFeeCache`); a block without transactions counts as free.
   */
  getRecentPrioritizationFees: (params, node) => {
    const addresses =
      params[0] === undefined || params[0] === null ? [] : toTexts(params[0], MAX_FEE_ADDRESSES);
    const accounts = addresses.map(toAddress);
    const newest = node.block('confirmed').slot;
    const oldest = newest - BigInt(RECENT_BLOCKS) + 1n;
    const bySlot = new Map<bigint, LandedTransaction[]>();
    for (const landed of node.ledger.history.newestFirst()) {
      if (landed.slot < oldest) break;
      bySlot.set(landed.slot, [...(bySlot.get(landed.slot) ?? []), landed]);
    }
    return Array.from({ length: RECENT_BLOCKS }, (_, index) => {
      const slot = oldest + BigInt(index);
      return { slot, prioritizationFee: getPrice(bySlot.get(slot) ?? [], accounts) };
    });
  },
} satisfies Record<string, Method>;

function getPrice(landed: readonly LandedTransaction[], accounts: readonly string[]): bigint {
  const prices = [
    leastPrice(landed),
    ...accounts.map((account) =>
      leastPrice(landed.filter(({ writableAccounts }) => writableAccounts.some((key) => key === account))),
    ),
  ];
  return prices.reduce((most, price) => (price > most ? price : most), 0n);
}

function leastPrice(landed: readonly LandedTransaction[]): bigint {
  const prices = landed.map(({ computeUnitPrice }) => computeUnitPrice);
  return prices.length === 0 ? 0n : prices.reduce((least, price) => (price < least ? price : least));
}

function readMessage(text: string): Message {
  try {
    return decodeMessage(new Uint8Array(Buffer.from(text, 'base64')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'not a message';
    throw invalidParams(`failed to deserialize solana_message::versions::VersionedMessage: ${reason}`);
  }
}
