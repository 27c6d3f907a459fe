import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import {
  type FeeRounding,
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import type { Evidence } from '@staking-agent/verify';
import {
  ASSET_DECIMALS,
  BASE_PATH,
  formatAmount,
  type NextStep,
  OPERATIONS,
  OUTPUT_ASSETS,
} from '@staking-agent/wire';
import { compileOwnMessage, compileWithTables } from '../../builds/message.ts';
import { exitNearest, type FindRange, stakeNearest } from '../../builds/ranges.ts';
import {
  isBelowPoolMinimum,
  refuseSimulated,
  type Simulated,
  type SimulationPorts,
  simulateOwn,
  tryOwn,
} from '../../builds/simulate.ts';
import { problem } from '../../problems/problem.ts';
import type { Lifetime } from '../../upstreams/ledger/blockhash.ts';
import { readAgreed } from '../../upstreams/ledger/witnesses.ts';
import { type Key, requireAddress } from '../fields.ts';
import type { Exit, Stake, StrategyPorts } from '../strategy.ts';
import {
  decodeVaultReading,
  depositInto,
  findWalletAccounts,
  type VaultAccounts,
  vaultAddresses,
  type WalletAccounts,
  withdrawFromIdle,
} from '../vault.ts';
import { requirePayout } from '../vault-amounts.ts';
import {
  decodeCurrentPool,
  type ExitReading,
  findExitPlace,
  findLeveragedVault,
  previewStake,
  readExit,
  type StakePreview,
} from './accounts.ts';
import { findOwnExits } from './facts.ts';
import { buildFlashExit, buyThroughRouter, isRouted, type RoutedExit, refuseTooLarge } from './flash-exit.ts';
import { assertPurchase, type ExitPlan, type FlashPlan, planExit, UNIT_LIMITS } from './plan-exit.ts';
import { requireLpAmount } from './position.ts';

/**
 * Stakes SOL in the pool of raSOL and deposits the raSOL into the leveraged vault, in one transaction.
 *
 * `amount` is SOL with at most 9 decimals. The amount deposited into the vault is `⌊lamports × supply / total⌋` raSOL base
 * units less the pool's deposit fee. One read of the ledger and a simulation; two where the pool's program rounds fees up.
 *
 * @throws {ProblemError} `upstream_error` when the pool or the vault would refuse, with the reason by name, or when the
 *   wallet holds less SOL.
 */
export function createStake(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
  findRange: FindRange,
): Stake<'sol-leveraged-stake'> {
  const shared = findLeveragedVault(deployment, leveraged);
  const { program: programAddress, address: stakePool } = deployment.stakePool;
  const authority = findWithdrawAuthorityPda({ stakePool }, { programAddress });
  return async ({ body, wallet: { text: wallet }, amount: lamports }, services) => {
    const vault = await shared;
    const [withdrawAuthority] = await authority;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet, vault)) };
    const read = await readAgreed([...vaultAddresses(accounts), stakePool, wallet], services);
    const reading = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
    const { evidence } = reading;
    const pool = decodeCurrentPool(read, deployment, reading.epoch);
    const lifetime = await services.blockhash.get();

    const parts = { ...pool, stakePool, programAddress, withdrawAuthority, accounts, wallet, lamports };
    const draft = (feeRounding: FeeRounding): Draft => {
      const preview = previewStake(pool, reading, lamports, feeRounding);
      const instructions = listInstructions({ ...parts, ...preview, held: reading.userLp });
      const computeUnitLimit = UNIT_LIMITS.stake;
      const own = { strategy: 'sol-leveraged-stake', wallet, lifetime, computeUnitLimit } as const;
      return { message: compileOwnMessage({ ...own, instructions }, services), staged: preview.staged };
    };
    const { message, staged, simulated } = await stakeNearest(
      { amount: lamports, wallet, read, findRange },
      services,
      () => simulateRoundings(draft, evidence.slot, services),
    );
    return {
      by: 'service',
      message,
      simulated,
      lifetime,
      wallet,
      operation: 'stake',
      request: body,
      evidence: { ...evidence, before: new Map([...evidence.before, [stakePool, read(stakePool)]]) },
      fields: {
        strategy: 'sol-leveraged-stake',
        route: 'rpc',
        depositedSolLamports: String(lamports),
        stagedRasolLamports: String(staged),
        receiptMint: vault.lpMint,
        receiptSymbol: 'raSOL Max',
      },
    };
  };
}

type Draft = { readonly message: Uint8Array; readonly staged: bigint };

