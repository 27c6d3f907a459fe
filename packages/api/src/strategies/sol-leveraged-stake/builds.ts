import type { Address, AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import { getComputeBudgetInstructions } from '@staking-agent/chain/message';
import {
  type FeeRounding,
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
} from '@staking-agent/chain/stake-pool';
import { getDepositVaultInstruction, getInstantWithdrawVaultInstruction } from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, type ExitAnswerOf, formatAmount } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import { type CompiledBuild, proveBuild } from '../../builds/build.ts';
import { buildOwn, type OwnDraft } from '../../builds/finish.ts';
import { type CompiledMessage, printUnsigned } from '../../builds/message.ts';
import { refuseProvidedTransaction } from '../../builds/provided.ts';
import { BOUNDLESS, exitNearest, stakeNearest } from '../../builds/ranges.ts';
import { isProblemError } from '../../problems/problem.ts';
import { readAgreed } from '../../upstreams/ledger/client.ts';
import { readOutputAsset, requireAddress } from '../prepare.ts';
import {
  type Exit,
  type FieldsOf,
  printCall,
  type Quote,
  type Stake,
  type StrategyBuilds,
  type StrategyServices,
} from '../strategy.ts';
import {
  decodeVaultReading,
  findVaultAccounts,
  requirePayout,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
} from '../vault.ts';
import { decodeCurrentPool, getLeveragedVault, readExit, requireLpAmount } from './checks.ts';
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

  const build = (feeRounding: FeeRounding) => {
    const preview = previewStake(pool, reading, lamports, feeRounding);
    const { staged } = preview;
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
        minimumPoolTokens: staged,
      },
      { programAddress },
    );
    return buildOwn(
      {
        operation: 'stake',
        request: body,
        wallet,
        units: UNITS.leveragedStake,
        instructions: listInstructions(deposit, preview, accounts, reading),
        evidence: { ...evidence, before: new Map([...evidence.before, [stakePool, read(stakePool)]]) },
        fields: {
          strategy: 'sol-leveraged-stake',
          route: 'rpc',
          depositedSolLamports: String(lamports),
          stagedRasolLamports: String(staged),
          receiptMint: accounts.vaultLpMint,
          receiptSymbol: 'raSOL Max',
        },
      } as const,
      services,
    );
  };
  return stakeNearest(
    { amount: lamports, read, range: locateLeveraged(wallet, deployment, services.switches) },
    services,
    // Rounded the wrong way, a base unit of raSOL would stay in the wallet, or the pool would give less than it must.
    () =>
      build('down').catch((error: unknown) => {
        if (isProblemError(error) && error.code === 'SLIPPAGE_EXCEEDED') return build('up');
        throw error;
      }),
  );
};

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
  const outputAsset = readOutputAsset(body.outputAsset);

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
      ...(outputAsset === 'SOL' && { next: sellNext(wallet, payout) }),
    },
  } as const;
  const arrived = requirePayout({
    asset: 'raSOL',
    account,
    owner: wallet,
    held: vault.userAsset,
    promised: plan.payout,
  });
  if (plan.path === 'flash-bracket') return compileFlash(draft, plan, tables, arrived, services);
  const terms = { amount: lp, isAmountInLp: true, isWithdrawAll: false };
  const instructions = [
    getCreateTokenAccountInstruction({ owner: wallet, mint, account }),
    getInstantWithdrawVaultInstruction({ ...accounts, ...terms }),
    arrived,
  ];
  return buildOwn({ ...draft, units: UNITS.idleExit, instructions }, services);
};

/** Most instructions that the contract gives an exit through a flash loan. */
const FLASH_INSTRUCTION_LIMIT = 10;

type FlashDraft = Omit<OwnDraft<ExitFields>, 'units' | 'instructions'>;
type ExitFields = FieldsOf<ExitAnswerOf<'sol-leveraged-stake', 'instant'>>;

/**
 * Builds an exit through a flash loan.
 *
 * One with a swap of the router is proved before a node simulates it, so that a fault of the swap is attributed to the
 * router.
 */
async function compileFlash(
  draft: FlashDraft,
  plan: FlashExit,
  tables: AddressesByLookupTableAddress | undefined,
  arrived: Instruction,
  services: StrategyServices,
): Promise<CompiledBuild<ExitFields>> {
  const isRouters = plan.flash.purchase !== undefined;
  try {
    return await buildOwn(
      {
        ...draft,
        units: UNITS.flashExit,
        instructions(budget) {
          const exit = buildFlashExit(plan, getComputeBudgetInstructions(budget, draft.wallet));
          if (exit.length < FLASH_INSTRUCTION_LIMIT) return [...exit, arrived];
          // A first exit opens so many accounts that there is no place for it; the swap's minimum is all it has.
          return budget.loadedDataLimit === undefined ? exit : undefined;
        },
        lookupTables: services.lookupTables,
        furtherTables: tables,
        inspect: isRouters ? (compiled) => assertPurchase(draft, compiled, services) : undefined,
      },
      services,
    );
  } catch (error) {
    throw isRouters ? refuseTooLarge(error) : error;
  }
}

/** @throws {ProblemError} `upstream_error` with the rule that the bytes break. */
function assertPurchase(
  draft: FlashDraft,
  { message, ...tables }: CompiledMessage,
  services: StrategyServices,
): void {
  const answer = { ...draft.fields, transaction: printUnsigned(message) };
  const { findings } = proveBuild(draft, answer, services.config.deployment, {
    ...draft.evidence,
    ...tables,
  });
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

function sellNext(wallet: Address, amount: string) {
  const description =
    'Broadcast this transaction and wait until it is confirmed. Then read how much raSOL the wallet really received, put it in the place of amount, which is an estimate, and make this call to swap it to SOL.';
  return printCall('unstake', description, {
    strategy: 'sol-liquid-stake',
    wallet,
    amount,
    kind: 'instant',
  } as const);
}
