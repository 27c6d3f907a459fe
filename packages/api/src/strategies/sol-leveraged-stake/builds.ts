import type { Address, AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import {
  type FeeRounding,
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
} from '@staking-agent/chain/stake-pool';
import { getDepositVaultInstruction, getInstantWithdrawVaultInstruction } from '@staking-agent/chain/vault';
import { verify } from '@staking-agent/verify';
import {
  ASSET_DECIMALS,
  BASE_PATH,
  type ExitAnswerOf,
  formatAmount,
  type NextStep,
  OPERATIONS,
  OUTPUT_ASSETS,
} from '@staking-agent/wire';
import type { CompiledBuild } from '../../builds/build.ts';
import { buildOwn, type OwnDraft } from '../../builds/finish.ts';
import { compileOwnMessage, compileWithTables, printUnsigned } from '../../builds/message.ts';
import { refuseProvidedTransaction } from '../../builds/provided.ts';
import { BOUNDLESS, exitNearest, stakeNearest } from '../../builds/ranges.ts';
import {
  isBelowPoolMinimum,
  refuseSimulated,
  type Simulated,
  simulateOwn,
  tryOwn,
} from '../../builds/simulate.ts';
import { problem } from '../../problems/problem.ts';
import type { Lifetime } from '../../upstreams/ledger/blockhash.ts';
import { readAgreed } from '../../upstreams/ledger/witnesses.ts';
import { requireAddress } from '../prepare.ts';
import type { Exit, FieldsOf, Quote, Stake, StrategyBuilds, StrategyServices } from '../strategy.ts';
import {
  decodeVaultReading,
  findVaultAccounts,
  requirePayout,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
} from '../vault.ts';
import { decodeCurrentPool, getLeveragedVault, readExit, requireLpAmount, UNIT_LIMITS } from './checks.ts';
import { locateLeveraged, previewStake, type StakePreview } from './facts.ts';
import {
  buildFlashExit,
  buyThroughRouter,
  type FlashExit,
  findExitBounds,
  findOwnExits,
  isRouted,
  planExit,
  quoteThroughRouter,
  refuseTooLarge,
} from './flash-exit.ts';

/**
 * Stakes SOL in the pool of raSOL and deposits the raSOL into the vault, in one transaction: `⌊lamports × supply / total⌋`
 * base units less the pool's deposit fee. Simulates once more where the pool's program rounds fees up.
 */
const stake: Stake<'sol-leveraged-stake'> = async (
  { body, wallet: { text: wallet }, amount: lamports },
  services,
) => {
  const { deployment } = services.config;
  const { program: programAddress, address: stakePool } = deployment.stakePool;
  const [withdrawAuthority] = findWithdrawAuthorityPda({ stakePool }, { programAddress });
  const accounts = findVaultAccounts(getLeveragedVault(deployment), wallet);
  const read = await readAgreed([...vaultAddresses(accounts), stakePool, wallet], services);
  const reading = decodeVaultReading(read, accounts, 'sol-leveraged-stake');
  const { evidence } = reading;
  const pool = decodeCurrentPool(read, deployment, reading.epoch);
  const lifetime = await services.blockhash.get();

  const draft = (feeRounding: FeeRounding): Draft => {
    const preview = previewStake(pool, reading, lamports, feeRounding);
    const deposit = getDepositSolWithSlippageInstruction(
      {
        stakePool,
        withdrawAuthority,
        reserveStake: pool.reserveStake,
        managerFeeAccount: pool.managerFeeAccount,
        lamports,
        fundingAccount: accounts.userTransferAuthority,
        destinationTokenAccount: accounts.userAssetAta,
        referrerTokenAccount: pool.managerFeeAccount,
        poolMint: accounts.vaultAssetMint,
        // With less minted, the vault would take the rest out of raSOL the wallet has of its own.
        minimumPoolTokens: preview.staged,
      },
      { programAddress },
    );
    const instructions = listInstructions(deposit, preview, accounts, reading);
    const computeUnitLimit = UNIT_LIMITS.stake;
    const own = { strategy: 'sol-leveraged-stake', wallet, lifetime, computeUnitLimit } as const;
    return { message: compileOwnMessage({ ...own, instructions }, services), staged: preview.staged };
  };
  const { message, staged, simulated } = await stakeNearest(
    { amount: lamports, read, range: locateLeveraged(wallet, deployment) },
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
      receiptMint: accounts.vaultLpMint,
      receiptSymbol: 'raSOL Max',
    },
  };
};