// Rounded the wrong way, a base unit of raSOL would stay in the wallet, or the pool would give less than it must.
async function simulateRoundings(
  draft: (feeRounding: FeeRounding) => Draft,
  since: bigint,
  services: SimulationPorts,
): Promise<Draft & { readonly simulated: Simulated }> {
  const most = draft('down');
  const shown = await tryOwn(most.message, since, services);
  if (!('fault' in shown)) return { ...most, simulated: shown };
  if (!isBelowPoolMinimum(shown)) throw await refuseSimulated(shown, most.message, services);
  const least = draft('up');
  return { ...least, simulated: await simulateOwn(least.message, since, services) };
}

type Parts = StakePreview &
  Pick<StakePool, 'managerFeeAccount' | 'reserveStake'> & {
    readonly stakePool: Address;
    readonly programAddress: Address;
    readonly withdrawAuthority: Address;
    readonly accounts: VaultAccounts & WalletAccounts;
    readonly wallet: Address;
    readonly lamports: bigint;
    /** LP that the wallet holds before. */
    readonly held: bigint | undefined;
  };

function listInstructions(parts: Parts): Instruction[] {
  const { accounts, wallet, staged } = parts;
  const { userAsset, assetMint, userLp, lpMint } = accounts;
  return [
    getCreateTokenAccountInstruction({ owner: wallet, mint: assetMint, account: userAsset }),
    getCreateTokenAccountInstruction({ owner: wallet, mint: lpMint, account: userLp }),
    getDepositSolWithSlippageInstruction(
      {
        ...parts,
        fundingAccount: createNoopSigner(wallet),
        destinationTokenAccount: userAsset,
        referrerTokenAccount: parts.managerFeeAccount,
        poolMint: assetMint,
        // With less minted, the vault would take the rest out of raSOL the wallet has of its own.
        minimumPoolTokens: staged,
      },
      parts,
    ),
    depositInto(accounts, wallet, staged),
    requirePayout({
      asset: 'raSOLMax',
      account: userLp,
      owner: wallet,
      held: parts.held,
      promised: parts.minted,
    }),
  ];
}

type OutputAsset = (typeof OUTPUT_ASSETS)[number];
type Compiled = {
  readonly message: Uint8Array;
  readonly simulated: Simulated;
  /** What the message may take from lookup tables. */
  readonly lookupTables?: Evidence['lookupTables'];
};

/** How many more than its simulation used it may use when it lands: a fifth. */
const UNIT_MARGIN = { numerator: 6, denominator: 5 };

/**
 * Burns raSOL Max LP for raSOL, out of the vault's idle funds while they suffice, else by unwinding a part of its
 * position through a flash loan.
 *
 * `amount` is LP with at most 9 decimals. The payout named is what the ledger shows now, rounded down. One read of the
 * ledger and a simulation.
 *
 * @throws {ProblemError} `invalid_request` for wallet, amount or outputAsset; `upstream_error` when neither way is
 *   open, with the reason by name.
 */
export function createUnstakeInstant(
  deployment: Deployment,
  leveraged: LeveragedDeployment,
): Exit<'sol-leveraged-stake', 'instant'> {
  const place = findExitPlace(deployment, leveraged);
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const lp = requireLpAmount(body.amount);
    const outputAsset = requireOutputAsset(body.outputAsset);

    const reading = await readExit(wallet.text, await place, services);
    const { plan, tables } = await findPlan(wallet, lp, reading, services);

    const lifetime = await services.blockhash.get();
    const requirement = requirePayout({
      asset: 'raSOL',
      account: reading.accounts.userAsset,
      owner: wallet.text,
      held: reading.vault.userAsset,
      promised: plan.payout,
    });
    const payout = formatAmount(plan.payout, ASSET_DECIMALS.raSOL);
    const asked = { operation: 'unstake', request: body } as const;
    const fields = {
      strategy: 'sol-leveraged-stake',
      kind: 'instant',
      outputAsset,
      route: 'rpc',
      path: plan.path,
      burnedLpLamports: String(lp),
      expectedPayoutRasol: payout,
      expectedPayoutRasolLamports: String(plan.payout),
      initializedLendingAccount: plan.path === 'flash-bracket' && plan.flash.opens.lending,
      receiptMint: deployment.rasolMaxMint,
      receiptSymbol: 'raSOL Max',
      ...(outputAsset === 'SOL' && { next: describeNext(wallet, payout) }),
    } as const;
    const evidence = { ...reading.vault.evidence, before: reading.before };
    const { accounts, vault } = reading;
    const parts = { wallet, lp, requirement, accounts, lifetime, since: vault.evidence.slot, services };
    const { message, simulated, lookupTables } =
      plan.path === 'vault-idle'
        ? await compileFromIdle(parts)
        : await compileFlash({
            ...parts,
            plan: plan.flash,
            tables,
            inspect: (compiled) => assertPurchase({ ...asked, fields, evidence }, compiled, services),
          });
    return {
      ...asked,
      by: 'service',
      message,
      simulated,
      evidence: { ...evidence, ...(lookupTables && { lookupTables }) },
      lifetime,
      wallet: wallet.text,
      fields,
    };
  };
}

