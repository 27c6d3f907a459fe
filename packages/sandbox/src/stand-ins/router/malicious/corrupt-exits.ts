import { createNoopSigner, type Instruction } from '@solana/kit';
import { getDelegateStakeInstruction, getInitializeInstruction } from '@solana-program/stake';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import { STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '../../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../../vm/stake/stake-account.ts';
import { createDeterministicKey } from '../../../world/accounts/deterministic-key.ts';
import { findSeeded } from '../pool-view.ts';
import type { Corruptions, Scene } from './corruption.ts';

const DEACTIVATE = 5;
const SOL = 1_000_000_000n;
/** A validator that keeps all rewards. */
const STRANGER_VOTE = createDeterministicKey('stranger vote').address;

/** A slow exit that does not lead out. */
export const EXIT_CORRUPTIONS: Corruptions<'no-deactivate' | 'stranger-validator'> = {
  'no-deactivate': ({ draft }) => {
    const instructions = draft.instructions.filter((each) => !isDeactivation(each));
    return instructions.length < draft.instructions.length ? { instructions } : undefined;
  },
  'stranger-validator': delegateToStranger,
};

function isDeactivation({ programAddress, data }: Instruction): boolean {
  return programAddress === STAKE_PROGRAM_ADDRESS && data?.[0] === DEACTIVATE;
}

/** In the place of the stake of the pool comes SOL of the wallet's own, delegated to the stranger's validator. */
async function delegateToStranger({ draft, ledger }: Scene) {
  if (draft.output !== 'stake') return undefined;
  const { bank, deployment } = ledger;
  const known = ledger.findAccount(deployment.voteAccount);
  if (known === undefined) return undefined;
  bank.setAccount({ ...known, address: STRANGER_VOTE });
  const { wallet } = draft;
  const seed = `vote${ledger.blocks.tip().slot}`;
  const stake = await findSeeded(wallet, seed, STAKE_PROGRAM_ADDRESS);
  const rent = bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE));
  const authority = createNoopSigner(wallet);
  return {
    instructions: [
      getCreateAccountWithSeedInstruction({
        payer: authority,
        newAccount: stake,
        base: wallet,
        seed,
        amount: rent + 2n * SOL,
        space: STAKE_ACCOUNT_SIZE,
        programAddress: STAKE_PROGRAM_ADDRESS,
      }),
      getInitializeInstruction({
        stake,
        arg0: { staker: wallet, withdrawer: wallet },
        arg1: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM_ADDRESS },
      }),
      getDelegateStakeInstruction({ stake, vote: STRANGER_VOTE, stakeAuthority: authority }),
    ],
  };
}