type Draft = { readonly message: Uint8Array; readonly staged: bigint };

// Rounded the wrong way, a base unit of raSOL would stay in the wallet, or the pool would give less than it must.
async function simulateRoundings(
  draft: (feeRounding: FeeRounding) => Draft,
  since: bigint,
  services: StrategyServices,
): Promise<Draft & { readonly simulated: Simulated }> {
  const most = draft('down');
  const shown = await tryOwn(most.message, since, services);
  if (!('fault' in shown)) return { ...most, simulated: shown };
  if (!isBelowPoolMinimum(shown)) throw await refuseSimulated(shown, most.message, services);
  const least = draft('up');
  return { ...least, simulated: await simulateOwn(least.message, since, services) };
}

function listInstructions(
  deposit: Instruction,
  { staged, minted }: StakePreview,
  accounts: VaultAccounts,
  { userLp: held }: VaultReading,
): Instruction[] {
  const { userAssetAta, vaultAssetMint, userLpAta, vaultLpMint } = accounts;
  const { address: owner } = accounts.userTransferAuthority;
  return [
    getCreateTokenAccountInstruction({ owner, mint: vaultAssetMint, account: userAssetAta }),
    getCreateTokenAccountInstruction({ owner, mint: vaultLpMint, account: userLpAta }),
    deposit,
    getDepositVaultInstruction({ ...accounts, amount: staged }),
    requirePayout({ asset: 'raSOLMax', account: userLpAta, owner, held, promised: minted }),
  ];
}

/**
 * Burns raSOL Max LP for raSOL, out of the vault's idle funds while they suffice, else by unwinding a part of its position
 * through a flash loan. The payout named is that of the ledger now, rounded down.
 */
const unstakeInstant: Exit<'sol-leveraged-stake', 'instant'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const lp = requireLpAmount(body.amount);
  const outputAsset = requireOutputAsset(body.outputAsset);

  const reading = await readExit(wallet, services);
  const planned = await exitNearest(
    { amount: lp, asset: 'raSOLMax' },
    () => findOwnExits(reading),
    async () => planExit(lp, reading),
  );
  const { plan, tables } = isRouted(planned)
    ? await buyThroughRouter(planned, services)
    : { plan: planned, tables: undefined };

  const { accounts, vault } = reading;
  const { userAssetAta: account, vaultAssetMint: mint } = accounts;
  const payout = formatAmount(plan.payout, ASSET_DECIMALS.raSOL);
  const draft = {
    operation: 'unstake',
    request: body,
    wallet,
    evidence: { ...vault.evidence, before: reading.before },
    fields: {
      strategy: 'sol-leveraged-stake',
      kind: 'instant',
      outputAsset,
      route: 'rpc',
      path: plan.path,
      burnedLpLamports: String(lp),
      expectedPayoutRasol: payout,
      expectedPayoutRasolLamports: String(plan.payout),
      initializedLendingAccount: plan.path === 'flash-bracket' && plan.flash.lacks.lending,
      receiptMint: accounts.vaultLpMint,
      receiptSymbol: 'raSOL Max',
      ...(outputAsset === 'SOL' && { next: describeNext(wallet, payout) }),
    },
  } as const;
  const arrived = requirePayout({
    asset: 'raSOL',
    account,
    owner: wallet,
    held: vault.userAsset,
    promised: plan.payout,
  });
  if (plan.path === 'flash-bracket') return compileFlash(draft, { plan, tables, arrived }, services);
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false };
  const instructions = [
    getCreateTokenAccountInstruction({ owner: wallet, mint, account }),
    getInstantWithdrawVaultInstruction({ ...accounts, ...terms }),
    arrived,
  ];
  return buildOwn({ ...draft, computeUnitLimit: UNIT_LIMITS.idleExit, instructions }, services);
};

/** Most instructions that the contract gives an exit through a flash loan. */
const FLASH_INSTRUCTION_LIMIT = 10;

/** How many more than its simulation used it may use when it lands: a fifth. */
const UNIT_MARGIN = { numerator: 6, denominator: 5 };

type FlashDraft = Omit<OwnDraft<ExitFields>, 'computeUnitLimit' | 'instructions'>;
type ExitFields = FieldsOf<ExitAnswerOf<'sol-leveraged-stake', 'instant'>>;
type FlashInput = {
  readonly plan: FlashExit;
  readonly tables: AddressesByLookupTableAddress | undefined;
  readonly arrived: Instruction;
};

