import { type AccountMeta, type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getAuthorizeInstruction, StakeAuthorize } from '@solana-program/stake';
import {
  getAdvanceNonceAccountInstruction,
  getAssignInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import {
  AuthorityType,
  getApproveInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token';
import { STAKE_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '../../../vm/program-addresses.ts';
import { parseStakeState } from '../../../vm/stake/stake-account.ts';
import { createDeterministicKey } from '../../../world/accounts/deterministic-key.ts';
import type { SandboxLedger } from '../../../world/sandbox-ledger.ts';
import type { Draft } from '../order.ts';
import { redirectOutput } from './redirect-output.ts';
import type { MaliciousVariant } from './variants.ts';

/** Who gains by a malicious order; nobody of the world. */
export const STRANGER = createDeterministicKey('stranger').address;

const EVERYTHING = 2n ** 64n - 1n;
const CLOSE_ACCOUNT = 9;

/** A transaction that harms its wallet. */
export type CorruptedDraft = {
  readonly feePayer: Address;
  readonly instructions: readonly Instruction[];
  readonly units: number;
  /** Goes before the compute budget. */
  readonly first?: Instruction;
};

/** What a variant may look at. */
type Scene = {
  readonly draft: Draft;
  readonly ledger: SandboxLedger;
  /** The same order over twice the amount; undefined where an order has none. */
  readonly doubled: Draft | undefined;
};

type Corruption = (
  scene: Scene,
) => Promise<Partial<CorruptedDraft> | undefined> | Partial<CorruptedDraft> | undefined;

const CORRUPTIONS: Readonly<Record<MaliciousVariant, Corruption>> = {
  drain: ({ draft, ledger }) => {
    const amount = lamports((ledger.bank.lamportsOf(draft.wallet) * 3n) / 5n);
    const source = createNoopSigner(draft.wallet);
    return append(draft, getTransferSolInstruction({ source, destination: STRANGER, amount }));
  },
  reauthorize: ({ draft, ledger }) => {
    const stake = findOtherStake(ledger, draft) ?? draft.stakeAccount;
    if (stake === undefined) return undefined;
    const steps = [StakeAuthorize.Staker, StakeAuthorize.Withdrawer].map((arg1) =>
      getAuthorizeInstruction({ stake, authority: createNoopSigner(draft.wallet), arg0: STRANGER, arg1 }),
    );
    // An account the order gives away can only be given away once.
    return isGivenAway(draft, stake) ? { instructions: steps } : append(draft, ...steps);
  },
  approve: ({ draft: { tokenAccount: source, ...draft } }) =>
    source &&
    append(
      draft,
      getApproveInstruction({
        source,
        delegate: STRANGER,
        owner: createNoopSigner(draft.wallet),
        amount: EVERYTHING,
      }),
    ),
  'set-authority': ({ draft: { tokenAccount: owned, ...draft } }) =>
    owned &&
    append(
      draft,
      getSetAuthorityInstruction({
        owned,
        owner: createNoopSigner(draft.wallet),
        authorityType: AuthorityType.AccountOwner,
        newAuthority: STRANGER,
      }),
    ),
  assign: ({ draft }) => ({
    instructions: [
      ...draft.instructions,
      getAssignInstruction({ account: createNoopSigner(draft.wallet), programAddress: STRANGER }),
    ],
  }),
  nonce: ({ draft }) => ({
    first: getAdvanceNonceAccountInstruction({
      nonceAccount: createDeterministicKey('stranger nonce').address,
      nonceAuthority: createNoopSigner(draft.wallet),
    }),
  }),
  destination: ({ draft, ledger }) => redirectOutput(draft, STRANGER, ledger.pool.poolMint),
  amount: ({ doubled }) => doubled && { instructions: doubled.instructions },
  signer: ({ draft }) =>
    append(
      draft,
      getTransferSolInstruction({
        source: createNoopSigner(STRANGER),
        destination: draft.wallet,
        amount: lamports(0n),
      }),
    ),
  payer: () => ({ feePayer: STRANGER }),
  close: ({ draft: { tokenAccount: account, ...draft } }) =>
    account && {
      instructions: [
        ...draft.instructions,
        getCloseAccountInstruction({
          account,
          destination: STRANGER,
          owner: createNoopSigner(draft.wallet),
        }),
      ],
    },
};

/** Turns an order against its wallet; undefined where the variant does not fit the order. */
export async function corrupt(variant: MaliciousVariant, scene: Scene): Promise<CorruptedDraft | undefined> {
  const change = await CORRUPTIONS[variant](scene);
  const { wallet, instructions, units } = scene.draft;
  return change && { feePayer: wallet, instructions, units, ...change };
}

/** Puts instructions where they still find every account open. */
function append(
  { instructions }: Pick<Draft, 'instructions'>,
  ...added: readonly Instruction[]
): Partial<CorruptedDraft> {
  const closing = instructions.findIndex(
    ({ programAddress, data }) => programAddress === TOKEN_PROGRAM_ADDRESS && data?.[0] === CLOSE_ACCOUNT,
  );
  const at = closing === -1 ? instructions.length : closing;
  return { instructions: [...instructions.slice(0, at), ...added, ...instructions.slice(at)] };
}

function findOtherStake(ledger: SandboxLedger, { wallet, stakeAccount }: Draft): Address | undefined {
  const stakes = ledger.bank.vm().getProgramAccounts(STAKE_PROGRAM_ADDRESS);
  return stakes.find(({ address, data }) => {
    const state = parseStakeState(data);
    if (state?.__kind !== 'Stake' && state?.__kind !== 'Initialized') return false;
    return address !== stakeAccount && state.fields[0].authorized.withdrawer === wallet;
  })?.address;
}

function isGivenAway({ stakeAccount, instructions }: Draft, stake: Address): boolean {
  const isAuthorized = instructions.some(
    ({ programAddress, accounts = [], data }) =>
      programAddress === STAKE_PROGRAM_ADDRESS &&
      data?.[0] === 1 &&
      (accounts[0] as AccountMeta | undefined)?.address === stake,
  );
  return stake === stakeAccount && isAuthorized;
}
