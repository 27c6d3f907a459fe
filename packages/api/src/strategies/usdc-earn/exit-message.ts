import type { Address, Instruction } from '@solana/kit';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import type { Evidence } from '@staking-agent/verify';
import type { UnstakeBody } from '@staking-agent/wire';
import type { CompiledBuild } from '../../builds/build.ts';
import {
  type BudgetPorts,
  compileOwnMessage,
  compileWithTables,
  fitsMessage,
  type OwnMessage,
} from '../../builds/message.ts';
import { type SimulationPorts, simulateOwn } from '../../builds/simulate.ts';
import type { Lifetime } from '../../upstreams/ledger/blockhash.ts';
import type { Key } from '../fields.ts';
import type { StrategyPorts } from '../strategy.ts';
import {
  type VaultAccounts,
  type VaultReading,
  type WalletAccounts,
  withdrawFromIdle,
  withdrawFromStrategy,
} from '../vault.ts';
import { COMPUTE_UNIT_LIMIT, type ExitLeg, STRATEGY_UNITS } from './checks.ts';

export const MOST_UNITS = 1_390_000;

/**
 * Compiles an exit: opening of the wallet's USDC account if missing, each payment, and the check that enough arrived.
 *
 * In the legacy format while that fits, in version 0 with the deployment's lookup tables otherwise.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function buildExit(
  parts: {
    readonly wallet: Key;
    readonly accounts: VaultAccounts & WalletAccounts;
    readonly legs: readonly ExitLeg[];
    /** That enough raUSDC is left, and the payout has arrived. */
    readonly requirements: readonly Instruction[];
    readonly lifetime: Lifetime;
  },
  services: CompilePorts,
): Promise<CompiledExit> {
  const { wallet, accounts, legs, requirements, lifetime } = parts;
  const { assetMint, userAsset } = accounts;
  const strategies = legs.filter(({ from }) => from !== 'idle').length;
  const input = {
    strategy: 'usdc-earn' as const,
    wallet: wallet.text,
    lifetime,
    computeUnitLimit: Math.min(COMPUTE_UNIT_LIMIT + strategies * STRATEGY_UNITS, MOST_UNITS),
    instructions: [
      getCreateTokenAccountInstruction({ owner: wallet.text, mint: assetMint, account: userAsset }),
      ...legs.map((leg) => pay(leg, wallet.text, accounts)),
      ...requirements,
    ],
  };
  return compileExit(input, services);
}

function pay(
  { from, terms }: ExitLeg,
  wallet: Address,
  accounts: VaultAccounts & WalletAccounts,
): Instruction {
  if (from === 'idle') return withdrawFromIdle(accounts, wallet, terms);
  const own = { wallet, walletUsdc: accounts.userAsset };
  return withdrawFromStrategy({ ...accounts, ...from }, from.adaptor, wallet, own, terms);
}

/** A compiled exit, and what it may have taken from lookup tables. */
type CompiledExit = {
  readonly message: Uint8Array;
  readonly lookupTables?: Evidence['lookupTables'];
};

/** What exits are compiled with. */
type CompilePorts = BudgetPorts & Pick<StrategyPorts, 'usdcLookupTables'>;

/**
 * Compiles an exit in the legacy format while that fits, in version 0 with the deployment's lookup tables otherwise.
 *
 * @throws {ProblemError} `upstream_error` when it does not fit with the tables either.
 */
export async function compileExit(input: OwnMessage, services: CompilePorts): Promise<CompiledExit> {
  const message = compileOwnMessage(input, services);
  if (fitsMessage(message)) return { message };
  const { priorityFee, uniqueBudget, usdcLookupTables } = services;
  const budget = getComputeBudgetInstructions(
    uniqueBudget(input.computeUnitLimit, priorityFee.price(input.strategy)),
  );
  return compileWithTables({ ...input, instructions: [...budget, ...input.instructions] }, usdcLookupTables);
}

/** Members that every exit from the USDC vault answers. */
export const EXIT_FIELDS = { strategy: 'usdc-earn', kind: 'instant', route: 'vault' } as const;

/** A compiled exit, and the reading of the ledger that it is based on. */
type ExitToSimulate = {
  readonly message: Uint8Array;
  readonly lookupTables?: Evidence['lookupTables'] | undefined;
  readonly lifetime: Lifetime;
  readonly wallet: Address;
  readonly reading: VaultReading;
  /** Of the reading. */
  readonly slot: bigint;
};

/**
 * Simulates an exit that the service compiled, and makes it a build.
 *
 * @param fields - further members of the answer.
 * @throws {ProblemError} with the program's own name of the error, when the ledger would refuse it.
 */
export async function simulateExit<Fields extends object>(
  body: UnstakeBody,
  { message, lookupTables, lifetime, wallet, reading, slot }: ExitToSimulate,
  fields: Fields,
  ports: SimulationPorts,
): Promise<CompiledBuild<typeof EXIT_FIELDS & Fields>> {
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, slot, ports),
    operation: 'unstake',
    request: body,
    evidence: { ...reading.evidence, ...(lookupTables && { lookupTables }) },
    lifetime,
    wallet,
    fields: { ...EXIT_FIELDS, ...fields },
  };
}
