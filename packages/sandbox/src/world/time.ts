import { MAINNET } from '../mainnet-2026-11.ts';
import { type Block, getEpoch, getFirstSlot, NOMINAL_SLOT_MILLISECONDS } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/transaction.ts';
import { TENANTS } from './ledger-state.ts';
import type { Places } from './places.ts';
import { type EpochTurn, type LedgerState, type SandboxLedger, signAsFaucet } from './sandbox-ledger.ts';

/** Epochs whose rewards are kept for `getInflationReward`. */
export const KEPT_REWARDS = 128;

/**
 * Creates the methods of {@link SandboxLedger} that move its time.
 *
 * @param onClosed - hears of every block once all that happens in its slot has happened.
 */
export function createTimeControls(
  state: LedgerState,
  places: Places,
  submit: (transaction: DecodedTransaction) => void,
  onClosed: (block: Block) => void,
) {
  const openEpoch = (): bigint => getEpoch(state.bank.openSlot());
  const closeSlot = (milliseconds: bigint, isPoolKept: boolean): void => {
    const ended = openEpoch();
    const block = state.blocks.append(milliseconds);
    if (openEpoch() > ended) turnEpoch(state, places, submit, { ended, isPoolKept });
    onClosed(block);
  };
  const skipTo = (slot: bigint): void => {
    if (state.blocks.tip().slot < slot) state.blocks.jumpTo(slot, NOMINAL_SLOT_MILLISECONDS);
  };
  return {
    advanceSlots(count: number | bigint, milliseconds = NOMINAL_SLOT_MILLISECONDS) {
      for (let left = BigInt(count); left > 0n; left -= 1n) closeSlot(milliseconds, true);
    },
    approachEpochEnd(slotsLeft: number) {
      skipTo(getFirstSlot(openEpoch() + 1n) - BigInt(Math.max(slotsLeft, 1)) - 1n);
      // Its last slot is closed and not skipped over: what ends an epoch happens then.
      if (slotsLeft === 0) closeSlot(NOMINAL_SLOT_MILLISECONDS, true);
    },
    advanceEpochs(count: number | bigint, { updatePool = true } = {}) {
      for (let left = BigInt(count); left > 0n; left -= 1n) {
        const first = getFirstSlot(openEpoch() + 1n);
        skipTo(first - 2n);
        while (openEpoch() < getEpoch(first)) closeSlot(NOMINAL_SLOT_MILLISECONDS, updatePool);
        // So far into the epoch that it is there at every commitment.
        skipTo(first + MAINNET.finalBlocks);
        closeSlot(NOMINAL_SLOT_MILLISECONDS, updatePool);
      }
    },
  };
}

/** Lets every tenant do what it does in the first slot of an epoch. */
function turnEpoch(
  state: LedgerState,
  places: Places,
  submit: (transaction: DecodedTransaction) => void,
  { ended, isPoolKept }: { readonly ended: bigint; readonly isPoolKept: boolean },
): void {
  const turn: EpochTurn = {
    ...places,
    bank: state.bank,
    ended,
    supply: state.supply,
    isPoolKept,
    pay({ rewards, minted }) {
      state.supply += minted;
      const byAddress = new Map(rewards.map((reward) => [reward.address, reward]));
      state.rewards.set(ended, { paidAt: state.bank.vm().getClock().unixTimestamp, byAddress });
      state.rewards.delete(ended - BigInt(KEPT_REWARDS));
    },
    send(instructions) {
      if (instructions.length === 0) return;
      submit(signAsFaucet(instructions, state.blocks.tip().blockhash));
    },
  };
  for (const tenant of TENANTS) tenant.onEpoch?.(turn);
}

/**
 * The time that a process that was held up makes up for in one go. Time lost beyond that stays lost, as on a ledger that
 * halted: transactions under way would die of slots in which they could not be sent.
 */
const CATCH_UP_MILLISECONDS = 500;

/**
 * Closes a slot every `slotMilliseconds` of monotonic time; the few slots missed by a busy process follow at once.
 *
 * @param elapsed - milliseconds since some moment in the past.
 * @returns stops the clock.
 */
export function startSlotClock(
  ledger: SandboxLedger,
  slotMilliseconds: number,
  elapsed: () => number,
): () => void {
  const most = Math.max(1, Math.floor(CATCH_UP_MILLISECONDS / slotMilliseconds));
  let due = elapsed() + slotMilliseconds;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    const missed = Math.floor((elapsed() - due) / slotMilliseconds) + 1;
    if (missed > 0) {
      ledger.advanceSlots(Math.min(missed, most), BigInt(Math.round(slotMilliseconds)));
      due += missed * slotMilliseconds;
    }
    schedule();
  };
  const schedule = (): void => {
    timer = setTimeout(tick, Math.max(1, due - elapsed()));
    timer.unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
