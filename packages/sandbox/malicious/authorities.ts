import { type AccountMeta, type Address, createNoopSigner, lamports } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import { AuthorityType, getApproveInstruction, getSetAuthorityInstruction } from '@solana-program/token';
import type { Draft } from '../src/stand-ins/router/order.ts';
import { STAKE_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { findProgramAccount } from '../src/world/accounts.ts';
import { append, type Corruptions, findOtherStake, STRANGER } from './scene.ts';

const EVERYTHING = 2n ** 64n - 1n;

/** A stranger gets a say over something of the wallet, or over the transaction. */
export const AUTHORITY_CORRUPTIONS = {
  reauthorize: (scene) => {
    const { draft } = scene;
    const stake = findOtherStake(scene) ?? draft.stakeAccount;
    if (stake === undefined) return undefined;
    const steps = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
      getAuthorizeInstruction({ stake, authority: createNoopSigner(draft.wallet), arg0: STRANGER, arg1 }),
    );
    // An account the order gives away can only be given away once.
    return isGivenAway(draft, stake) ? { instructions: steps } : append(draft, ...steps);
  },
  approve: ({ draft: { tokenAccount: source, ...draft } }) => {
    const owner = createNoopSigner(draft.wallet);
    const approve = { delegate: STRANGER, owner, amount: EVERYTHING };
    return source && append(draft, getApproveInstruction({ source, ...approve }));
  },
  'set-authority': ({ draft: { tokenAccount: owned, ...draft } }) => {
    const owner = createNoopSigner(draft.wallet);
    const change = { owner, authorityType: AuthorityType.AccountOwner, newAuthority: STRANGER };
    return owned && append(draft, getSetAuthorityInstruction({ owned, ...change }));
  },
  assign: ({ draft }) => ({
    instructions: [
      ...draft.instructions,
      getAssignInstruction({ account: createNoopSigner(draft.wallet), programAddress: STRANGER }),
    ],
  }),
  nonce: ({ draft }) => ({
    first: getAdvanceNonceAccountInstruction({
      nonceAccount: findProgramAccount('stranger nonce'),
      nonceAuthority: createNoopSigner(draft.wallet),
    }),
  }),
  signer: ({ draft }) => {
    const source = createNoopSigner(STRANGER);
    const nothing = { source, destination: draft.wallet, amount: lamports(0n) };
    return append(draft, getTransferSolInstruction(nothing));
  },
  payer: () => ({ feePayer: STRANGER }),
} satisfies Corruptions;

function isGivenAway({ stakeAccount, instructions }: Draft, stake: Address): boolean {
  const isAuthorized = instructions.some(
    ({ programAddress, accounts = [], data }) =>
      programAddress === STAKE_PROGRAM_ADDRESS &&
      data?.[0] === 1 &&
      (accounts[0] as AccountMeta | undefined)?.address === stake,
  );
  return stake === stakeAccount && isAuthorized;
}
