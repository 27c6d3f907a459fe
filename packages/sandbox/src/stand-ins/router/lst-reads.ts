import { getMintDecoder } from '@solana-program/token';
import { lamportsForPoolTokens } from '@staking-agent/chain/stake-pool';
import type { Fault } from '../../faults/faults.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { distort } from '../apy/distort.ts';
import type { PastYields } from '../apy/past-yields.ts';
import { readPool } from './pool-view.ts';
import { findInteger, type Query } from './query.ts';
import { RouterError } from './router-error.ts';

const SYMBOL = 'raSOL';
const ONE = 1_000_000_000n;
/** Epochs answered where the caller names no limit, and at the most. */
const DEFAULT_LIMIT = 100n;
const MAX_LIMIT = 500n;
/** Epochs the average of the record is taken over: what the real one takes is not documented. */
const AVERAGED_EPOCHS = 10;

/** @throws {RouterError} 404 unless it is the mint or the symbol of raSOL, the one token the router knows. */
export function requireLst({ deployment }: SandboxLedger, mintOrSymbol: string): void {
  if (mintOrSymbol !== deployment.rasolMint && mintOrSymbol !== SYMBOL) {
    throw new RouterError('NOT_FOUND', `LST ${mintOrSymbol} not found`);
  }
}

/** `GET /lsts/{mintOrSymbol}`: the record of a liquid staking token, in a list of one. Yields are fractions a year. */
export function describeLst(ledger: SandboxLedger, yields: PastYields, fault: Fault | undefined): object {
  const { deployment, pool: world } = ledger;
  const { pool } = readPool(ledger);
  const mint = ledger.findAccount(deployment.rasolMint);
  const apys = distort(
    fault,
    yields.ofPoolToken().map(({ apy }) => apy),
    (_apy, value) => value,
  );
  const averaged = apys.slice(0, AVERAGED_EPOCHS);
  return {
    data: [
      {
        symbol: SYMBOL,
        mint: deployment.rasolMint,
        tokenProgram: pool.tokenProgramId,
        name: SYMBOL,
        logoUri: '',
        decimals: mint === undefined ? 9 : getMintDecoder().decode(mint.data).decimals,
        pool: {
          program: 'Spl',
          programId: world.programAddress,
          pool: world.stakePool,
          validatorList: world.validatorList,
          voteAccount: world.voteAccount,
        },
        holders: null,
        launchDate: '2024-01-01T00:00:00Z',
        managerFeeConfig: null,
        tvl: Number(pool.totalLamports),
        latestApy: apys[0] ?? null,
        avgApy: averaged.length === 0 ? null : averaged.reduce((sum, apy) => sum + apy, 0) / averaged.length,
        solValue: Number(lamportsForPoolTokens(pool, ONE)),
        slug: SYMBOL.toLowerCase(),
      },
    ],
  };
}

/** `GET /lsts/{mintOrSymbol}/apys`: the yield of each epoch that has ended, as a fraction a year, newest first. */
export function listLstYields(yields: PastYields, query: Query, fault: Fault | undefined): object {
  const limit = Number(findInteger(query, 'limit', MAX_LIMIT) ?? DEFAULT_LIMIT);
  const entries = yields
    .ofPoolToken()
    .slice(0, limit)
    .map(({ epoch, endedAt, apy }) => ({ epoch: Number(epoch), epochEndTs: endedAt, apy }));
  return { data: distort(fault, entries, (entry, apy) => ({ ...entry, apy })) };
}