/** Plans an exit; with the router's swap and the contents of its lookup tables when the router sells the SOL. */
async function findPlan(
  wallet: Key,
  lp: bigint,
  reading: ExitReading,
  services: StrategyPorts,
): Promise<{ readonly plan: ExitPlan; readonly tables?: RoutedExit['tables'] }> {
  const plan = await exitNearest(
    { amount: lp, asset: 'raSOLMax' },
    () => findOwnExits(reading),
    async () => planExit(lp, reading),
  );
  return isRouted(plan) ? await buyThroughRouter(plan, wallet.text, services) : { plan };
}

type ExitParts = {
  readonly wallet: Key;
  readonly lp: bigint;
  /** That the payout has arrived. */
  readonly requirement: Instruction;
  readonly accounts: ExitReading['accounts'];
  readonly lifetime: Lifetime;
  /** Slot of the reading it is built on. */
  readonly since: bigint;
  readonly services: StrategyPorts;
};

async function compileFromIdle(parts: ExitParts): Promise<Compiled> {
  const { wallet, lp, requirement, accounts, lifetime, since, services } = parts;
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false };
  const { assetMint, userAsset } = accounts;
  const message = compileOwnMessage(
    {
      strategy: 'sol-leveraged-stake',
      wallet: wallet.text,
      lifetime,
      computeUnitLimit: UNIT_LIMITS.idleExit,
      instructions: [
        getCreateTokenAccountInstruction({ owner: wallet.text, mint: assetMint, account: userAsset }),
        withdrawFromIdle(accounts, wallet.text, terms),
        requirement,
      ],
    },
    services,
  );
  return { message, simulated: await simulateOwn(message, since, services) };
}

/** Most instructions that the contract gives an exit through a flash loan. */
const FLASH_INSTRUCTION_LIMIT = 10;

// A first exit opens so many accounts that there is no place for it; the swap's minimum is all it has.
function withinLimit(exit: readonly Instruction[], requirement: Instruction): readonly Instruction[] {
  return exit.length < FLASH_INSTRUCTION_LIMIT ? [...exit, requirement] : exit;
}

type FlashParts = ExitParts & {
  readonly plan: FlashPlan;
  readonly tables: RoutedExit['tables'] | undefined;
  /** Looks at an exit with a swap of the router before anything else does. */
  readonly inspect: (compiled: Omit<Compiled, 'simulated'>) => void;
};

/** Compiles it with a limit of what its simulation used and a fifth. */
async function compileFlash(parts: FlashParts): Promise<Compiled> {
  const { since, services, plan, inspect } = parts;
  const roomy = await compileFlashWithin(UNIT_LIMITS.flashExit, parts);
  if (plan.purchase !== undefined) inspect(roomy);
  const simulated = await simulateOwn(roomy.message, since, services);
  const { unitsConsumed: used } = simulated;
  if (used === undefined) return { ...roomy, simulated };
  const limit = Math.ceil((used * UNIT_MARGIN.numerator) / UNIT_MARGIN.denominator);
  return { ...(await compileFlashWithin(limit, parts)), simulated };
}

async function compileFlashWithin(unitLimit: number, parts: FlashParts) {
  const { wallet, lp, plan, lifetime, services, tables } = parts;
  const budget = getComputeBudgetInstructions(
    services.uniqueBudget(unitLimit, services.priorityFee.price('sol-leveraged-stake')),
  );
  const exit = buildFlashExit({ ...plan.through, wallet: wallet.text, lp, plan }, budget);
  const instructions = withinLimit(exit, parts.requirement);
  try {
    return await compileWithTables(
      { wallet: wallet.text, lifetime, instructions },
      services.lookupTables,
      tables,
    );
  } catch (error) {
    throw plan.purchase === undefined ? error : refuseTooLarge(error);
  }
}

function requireOutputAsset(text: string | undefined): OutputAsset {
  const asset = text ?? 'raSOL';
  const offered = OUTPUT_ASSETS.find((each) => each === asset);
  if (offered !== undefined) return offered;
  throw problem('OUTPUT_ASSET_NOT_OFFERED', { outputAsset: asset, offered: OUTPUT_ASSETS });
}

function describeNext(wallet: Key, amount: string): NextStep {
  return {
    description:
      'Broadcast this transaction and wait until it is confirmed. Then read how much raSOL the wallet really received, put it in the place of amount, which is an estimate, and make this call to swap it to SOL.',
    endpoint: `${BASE_PATH}${OPERATIONS.unstake.path}`,
    method: 'POST',
    body: { strategy: 'sol-liquid-stake', wallet: wallet.text, amount, kind: 'instant' },
  };
}
