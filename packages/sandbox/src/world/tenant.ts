import type { Instruction } from '@solana/kit';

import type { Bank } from '../vm/bank.ts';
import type { Block } from '../vm/blocks.ts';
import type { ProgramModel } from '../vm/models/program-model.ts';
import type { SandboxVm } from '../vm/sandbox-vm.ts';
import type { EpochRewards } from './cluster/epoch-rewards.ts';
import type { Places } from './places.ts';
import type { SandboxLedger } from './sandbox-ledger.ts';

/** Something that lives on the ledger: its programs, its accounts, and the people who act for it. */
export type Tenant = {
  /** Programs it brings. Each runs as its real binary where the folder of binaries has its `file`. */
  readonly programs: readonly ProgramModel[];
  /** Writes its accounts of the first slot; those of the tenants before it are there. */
  seed(bank: Bank, places: Places): void;
  /** Changes what the cluster itself changes when the VM moves to the slot after `tip`. */
  onSlot?(vm: SandboxVm, tip: Block, places: Places): void;
  /** Does what its people do once an epoch has ended, after the tenants before it. */
  onEpoch?(turn: EpochTurn): void;
  /** Says of itself, as members of `GET /sandbox`. */
  describe(ledger: SandboxLedger): object;
};

/** The first slot of an epoch, as tenants find it. */
export type EpochTurn = Places & {
  readonly bank: Bank;
  /** The epoch that ended. */
  readonly ended: bigint;
  /** Lamports in existence. */
  readonly supply: bigint;
  /** Whether keepers bring the stake pool to the new epoch. */
  readonly isPoolKept: boolean;
  /** Books what the ended epoch pays. */
  pay(rewards: Pick<EpochRewards, 'rewards' | 'minted'>): void;
  /** Signs instructions as the faucet and executes them; what the ledger refuses changes nothing. */
  send(instructions: readonly Instruction[]): void;
};
