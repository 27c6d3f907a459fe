import type { Block } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { getEpoch, getFirstSlot, NOMINAL_SLOT_MILLISECONDS } from '../vm/epoch-schedule.ts';
import { signAsFaucet } from './faucet.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Places } from './places.ts';
import type { SandboxLedger } from './sandbox-ledger.ts';
import type { EpochTurn } from './tenant.ts';
import { TENANTS } from './tenants.ts';

/** Epochs whose rewards are kept for `getInflationReward`. */
const KEPT_REWARDS = 128n;

/** Blocks into an epoch at which its first slot is final, so that every commitment agrees on the epoch. */
const FINAL_AFTER = 32n;

type Hooks = {
  submit(transaction: DecodedTransaction): void;
  /** Hears of every block once all that happens in its slot has happened. */
  onClosed(block: Block): void;
};

/** What moves the time of a ledger: {@link SandboxLedger} says how. */
export function createTimeControls(
  state: LedgerState,
  places: Places,
  hooks: Hooks,
): Pick<SandboxLedger, 'advanceSlots' | 'advanceEpochs' | 'approachEpochEnd'> {
  const openEpoch = (): bigint => getEpoch(state.bank.openSlot());
  const closeSlot = (milliseconds: bigint, isPoolKept: boolean): void => {
    const ended = openEpoch();
    const block = state.blocks.append(milliseconds);
    if (openEpoch() > ended) turnEpoch({ state, places, hooks, ended, isPoolKept });
    hooks.onClosed(block);
  };
  const skipTo = (slot: bigint): void => {
    if (state.blocks.tip().slot < slot) state.blocks.jumpTo(slot, NOMINAL_SLOT_MILLISECONDS);
  };
  return {
    advanceSlots(count, milliseconds = NOMINAL_SLOT_MILLISECONDS) {
      for (let left = BigInt(count); left > 0n; left -= 1n) closeSlot(milliseconds, true);
    },
    approachEpochEnd(slotsLeft) {
      skipTo(getFirstSlot(openEpoch() + 1n) - BigInt(Math.max(slotsLeft, 1)) - 1n);
      // Its last slot is closed and not skipped over: what ends an epoch happens then.
      if (slotsLeft === 0) closeSlot(NOMINAL_SLOT_MILLISECONDS, true);
    },
    advanceEpochs(count, { updatePool = true } = {}) {
      for (let left = BigInt(count); left > 0n; left -= 1n) {
        const first = getFirstSlot(openEpoch() + 1n);
        skipTo(first - 2n);
        while (openEpoch() < getEpoch(first)) closeSlot(NOMINAL_SLOT_MILLISECONDS, updatePool);
        // So far into the epoch that it is there at every commitment.
        skipTo(first + FINAL_AFTER);
        closeSlot(NOMINAL_SLOT_MILLISECONDS, updatePool);
      }
    },
  };
}

/** Lets every tenant do what it does in the first slot of an epoch. */
function turnEpoch(input: {
  readonly state: LedgerState;
  readonly places: Places;
  readonly hooks: Hooks;
  readonly ended: bigint;
  readonly isPoolKept: boolean;
}): void {
  const { state, places, hooks, ended, isPoolKept } = input;
  const turn: EpochTurn = {
    ...places,
    bank: state.bank,
    ended,
    supply: state.supply,
    isPoolKept,
    pay({ rewards, minted }) {
      state.supply += minted;
      state.rewards.set(ended, new Map(rewards.map((reward) => [reward.address, reward])));
      state.rewards.delete(ended - KEPT_REWARDS);
    },
    send(instructions) {
      if (instructions.length === 0) return;
      hooks.submit(signAsFaucet(instructions, state.blocks.tip().blockhash));
    },
  };
  for (const tenant of TENANTS) tenant.onEpoch?.(turn);
}
