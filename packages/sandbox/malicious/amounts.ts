import { type AccountMeta, type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getDelegateStakeInstruction, getInitializeInstruction } from '@solana-program/stake';
import { getCreateAccountWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS } from '@staking-agent/chain/stake-pool';
import { STAKEDEX_PROGRAM_ADDRESS, STAKEDEX_TAGS } from '../src/programs/stakedex/instructions.ts';
import { getSwapInstruction, SWAP_PROGRAM_ADDRESS } from '../src/programs/swap.ts';
import type { Draft } from '../src/stand-ins/router/order.ts';
import { findAssociated, findSeeded } from '../src/vm/player/model.ts';
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../src/vm/program-addresses.ts';
import { STAKE_ACCOUNT_SIZE } from '../src/vm/stake-account.ts';
import { findProgramAccount } from '../src/world/accounts.ts';
import { append, type Corruptions, findOtherTokens, prepend, type Scene, STRANGER } from './scene.ts';

/** Lamports that a price of ten bytes costs. */
const HIDDEN_FEE = 140_000_000n;
const MICRO_LAMPORTS = 1_000_000n;

/** Where a swap says what it must bring at least: program, first byte of its data, offset. */
const MINIMA: readonly { readonly program: Address; readonly tag: number; readonly offset: number }[] = [
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 23, offset: 1 },
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 24, offset: 9 },
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 25, offset: 9 },
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 26, offset: 9 },
  { program: SWAP_PROGRAM_ADDRESS, tag: 1, offset: 9 },
];

/** More leaves than was asked, or less arrives than is due. */
export const AMOUNT_CORRUPTIONS = {
  drain: ({ draft, ledger }) => {
    const amount = lamports((ledger.bank.getLamports(draft.wallet) * 3n) / 5n);
    const source = createNoopSigner(draft.wallet);
    return append(draft, getTransferSolInstruction({ source, destination: STRANGER, amount }));
  },
  destination: ({ draft, ledger }) => redirectOutput(draft, STRANGER, ledger.pool.poolMint),
  amount: ({ doubled }) => doubled && { instructions: doubled.instructions },
  'zero-order': async ({ draft, ledger }) => ({
    ...(await redirectOutput(draft, STRANGER, ledger.pool.poolMint)),
    promisesNothing: true,
  }),
  'second-account': sellSecondAccount,
  'minimum-zero': ({ draft }) => {
    const instructions = draft.instructions.map(withoutMinimum);
    return instructions.some((each, index) => each !== draft.instructions[index])
      ? { instructions }
      : undefined;
  },
  'long-price': ({ draft }) => {
    const microLamports = (HIDDEN_FEE * MICRO_LAMPORTS) / BigInt(draft.units);
    const { data } = getSetComputeUnitPriceInstruction({ microLamports });
    // The ledger reads the first nine bytes and ignores what trails.
    return { price: { programAddress: COMPUTE_BUDGET_PROGRAM_ADDRESS, data: Uint8Array.of(...data, 0) } };
  },
} satisfies Corruptions;

/** Sells the raSOL of another account of the wallet, and the stranger gets the SOL. */
async function sellSecondAccount(scene: Scene) {
  const { draft, ledger } = scene;
  const { market, poolMint, solMint } = ledger.pool;
  const second = findOtherTokens(scene, poolMint);
  if (second === undefined) return undefined;
  const destination = findAssociated(STRANGER, solMint);
  const payer = draft.wallet;
  return prepend(
    draft,
    getCreateTokenAccountInstruction({ payer, owner: STRANGER, mint: solMint, account: destination }),
    getSwapInstruction({
      market,
      owner: draft.wallet,
      source: second.address,
      destination,
      mintIn: poolMint,
      mintOut: solMint,
      amountIn: second.amount,
      minimumAmountOut: 0n,
    }),
  );
}

function withoutMinimum(instruction: Instruction): Instruction {
  const { programAddress, data } = instruction;
  const place = MINIMA.find(({ program, tag }) => program === programAddress && tag === data?.[0]);
  if (place === undefined || data === undefined) return instruction;
  const bytes = Uint8Array.from(data);
  bytes.fill(0, place.offset, place.offset + 8);
  return { ...instruction, data: bytes };
}

const DEACTIVATE = 5;
const SOL = 1_000_000_000n;
/** A validator that keeps all rewards. */
const STRANGER_VOTE = findProgramAccount('stranger vote');

/** A slow exit that does not lead out. */
export const EXIT_CORRUPTIONS = {
  'no-deactivate': ({ draft }) => {
    const instructions = draft.instructions.filter((each) => !isDeactivation(each));
    return instructions.length < draft.instructions.length ? { instructions } : undefined;
  },
  'stranger-validator': delegateToStranger,
} satisfies Corruptions;

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
  const stake = findSeeded(wallet, seed, STAKE_PROGRAM_ADDRESS);
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

/** Where an instruction says who gets what it brings: program, first byte of its data, place of the account. */
type Slot = { readonly program: Address; readonly tag: number; readonly index: number };

const WALLET_SLOTS: readonly Slot[] = [
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 24, index: 5 },
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 26, index: 5 },
  { program: TOKEN_PROGRAM_ADDRESS, tag: 9, index: 1 },
];
const TOKEN_SLOTS: readonly Slot[] = [
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 25, index: 4 },
  { program: SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS, tag: 23, index: 7 },
  { program: SWAP_PROGRAM_ADDRESS, tag: 1, index: 3 },
  { program: STAKEDEX_PROGRAM_ADDRESS, tag: STAKEDEX_TAGS.stakeWrappedSol, index: 2 },
  { program: STAKEDEX_PROGRAM_ADDRESS, tag: STAKEDEX_TAGS.depositStake, index: 2 },
];

/** Redirects the output of an order to a stranger's wallet, token account or stake account. */
async function redirectOutput(
  draft: Draft,
  stranger: Address,
  tokenMint: Address,
): Promise<{ readonly instructions: readonly Instruction[] }> {
  if (draft.output !== 'token') {
    return { instructions: draft.instructions.map((each) => replace(each, WALLET_SLOTS, stranger)) };
  }
  const ata = findAssociated(stranger, tokenMint);
  const opened = { payer: draft.wallet, owner: stranger, mint: tokenMint, account: ata };
  const open = getCreateTokenAccountInstruction(opened);
  return { instructions: [open, ...draft.instructions.map((each) => replace(each, TOKEN_SLOTS, ata))] };
}

function replace(instruction: Instruction, slots: readonly Slot[], by: Address): Instruction {
  const { programAddress, accounts = [], data } = instruction;
  const slot = slots.find(({ program, tag }) => program === programAddress && tag === data?.[0]);
  if (slot === undefined) return instruction;
  const replaced = (accounts as readonly AccountMeta[]).map((meta, index) =>
    index === slot.index ? { address: by, role: meta.role } : meta,
  );
  return { ...instruction, accounts: replaced };
}
