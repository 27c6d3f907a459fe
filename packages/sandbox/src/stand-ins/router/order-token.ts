import { type Address, createNoopSigner } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction } from '@solana-program/token';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import type { Candidate, TokenRequest } from './candidates/candidate.ts';
import { quoteMarket } from './candidates/market.ts';
import { quotePoolDeposit, quotePoolWithdrawal } from './candidates/pool.ts';
import type { Draft, Order } from './order.ts';
import { findAta, insufficientLiquidity, readPool, requireSource } from './pool-view.ts';
import {
  findAddress,
  type Query,
  readMode,
  readSlippage,
  readSources,
  requireAddress,
  requireAmount,
} from './query.ts';
import { badRequest } from './router-error.ts';

/**
 * `GET /swap/token/order`: SOL into raSOL or raSOL into SOL, over whichever of pool and market gives more.
 *
 * @throws {RouterError} 400 for bad parameters, for other mints, and where nobody can serve the amount.
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
