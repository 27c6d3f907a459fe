import { EventEmitter } from 'node:events';
import type { Deployment } from '@staking-agent/chain/deployment';
import { createBank, type OnOpenSlot } from '../vm/bank.ts';
import type { Block } from '../vm/blocks.ts';
import type { DecodedTransaction } from '../vm/decoded-transaction.ts';
import { getEpoch } from '../vm/epoch-schedule.ts';
import type { ExecutionResult } from '../vm/execution-result.ts';
import { loadPrograms } from '../vm/models/load-programs.ts';
import { drawRandomBytes, type RandomBytes } from '../vm/random-bytes.ts';
import { submitTransaction } from '../vm/submit-transaction.ts';
import { createFaucet } from './create-faucet.ts';
import { createTimeControls } from './create-time-controls.ts';
import { createGenesisState, type OpenBank } from './ledger-state.ts';
import { findPlaces } from './places.ts';
import type { SandboxLedger } from './sandbox-ledger.ts';
import { restoreState, saveState } from './snapshot.ts';
import { probeFeeRounding } from './stake-pool/probe-fee-rounding.ts';
import { TENANTS } from './tenants.ts';

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
  const onClosed = (block: Block) => void events.emit('slot', block);

  return {
    ...places,
    ...createTimeControls(state, places, { submit, onClosed }),
    ...createFaucet(state, submit),
    events,
    random,
    feeRounding: probeFeeRounding(state.bank, places.pool),
    binaries: programs.binaries,
    get blocks() {
      return state.blocks;
    },
    get bank() {
      return state.bank;
    },
    get history() {
      return state.history;
    },
    get rewards() {
      return state.rewards;
    },
    get supply() {
      return state.supply;
    },
    get genesisHash() {
      return state.genesisHash;
    },
    epoch: () => getEpoch(state.bank.openSlot()),
    findAccount: (address) => state.bank.findAccount(address),
    submit,
    save: () => saveState(state, deployment),
    restore(bytes) {
      Object.assign(state, restoreState(bytes, deployment, openBank, now(), random));
      events.emit('slot', state.blocks.tip());
    },
  };
}