/**
 * Compiles an exit through a flash loan with a limit of the compute units that its simulation used and a fifth.
 *
 * One with a swap of the router is proved before a node simulates it, so that a fault of the swap is attributed to the
 * router.
 */
async function compileFlash(
  draft: FlashDraft,
  input: FlashInput,
  services: StrategyServices,
): Promise<CompiledBuild<ExitFields>> {
  const { wallet, evidence } = draft;
  const lifetime = await services.blockhash.get();
  const compile = (units: number) => compileFlashWithin(units, wallet, lifetime, input, services);
  const roomy = await compile(UNIT_LIMITS.flashExit);
  if (input.plan.flash.purchase !== undefined) assertPurchase(draft, roomy, services);
  const simulated = await simulateOwn(roomy.message, evidence.slot, services);
  const { unitsConsumed: used } = simulated;
  const { message, lookupTables } =
    used === undefined
      ? roomy
      : await compile(Math.ceil((used * UNIT_MARGIN.numerator) / UNIT_MARGIN.denominator));
  return { ...draft, by: 'service', message, simulated, lifetime, evidence: { ...evidence, lookupTables } };
}

async function compileFlashWithin(
  unitLimit: number,
  wallet: Address,
  lifetime: Lifetime,
  { plan, tables, arrived }: FlashInput,
  services: StrategyServices,
) {
  const price = services.priorityFee.price('sol-leveraged-stake', unitLimit);
  const budget = getComputeBudgetInstructions(services.uniqueBudget(unitLimit, price), wallet);
  const exit = buildFlashExit(plan, budget);
  // A first exit opens so many accounts that there is no place for it; the swap's minimum is all it has.
  const instructions = exit.length < FLASH_INSTRUCTION_LIMIT ? [...exit, arrived] : exit;
  try {
    return await compileWithTables({ wallet, lifetime, instructions }, services.lookupTables, tables);
  } catch (error) {
    throw plan.flash.purchase === undefined ? error : refuseTooLarge(error);
  }
}

/** @throws {ProblemError} `upstream_error` with the rule that the bytes break. */
function assertPurchase(
  { operation, request, fields, evidence }: FlashDraft,
  { message, lookupTables }: Awaited<ReturnType<typeof compileFlashWithin>>,
  services: StrategyServices,
): void {
  const answer = { ...fields, transaction: printUnsigned(message) };
  const { deployment } = services.config;
  const { findings } = verify(operation, request, answer, deployment, { ...evidence, lookupTables });
  if (findings.length > 0) throw refuseProvidedTransaction('router', findings, services);
}

/**
 * Previews the path and payout that a build at the same moment has. The wallet need not hold the LP, so that any amount can
 * be priced.
 */
const quote: Quote<'sol-leveraged-stake'> = async (body, services) => {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const lp = requireLpAmount(body.amount);
  const reading = await readExit(wallet, services);
  const plan = await exitNearest(
    { amount: lp, asset: 'raSOLMax' },
    () => findExitBounds(BOUNDLESS, reading),
    async () => planExit(lp, { ...reading, vault: { ...reading.vault, userLp: lp } }),
  );
  const { path, payout } = isRouted(plan) ? await quoteThroughRouter(plan, services) : plan;
  return {
    strategy: 'sol-leveraged-stake',
    kind: 'instant',
    inAsset: 'raSOL Max',
    outAsset: 'raSOL',
    inAmount: body.amount ?? formatAmount(lp, ASSET_DECIMALS.raSOLMax),
    outAmount: formatAmount(payout, ASSET_DECIMALS.raSOL),
    path,
  };
};

export const leveragedBuilds: StrategyBuilds<'sol-leveraged-stake'> = {
  stake,
  unstake: { instant: unstakeInstant },
  quote,
};

function requireOutputAsset(text: string | undefined): (typeof OUTPUT_ASSETS)[number] {
  const asset = text ?? 'raSOL';
  const offered = OUTPUT_ASSETS.find((each) => each === asset);
  if (offered !== undefined) return offered;
  throw problem('OUTPUT_ASSET_NOT_OFFERED', { outputAsset: asset, offered: OUTPUT_ASSETS });
}

function describeNext(wallet: Address, amount: string): NextStep {
  return {
    description:
      'Broadcast this transaction and wait until it is confirmed. Then read how much raSOL the wallet really received, put it in the place of amount, which is an estimate, and make this call to swap it to SOL.',
    endpoint: `${BASE_PATH}${OPERATIONS.unstake.path}`,
    method: 'POST',
    body: { strategy: 'sol-liquid-stake', wallet, amount, kind: 'instant' },
  };
}
