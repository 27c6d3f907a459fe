import { createNoopSigner, lamports } from '@solana/kit';
import {
  getAuthorizeInstruction,
  getDeactivateInstruction,
  getSetLockupInstruction,
  getSplitInstruction,
  getWithdrawInstruction,
  StakeAuthorize,
} from '@solana-program/stake';
import {
  getCreateAccountWithSeedInstruction,
  getTransferSolWithSeedInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system';
import { getCloseAccountInstruction, getWithdrawExcessLamportsInstruction } from '@solana-program/token';
import { STAKE_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '../../../vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../../../vm/stake/stake-account.ts';
import { SAVINGS_SEED } from '../../../world/give-belongings.ts';
import { findSeeded } from '../pool-view.ts';
import { findFullTokenAccount, findNonceAccount, findOtherStake, findSavings } from './belongings.ts';
import { append, type Corruptions, type Scene, STRANGER } from './corruption.ts';

const FOR_EVER = 2n ** 63n - 1n;
const SOL = 1_000_000_000n;

/** Something of the wallet changes that the order does not concern. */
export const BELONGING_CORRUPTIONS: Corruptions<
  | 'close'
  | 'lockup'
  | 'split-stake'
  | 'withdraw-stake'
  | 'deactivate-other'
  | 'nonce-account'
  | 'seed-account'
  | 'excess-lamports'
> = {
  close: ({ draft: { tokenAccount: account, instructions, wallet } }) => {
    const close = { destination: STRANGER, owner: createNoopSigner(wallet) };
    return account && { instructions: [...instructions, getCloseAccountInstruction({ account, ...close })] };
  },
  lockup: (scene) => {
    const stake = findOtherStake(scene);
    const authority = createNoopSigner(scene.draft.wallet);
    const lockup = { unixTimestamp: FOR_EVER, epoch: null, custodian: STRANGER };
    return stake && append(scene.draft, getSetLockupInstruction({ stake, authority, ...lockup }));
  },
  'split-stake': splitStake,
  'withdraw-stake': (scene) => {
    const stake = findOtherStake(scene);
    const withdrawAuthority = createNoopSigner(scene.draft.wallet);
    // What is delegated cannot be withdrawn; a reward or a tip beyond it can.
    const withdraw = { recipient: STRANGER, withdrawAuthority, args: SOL / 2n };
    return stake && append(scene.draft, getWithdrawInstruction({ stake, ...withdraw }));
  },
  'deactivate-other': (scene) => {
    const stake = findOtherStake(scene);
    const stakeAuthority = createNoopSigner(scene.draft.wallet);
    return stake && append(scene.draft, getDeactivateInstruction({ stake, stakeAuthority }));
  },
  'nonce-account': (scene) => {
    const nonce = findNonceAccount(scene);
    const nonceAuthority = createNoopSigner(scene.draft.wallet);
    return (
      nonce &&
      append(
        scene.draft,
        getWithdrawNonceAccountInstruction({
          nonceAccount: nonce.address,
          recipientAccount: STRANGER,
          nonceAuthority,
          withdrawAmount: nonce.lamports,
        }),
      )
    );
  },
  'seed-account': async (scene) => {
    const source = await findSavings(scene);
    if (source === undefined) return undefined;
    const transfer = getTransferSolWithSeedInstruction({
      source,
      baseAccount: createNoopSigner(scene.draft.wallet),
      destination: STRANGER,
      amount: scene.ledger.bank.getLamports(source),
      fromSeed: SAVINGS_SEED,
      fromOwner: SYSTEM_PROGRAM_ADDRESS,
    });
    return append(scene.draft, transfer);
  },
  'excess-lamports': (scene) => {
    const source = findFullTokenAccount(scene);
    const authority = createNoopSigner(scene.draft.wallet);
    const withdraw = { destination: STRANGER, authority };
    return source && append(scene.draft, getWithdrawExcessLamportsInstruction({ source, ...withdraw }));
  },
};

/** Splits a stake account of the wallet, and the stranger gets the part. */
async function splitStake(scene: Scene) {
  const { draft, ledger } = scene;
  const stake = findOtherStake(scene);
  if (stake === undefined) return undefined;
  const { wallet } = draft;
  const seed = `part${ledger.blocks.tip().slot}`;
  const part = await findSeeded(wallet, seed, STAKE_PROGRAM_ADDRESS);
  const authority = createNoopSigner(wallet);
  const rent = ledger.bank.vm().minimumBalanceForRentExemption(BigInt(STAKE_ACCOUNT_SIZE));
  const create = getCreateAccountWithSeedInstruction({
    payer: authority,
    newAccount: part,
    base: wallet,
    seed,
    amount: lamports(rent),
    space: STAKE_ACCOUNT_SIZE,
    programAddress: STAKE_PROGRAM_ADDRESS,
  });
  const split = getSplitInstruction({ stake, splitStake: part, stakeAuthority: authority, args: SOL });
  const give = getAuthorizeInstruction({
    stake: part,
    authority,
    arg0: STRANGER,
    arg1: StakeAuthorize.Withdrawer,
  });
  return append(draft, create, split, give);
}
