import type { Address, Instruction } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import {
  deriveStakeAccount,
  getDeactivateStakeInstruction,
  getMergeStakeInstructions,
  getSplitStakeInstructions,
  STAKE_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake';
import { MANAGER_FEE, RESERVE, STAKE_ACCOUNT, STRANGER, TABLE, WALLET } from './keys.world.ts';
import type { Build } from './ledger.world.ts';

const RENT = 1_666_240n;
const SEED = 'ffeeddccbbaa99887766554433221100';
const derive = (wallet: Address, seed: string) =>
  toAddress(deriveStakeAccount(toAddressBytes(wallet), Buffer.from(seed)));
const OPENED = derive(WALLET, SEED);

type Parts = Partial<Parameters<typeof getSplitStakeInstructions>[0]>;
const parts = (more: Parts = {}): Instruction[] =>
  getSplitStakeInstructions({
    wallet: WALLET,
    stakeAccount: STAKE_ACCOUNT,
    newStakeAccount: OPENED,
    seed: SEED,
    rent: RENT,
    lamports: 700_000_000n,
    isDeactivated: false,
    ...more,
  });

const ASKED = { wallet: WALLET, stakeAccount: STAKE_ACCOUNT, amount: '0.7' };
const ANSWER = {
  stakeAccount: STAKE_ACCOUNT,
  newStakeAccount: OPENED,
  stakeAccountSeed: SEED,
  rentExemptReserveLamports: Number(RENT),
};
const splitOf = (request: object, instructions: readonly Instruction[], answer: object = {}): Build => ({
  operation: 'split',
  request: { ...ASKED, ...request },
  answer: { ...ANSWER, ...answer },
  instructions,
});

const [FIRST, SECOND] = [RESERVE, MANAGER_FEE];
const merged = (into: Address, ...from: readonly Address[]): Instruction[] =>
  getMergeStakeInstructions({ wallet: WALLET, into, from });
const mergeOf = (request: object, instructions: readonly Instruction[]): Build => ({
  operation: 'merge',
  request: { wallet: WALLET, into: STAKE_ACCOUNT, from: [FIRST, SECOND], ...request },
  answer: {},
  evidence: {
    before: new Map(
      [FIRST, SECOND].map((each, i) => [
        each,
        { lamports: 5_000_000_000n + BigInt(i), owner: STAKE_PROGRAM_ADDRESS, data: new Uint8Array(200) },
      ]),
    ),
  },
  instructions,
});

const both = [FIRST, SECOND];

/** Stake accounts that become two, or one. */
export const STAKE_PARTS: Readonly<Record<string, Build>> = {
  'a split': splitOf({}, parts()),
  'a split whose part cools down': splitOf({ then: 'deactivate' }, parts({ isDeactivated: true })),
  'a merge of one account': mergeOf({ from: [FIRST] }, merged(STAKE_ACCOUNT, FIRST)),
  'a merge of two accounts': mergeOf({}, merged(STAKE_ACCOUNT, ...both)),
};

const [create, split] = parts() as [Instruction, Instruction];
const OTHER = 'another seed';

/** What nobody asked for like this. */
export const WRONG_STAKE_PARTS: Readonly<Record<string, Build>> = {
  'a lamport more than was asked for': splitOf({}, parts({ lamports: 700_000_001n })),
  'a lamport less than was asked for': splitOf({}, parts({ lamports: 699_999_999n })),
  'another source': splitOf({}, parts({ stakeAccount: STRANGER })),
  'another new account than the answer names': splitOf(
    {},
    parts({ newStakeAccount: derive(WALLET, OTHER), seed: OTHER }),
  ),
  'a new account that derives from another seed': splitOf({}, parts(), { stakeAccountSeed: OTHER }),
  'a new account that derives from another wallet': splitOf(
    {},
    parts({ newStakeAccount: derive(STRANGER, SEED) }),
    {
      newStakeAccount: derive(STRANGER, SEED),
    },
  ),
  'a new account without its seed': splitOf({}, parts(), { stakeAccountSeed: undefined }),
  'no new account': splitOf({}, parts(), { newStakeAccount: undefined }),
  'a lamport more rent than is stated': splitOf({}, parts({ rent: RENT + 1n })),
  'no rent that is stated': splitOf({}, parts(), { rentExemptReserveLamports: undefined }),
  'more rent than any stake account needs': splitOf({}, parts({ rent: 1_000_000_000n }), {
    rentExemptReserveLamports: 1_000_000_000,
  }),
  'a cooldown that nobody asked for': splitOf({}, parts({ isDeactivated: true })),
  'no cooldown where it was asked for': splitOf({ then: 'deactivate' }, parts()),
  'the cooldown of the source': splitOf({ then: 'deactivate' }, [
    ...parts(),
    getDeactivateStakeInstruction({ wallet: WALLET, stakeAccount: STAKE_ACCOUNT }),
  ]),
  'another step after it': splitOf({ then: 'withdraw' }, parts()),
  'an empty step after it': splitOf({ then: '' }, parts()),
  'the split first': splitOf({}, [split, create]),
  'a split alone': splitOf({}, [split]),
  'a new account alone': splitOf({}, [create]),
  'two splits': splitOf({}, [create, split, split]),
  'no amount': splitOf({ amount: undefined }, parts()),
  'an amount of nothing': splitOf({ amount: '0' }, parts({ lamports: 0n })),
  'the most that there is': splitOf({ amount: 'max' }, parts()),
  'another wallet': splitOf({ wallet: STRANGER }, parts()),
  'a merge where a split was asked for': splitOf({}, merged(STAKE_ACCOUNT, FIRST)),
  'a split where a merge was asked for': mergeOf({}, parts()),
  'another account that stays': mergeOf({}, merged(STRANGER, ...both)),
  'another account that goes': mergeOf({}, merged(STAKE_ACCOUNT, FIRST, STRANGER)),
  'source and destination exchanged': mergeOf({ from: [FIRST] }, merged(FIRST, STAKE_ACCOUNT)),
  'an account less': mergeOf({}, merged(STAKE_ACCOUNT, FIRST)),
  'an account more': mergeOf({ from: [FIRST] }, merged(STAKE_ACCOUNT, ...both)),
  'another order': mergeOf({}, merged(STAKE_ACCOUNT, SECOND, FIRST)),
  'no account that goes': mergeOf({ from: [] }, []),
  'no list of accounts': mergeOf({ from: undefined }, merged(STAKE_ACCOUNT, FIRST)),
  'a text in place of the list': mergeOf({ from: FIRST }, merged(STAKE_ACCOUNT, FIRST)),
  'what is no address in the list': mergeOf({ from: [FIRST, 5] }, merged(STAKE_ACCOUNT, ...both)),
  'no account that stays': mergeOf({ into: undefined }, merged(STAKE_ACCOUNT, ...both)),
  'a cooldown of what stays': mergeOf({ from: [FIRST] }, [
    ...merged(STAKE_ACCOUNT, FIRST),
    getDeactivateStakeInstruction({ wallet: WALLET, stakeAccount: STAKE_ACCOUNT }),
  ]),
  'an account of a table': mergeOf({ from: [FIRST] }, merged(STAKE_ACCOUNT, TABLE)),
};
