import { type AccountMeta, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS } from '@staking-agent/chain/stake-pool';
import { STAKEDEX_TAGS } from '../../../programs/stakedex/instructions.ts';
import { STAKEDEX_PROGRAM_ADDRESS } from '../../../programs/stakedex/program.ts';
import { SWAP_PROGRAM_ADDRESS } from '../../../programs/swap/program.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../../vm/program-addresses.ts';
import type { Draft } from '../order.ts';
import { findAta } from '../pool-view.ts';

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
export async function redirectOutput(
  draft: Draft,
  stranger: Address,
  tokenMint: Address,
): Promise<{ readonly instructions: readonly Instruction[] }> {
  if (draft.output !== 'token') {
    return { instructions: draft.instructions.map((each) => replace(each, WALLET_SLOTS, stranger)) };
  }
  const ata = await findAta(stranger, tokenMint);
  const open = getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(draft.wallet),
    ata,
    owner: stranger,
    mint: tokenMint,
  });
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
