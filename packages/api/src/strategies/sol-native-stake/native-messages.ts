import { base58 } from '@scure/base';
import { type Address, blockhash, type Instruction } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import {
  type ComputeBudget,
  compileMessage,
  createMessageTemplate,
  type FillMessage,
} from '@staking-agent/chain/message';
import {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '@staking-agent/chain/stake';

const PARTIES = {
  wallet: 'account',
  stakeAccount: 'account',
  blockhash: 'blockhash',
  computeUnitLimit: 'u32',
  computeUnitPrice: 'u64',
} as const;
const PARTIES_AND_LAMPORTS = { ...PARTIES, lamports: 'u64' } as const;
const WITH_SEED = { ...PARTIES_AND_LAMPORTS, seed: 'ascii32' } as const;

/** The native messages; keys and blockhash as 32 bytes. */
export type NativeMessages = {
  /** `lamports` is the first balance of the stake account. */
  readonly stake: FillMessage<typeof PARTIES_AND_LAMPORTS>;
  /** The same, with an account that derives from wallet and seed. */
  readonly stakeWithSeed: FillMessage<typeof WITH_SEED>;
  readonly deactivate: FillMessage<typeof PARTIES>;
  /** `lamports` leave the stake account. */
  readonly withdraw: FillMessage<typeof PARTIES_AND_LAMPORTS>;
};

/** Compute units each may use: what a run on the real programs used, with room for a costlier version of them. */
export const COMPUTE_UNIT_LIMITS = {
  stake: 40_000,
  deactivate: 20_000,
  withdraw: 20_000,
  split: 40_000,
  /** Of each account that is merged. */
  merge: 30_000,
} as const;

/** Prepares the native messages for one validator. */
export function createNativeMessages(voteAccount: Address): NativeMessages {
  return {
    stake: createMessageTemplate(PARTIES_AND_LAMPORTS, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({ ...parties, voteAccount, lamports: values.lamports }),
      ),
    ),
    stakeWithSeed: createMessageTemplate(WITH_SEED, (values) =>
      compile(values, (parties) =>
        getCreateAndDelegateInstructions({
          ...parties,
          seed: Buffer.from(values.seed).toString('latin1'),
          voteAccount,
          lamports: values.lamports,
        }),
      ),
    ),
    deactivate: createMessageTemplate(PARTIES, (values) =>
      compile(values, (parties) => [getDeactivateStakeInstruction(parties)]),
    ),
    withdraw: createMessageTemplate(PARTIES_AND_LAMPORTS, (values) =>
      compile(values, (parties) => [getWithdrawStakeInstruction({ ...parties, lamports: values.lamports })]),
    ),
  };
}

function compile(
  values: { wallet: Uint8Array; stakeAccount: Uint8Array; blockhash: Uint8Array } & ComputeBudget,
  instructionsFor: (parties: { wallet: Address; stakeAccount: Address }) => readonly Instruction[],
): Uint8Array {
  const wallet = toAddress(values.wallet);
  const stakeAccount = toAddress(values.stakeAccount);
  return compileMessage({
    feePayer: wallet,
    blockhash: blockhash(base58.encode(values.blockhash)),
    budget: values,
    instructions: instructionsFor({ wallet, stakeAccount }),
  });
}
