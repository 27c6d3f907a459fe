import { type Address, createNoopSigner, type Instruction, lamports } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS } from '@staking-agent/chain/stake-pool';
import { SWAP_PROGRAM_ADDRESS } from '../../../programs/swap/program.ts';
import { getSwapInstruction } from '../../../programs/swap/swap-instruction.ts';
import { findAta } from '../pool-view.ts';
import { findOtherTokens } from './belongings.ts';
import { append, type Corruptions, prepend, type Scene, STRANGER } from './corruption.ts';
import { redirectOutput } from './redirect-output.ts';

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
export const AMOUNT_CORRUPTIONS: Corruptions<
  'drain' | 'destination' | 'amount' | 'zero-order' | 'second-account' | 'minimum-zero' | 'long-price'
> = {
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
};

/** Sells the raSOL of another account of the wallet, and the stranger gets the SOL. */
async function sellSecondAccount(scene: Scene) {
  const { draft, ledger } = scene;
  const { market, poolMint, solMint } = ledger.pool;
  const second = findOtherTokens(scene, poolMint);
  if (second === undefined) return undefined;
  const destination = await findAta(STRANGER, solMint);
  const payer = createNoopSigner(draft.wallet);
  return prepend(
    draft,
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: destination,
      owner: STRANGER,
      mint: solMint,
    }),
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
