import type { Address, EncodedAccount } from '@solana/kit';
import { Clock, EpochRewards, EpochSchedule } from 'litesvm';
import { MAINNET } from '../mainnet-2026-11.ts';
import {
  type Block,
  type Blocks,
  getEpoch,
  getFirstSlot,
  LEADER_SCHEDULE_SLOT_OFFSET,
  NOMINAL_SLOT_MILLISECONDS,
  SLOTS_PER_EPOCH,
  writeSlotHashes,
} from './blocks.ts';
import type { ProgramModel, Programs } from './player/model.ts';
import { SandboxVm } from './sandbox-vm.ts';

/** The open slot of a ledger. */
export type Bank = ReturnType<typeof createBank>;

/** Called when the VM moves to the slot after `tip`. */
export type OnOpenSlot = (vm: SandboxVm, tip: Block) => void;

/**
 * Opens the bank on top of the newest block: a Solana VM whose sysvars are brought to that block whenever it is read.
 *
 * LiteSVM's own checks of signatures, blockhash age and duplicates are off; `execute-transaction.ts` does them with
 * a validator's rules.
 *
 * @param onOpenSlot - applies the cluster's own changes in every slot.
 * @param programs - what the VM has beside the native programs.
 * @param snapshot - bytes of an earlier bank; absent means a new VM with all native programs.
 */
export function createBank(
  blocks: Blocks,
  onOpenSlot: OnOpenSlot,
  programs: Programs,
  snapshot?: Uint8Array,
) {
  const svm = snapshot === undefined ? takeVm() : SandboxVm.restore(snapshot);
  programs.install(svm);
  let syncedSlot: bigint | undefined;
  let isClosed = false;
  let signatureFee: bigint = MAINNET.signatureFee;

  const vm = (): SandboxVm => {
    if (isClosed) throw new Error('The sandbox has been closed.');
    if (syncedSlot === blocks.tip().slot) return svm;
    syncedSlot = blocks.tip().slot;
    writeClock(svm, blocks);
    writeSlotHashes(svm, blocks);
    // The VM's own blockhash seeds durable nonces, which must differ from slot to slot.
    svm.expireBlockhash();
    onOpenSlot(svm, blocks.tip());
    return svm;
  };

  return {
    /** Returns the VM, with Clock and SlotHashes of the open slot. */
    vm,
    /** Returns the slot that transactions execute in: one after the newest closed block. */
    openSlot: () => blocks.tip().slot + 1n,
    findAccount: (address: Address): EncodedAccount | undefined => {
      const account = vm().readAccount(address);
      return account !== undefined && programs.models.has(address)
        ? { ...account, executable: true }
        : account;
    },
    getLamports: (address: Address): bigint => vm().readBalance(address),
    /** Writes an account as it is, outside of any transaction. A modelled program is shown as executable, and none in the VM. */
    setAccount: (account: EncodedAccount): void =>
      vm().setAccount(programs.models.has(account.address) ? { ...account, executable: false } : account),
    /** Deploys a model in the open slot, over the one that stood for its program. */
    upgrade: (model: ProgramModel): void => programs.upgrade(vm(), model, blocks.tip().slot + 1n),
    /** Programs that run as models; the VM does not know them. */
    models: programs.models,
    /** Lamports that each signature costs. */
    signatureFee: (): bigint => signatureFee,
    setSignatureFee: (lamports: bigint): void => {
      signatureFee = lamports;
    },
    /** Saves the whole VM, for a later bank. */
    toBytes: () => vm().toBytes(),
    /** Leaves the VM to the next bank; later calls throw. */
    close: (): void => {
      if (!isClosed && spareVms.length < MOST_SPARE) spareVms.push(svm);
      isClosed = true;
    },
  };
}

/** VMs of closed banks. A new one compiles the token programs, which takes longer than all else that a ledger begins with. */
const spareVms: SandboxVm[] = [];
const MOST_SPARE = 16;
/** It has run nothing: a VM that is used again is put back to its accounts. */
let freshVm: SandboxVm | undefined;

function takeVm(): SandboxVm {
  const svm = spareVms.pop();
  if (svm === undefined) return createVm();
  freshVm ??= createVm();
  return svm.reset(freshVm) ? svm : createVm();
}

function createVm(): SandboxVm {
  const svm = new SandboxVm();
  svm.withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n).withNativeMints();
  svm.setRentPerByte(MAINNET.rentLamportsPerByte);
  svm.setEpochSchedule(new EpochSchedule(SLOTS_PER_EPOCH, LEADER_SCHEDULE_SLOT_OFFSET, false, 0n, 0n));
  svm.setEpochRewards(new EpochRewards(0n, 1n, svm.latestBlockhash(), 0n, 0n, 0n, false));
  return svm;
}

function writeClock(svm: SandboxVm, blocks: Blocks): void {
  const tip = blocks.tip();
  const slot = tip.slot + 1n;
  const epoch = getEpoch(slot);
  const seconds = tip.unixMilliseconds / 1000n;
  const previous = svm.getClock();
  const epochStart = previous.epoch === epoch ? previous.epochStartTimestamp : startOfEpoch(blocks, epoch);
  svm.setClock(new Clock(slot, epochStart, epoch, epoch + 1n, seconds));
}

/** Returns Unix seconds; for an epoch that began before the first block, computed from the nominal slot time. */
function startOfEpoch(blocks: Blocks, epoch: bigint): bigint {
  const first = getFirstSlot(epoch);
  const known = blocks.find(first);
  const { slot, unixMilliseconds } = blocks.tip();
  const ago = slot > first ? (slot - first) * NOMINAL_SLOT_MILLISECONDS : 0n;
  return (known?.unixMilliseconds ?? unixMilliseconds - ago) / 1000n;
}
