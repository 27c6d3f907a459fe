import { createHash } from 'node:crypto';
import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import type { NodeView } from '../../rpc/node-view.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { badRequest, type Query } from '../stand-in.ts';
import {
  type Candidate,
  quoteMarket,
  quotePoolDeposit,
  quotePoolWithdrawal,
  type TokenRequest,
} from './candidates.ts';
import type { Draft, Order, OrderAnswer } from './order.ts';
import { findAta, insufficientLiquidity, readPool, requireSource } from './pool-view.ts';
import { findAddress, readMode, readSlippage, readSources, requireAddress, requireAmount } from './query.ts';

/**
 * `GET /swap/token/order`: SOL into raSOL or raSOL into SOL, over whichever of pool and market gives more.
 *
 * @throws {StandInError} 400 for bad parameters, for other mints, and where nobody can serve the amount.
 */
export async function orderToken(query: Query, ledger: SandboxLedger): Promise<Order> {
  const { solMint, rasolMint } = ledger.deployment;
  const request = readRequest(query, ledger);
  const { inp, out, mode, wallet } = request;
  const candidate = choose(request, ledger);
  const answer = {
    inp,
    out,
    mode,
    inpAmt: candidate.amountIn.toString(),
    outAmt: candidate.amountOut.toString(),
    swapSrcData: candidate.describe(),
  };
  if (wallet === undefined) return { answer };

  const isSale = inp === rasolMint;
  const namedIn = findAddress(query, 'inpAcc');
  const namedOut = findAddress(query, 'outAcc');
  const source = isSale ? await requireSource(ledger, wallet, rasolMint, namedIn) : undefined;
  const destination = namedOut ?? (isSale ? undefined : await findAta(wallet, rasolMint));
  if (namedOut !== undefined) await requireSource(ledger, wallet, isSale ? solMint : rasolMint, namedOut);
  const open =
    isSale || namedOut !== undefined || destination === undefined
      ? []
      : [
          getCreateAssociatedTokenIdempotentInstruction({
            payer: createNoopSigner(wallet),
            ata: destination,
            owner: wallet,
            mint: rasolMint,
          }),
        ];
  const built = await candidate.build(wallet, { source, destination });
  const tokenAccount = source ?? destination;
  const draft: Draft = {
    wallet,
    instructions: [...open, ...built.instructions],
    units: built.units,
    output: isSale ? 'sol' : 'token',
    ...(tokenAccount !== undefined && { tokenAccount }),
  };
  return { answer, draft };
}

function readRequest(query: Query, ledger: SandboxLedger): TokenRequest {
  const { solMint, rasolMint } = ledger.deployment;
  const inp = requireAddress(query, 'inp');
  const out = requireAddress(query, 'out');
  const known: readonly Address[] = [solMint, rasolMint];
  for (const mint of [inp, out]) if (!known.includes(mint)) badRequest(`Unknown mint ${mint}`);
  if (inp === out) badRequest('inp and out must differ');
  return {
    inp,
    out,
    amount: requireAmount(query),
    mode: readMode(query),
    wallet: findAddress(query, 'signer'),
    slippage: readSlippage(query),
    sources: readSources(query),
  };
}

/** The candidate that gives most, or for an exact output takes least. */
function choose(request: TokenRequest, ledger: SandboxLedger): Candidate {
  const view = readPool(ledger);
  const isSale = request.inp === ledger.deployment.rasolMint;
  const pool = isSale ? quotePoolWithdrawal : quotePoolDeposit;
  const usesPool = request.sources.has('SanctumRouter');
  const candidates = [
    usesPool ? pool(request, view, ledger) : undefined,
    request.sources.has('Jup') || request.sources.has('Inf') ? quoteMarket(request, view, ledger) : undefined,
  ].filter((candidate) => candidate !== undefined);
  const better = (left: Candidate, right: Candidate): Candidate => {
    if (request.mode === 'ExactOut') return right.amountIn < left.amountIn ? right : left;
    return right.amountOut > left.amountOut ? right : left;
  };
  const [first, ...others] = candidates;
  if (first === undefined) throw insufficientLiquidity();
  return others.reduce(better, first);
}

/** Orders kept; far more than live at once, since each dies with its blockhash. */
const KEPT = 10_000;

/** The orders the router has given out, by the message of their transaction. */
export type Ordered = {
  add(messageBytes: Uint8Array, answer: OrderAnswer): void;
  find(messageBytes: Uint8Array): OrderAnswer | undefined;
};

/** Starts without orders. */
export function createOrdered(): Ordered {
  const orders = new Map<string, OrderAnswer>();
  return {
    add: (messageBytes, answer) => {
      orders.set(hashMessage(messageBytes), answer);
      const [oldest] = orders.keys();
      if (orders.size > KEPT && oldest !== undefined) orders.delete(oldest);
    },
    find: (messageBytes) => orders.get(hashMessage(messageBytes)),
  };
}

function hashMessage(messageBytes: Uint8Array): string {
  return createHash('sha256').update(messageBytes).digest('base64');
}

/** Micro-lamports per compute unit the router offers. */
const UNIT_PRICE = 20_000n;

/** What is compiled; the fee payer is the only signer of an honest order. */
export type OrderedInstructions = {
  readonly feePayer: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** Goes before the compute budget. */
  readonly first?: Instruction;
  /** Stands in the place of the price the router offers. */
  readonly price?: Instruction;
};

/** Compiles an unsigned version 0 transaction over the newest confirmed blockhash: every signature is zero. */
export function compileOrder(
  order: OrderedInstructions,
  node: NodeView,
): { readonly bytes: Uint8Array; readonly messageBytes: Uint8Array } {
  const { blockhash } = node.block('confirmed');
  const { feePayer } = order;
  const messageBytes = compileMessageWithTables({ feePayer, blockhash, instructions: withBudget(order) }, {});
  // Behind the version.
  const signers = messageBytes[1] ?? 1;
  return {
    bytes: Buffer.concat([Uint8Array.of(signers), Buffer.alloc(64 * signers), messageBytes]),
    messageBytes,
  };
}

/** The compute budget goes in front, as wallets expect it. */
function withBudget({ instructions, units, first, price }: OrderedInstructions): Instruction[] {
  return [
    ...(first === undefined ? [] : [first]),
    getSetComputeUnitLimitInstruction({ units }),
    price ?? getSetComputeUnitPriceInstruction({ microLamports: UNIT_PRICE }),
    ...instructions,
  ];
}
