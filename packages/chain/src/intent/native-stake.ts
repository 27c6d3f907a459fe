import type { Intent } from './intent.ts';
import { CLOCK, RENT, STAKE_CONFIG, STAKE_HISTORY, STAKE_PROGRAM, SYSTEM_PROGRAM } from './known-keys.ts';
import type { InstructionView } from './read-message.ts';

/** The intents of native staking. */
export type NativeStakeIntent = Extract<Intent, { kind: `native-${string}` }>;

type StakeIntent<K extends NativeStakeIntent['kind']> = Extract<NativeStakeIntent, { kind: K }>;

/** The one list of instructions that fulfils a native-stake intent, as the programs read them. */
export function expectedNativeStakeInstructions(intent: NativeStakeIntent): readonly InstructionView[] {
  switch (intent.kind) {
    case 'native-stake':
      return [createAccount(intent), initialize(intent), delegate(intent)];
    case 'native-deactivate':
      return [deactivate(intent)];
    case 'native-withdraw':
      return [withdraw(intent)];
  }
}

// System CreateAccount: u32 tag 0, u64 lamports, u64 space, owner.
function createAccount({ wallet, stakeAccount, lamports }: StakeIntent<'native-stake'>): InstructionView {
  const data = new Uint8Array(52);
  const view = new DataView(data.buffer);
  view.setBigUint64(4, lamports, true);
  view.setBigUint64(12, 200n, true);
  data.set(STAKE_PROGRAM, 20);
  return { program: SYSTEM_PROGRAM, accounts: [wallet, stakeAccount], data };
}

// Stake Initialize: u32 tag 0, staker, withdrawer, then a lockup of 48 zero bytes: none.
function initialize({ wallet, stakeAccount }: StakeIntent<'native-stake'>): InstructionView {
  const data = new Uint8Array(116);
  data.set(wallet, 4);
  data.set(wallet, 36);
  return { program: STAKE_PROGRAM, accounts: [stakeAccount, RENT], data };
}

// Stake DelegateStake: u32 tag 2.
function delegate({ wallet, stakeAccount, voteAccount }: StakeIntent<'native-stake'>): InstructionView {
  const accounts = [stakeAccount, voteAccount, CLOCK, STAKE_HISTORY, STAKE_CONFIG, wallet];
  return { program: STAKE_PROGRAM, accounts, data: Uint8Array.of(2, 0, 0, 0) };
}

// Stake Deactivate: u32 tag 5.
function deactivate({ wallet, stakeAccount }: StakeIntent<'native-deactivate'>): InstructionView {
  return {
    program: STAKE_PROGRAM,
    accounts: [stakeAccount, CLOCK, wallet],
    data: Uint8Array.of(5, 0, 0, 0),
  };
}

// Stake Withdraw: u32 tag 4, u64 lamports; the second account receives.
function withdraw({ wallet, stakeAccount, lamports }: StakeIntent<'native-withdraw'>): InstructionView {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, 4, true);
  view.setBigUint64(4, lamports, true);
  return { program: STAKE_PROGRAM, accounts: [stakeAccount, wallet, CLOCK, STAKE_HISTORY, wallet], data };
}
