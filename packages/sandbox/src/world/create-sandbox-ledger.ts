import { EventEmitter } from 'node:events';
import type { Address, Instruction, Signature } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { createBank, type OnOpenSlot } from '../vm/bank.ts';
import { type Block, drawRandomBytes, getEpoch, type RandomBytes } from '../vm/blocks.ts';
import { submitTransaction } from '../vm/execute-transaction.ts';
import { loadPrograms } from '../vm/player/model.ts';
import type { DecodedTransaction } from '../vm/transaction.ts';
import { describeTransactionError } from '../vm/transaction-error.ts';
import type { ExecutionResult } from '../vm/transaction-history.ts';
import { createGenesisState, type OpenBank, restoreState, saveState, TENANTS } from './ledger-state.ts';
import { findPlaces } from './places.ts';
import { grantSol, type SandboxLedger, type SavedState, signAsFaucet } from './sandbox-ledger.ts';
import { probeFeeRounding } from './stake-pool.ts';
import { createTimeControls } from './time.ts';

/**
 * Creates a ledger in the middle of an epoch, with everything of the deployment in place.
 *
 * @param now - Unix milliseconds of its newest block.
 * @param programsDirectory - folder of real program binaries; absent means that models stand for them.
 * @param random - what it takes chance from; the machine's unless given.
 */
export function createSandboxLedger(
  deployment: Deployment,
  now: () => number,
  programsDirectory?: string,
  random: RandomBytes = drawRandomBytes,
): SandboxLedger {
  const places = findPlaces(deployment);
  const programs = loadPrograms(
    TENANTS.flatMap((tenant) => tenant.programs),
    programsDirectory,
  );
  const onOpenSlot: OnOpenSlot = (vm, tip) => {
    for (const tenant of TENANTS) tenant.onSlot?.(vm, tip, places);
  };
  const openBank: OpenBank = (blocks, saved) => createBank(blocks, onOpenSlot, programs, saved);
  const state = createGenesisState(places, openBank, now(), random);
  const events = new EventEmitter<{ slot: [Block] }>();
  events.setMaxListeners(0);

  const submit = (transaction: DecodedTransaction): ExecutionResult => {
    const result = submitTransaction(transaction, state);
    // Nobody earns fees in the sandbox: they are burned as a whole.
    state.supply -= result.fee;
    return result;
  };
  const submitAsFaucet = (instructions: readonly Instruction[]): Signature => {
    const transaction = signAsFaucet(instructions, state.blocks.tip().blockhash);
    const { err } = submit(transaction);
    if (err !== null) throw new Error(describeTransactionError(err));
    return transaction.signature;
  };

  return Object.assign(state, {
    ...places,
    ...createTimeControls(state, places, submit, (block) => void events.emit('slot', block)),
    submitAsFaucet,
    fund: (address: Address, lamports: bigint) => submitAsFaucet(grantSol(address, lamports)),
    events,
    random,
    feeRounding: probeFeeRounding(state.bank, places.pool),
    binaries: programs.binaries,
    epoch: () => getEpoch(state.bank.openSlot()),
    findAccount: (address: Address) => state.bank.findAccount(address),
    submit,
    save: () => saveState(state),
    restore: (saved: SavedState) => {
      Object.assign(state, restoreState(saved, openBank, now(), random));
      events.emit('slot', state.blocks.tip());
    },
    close: () => state.bank.close(),
  });
}
