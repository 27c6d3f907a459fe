import type { Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import type { VaultRefusal } from '@staking-agent/chain/vault';
import { UNSTAKE_STEPS, type UnstakeBody } from '@staking-agent/wire';
import { compileOwnMessage } from '../../builds/message.ts';
import { addNearest, type FindRange, stakeNearest } from '../../builds/ranges.ts';
import { simulateOwn } from '../../builds/simulate.ts';
import { assertHolds, problem } from '../../problems/problem.ts';
import { readAgreed } from '../../upstreams/ledger/witnesses.ts';
import { type Key, readMinReceive, requireAddress } from '../fields.ts';
import type { Exit, Stake, StakeAsk, StrategyPorts } from '../strategy.ts';
import {
  decodeVaultReading,
  depositInto,
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
  type WalletAccounts,
} from '../vault.ts';
import { planDeposit, requireKept, requirePayout } from '../vault-amounts.ts';
import {
  type AskedExit,
  COMPUTE_UNIT_LIMIT,
  decodePositions,
  findStrategyPlaces,
  getUsdcVault,
  planExit,
  priceExit,
  refuseExit,
  requireExit,
  strategyAddresses,
  USDC_DEPOSIT,
} from './checks.ts';
import { buildExit, EXIT_FIELDS, simulateExit } from './exit-message.ts';
import { findOwnWithdrawals } from './facts.ts';
import { createUnstakeCancel, createUnstakeClaim, createUnstakeRequest } from './two-steps.ts';

/**
 * Deposits USDC into the vault for raUSDC.
 *
 * `amount` is USDC with at most 6 decimals. One read of the ledger and a simulation; the raUSDC account is created when
 * missing.
 *
 * @throws {ProblemError} `upstream_error` when the vault takes no deposit,
 *   with its reason by name, when the amount would give no raUSDC, or when the wallet has less USDC.
 */
export function createStake(deployment: Deployment, findRange: FindRange): Stake<'usdc-earn'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (ask, services) => {
    const { wallet, amount } = ask;
    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const read = await readAgreed([...vaultAddresses(accounts), wallet.text], services);
    return stakeNearest({ amount, wallet: wallet.text, read, findRange }, services, () =>
      build(ask, accounts, decodeVaultReading(read, accounts, 'usdc-earn'), services),
    );
  };
}

async function build(
  { body, wallet: { text: wallet }, amount }: StakeAsk,
  accounts: VaultAccounts & WalletAccounts,
  reading: VaultReading,
  services: StrategyPorts,
): ReturnType<Stake<'usdc-earn'>> {
  const { userAsset, userLp, evidence } = reading;
  const { lpMinted } = planDeposit(amount, USDC_DEPOSIT, reading);
  assertHolds({ holder: 'wallet', asset: 'USDC', holds: userAsset ?? 0n, needs: amount });

  const lifetime = await services.blockhash.get();
  const message = compileOwnMessage(
    {
      strategy: 'usdc-earn',
      wallet,
      lifetime,
      computeUnitLimit: COMPUTE_UNIT_LIMIT,
      instructions: [
        getCreateTokenAccountInstruction({
          owner: wallet,
          mint: accounts.lpMint,
          account: accounts.userLp,
        }),
        depositInto(accounts, wallet, amount),
        requirePayout({
          asset: 'raUSDC',
          account: accounts.userLp,
          owner: wallet,
          held: userLp,
          promised: lpMinted,
          minReceive: readMinReceive(body.minReceive, 'usdc-earn', 'stake'),
        }),
      ],
    },
    services,
  );
  return {
    by: 'service',
    message,
    simulated: await simulateOwn(message, evidence.slot, services),
    lifetime,
    wallet,
    operation: 'stake',
    request: body,
    evidence,
    fields: { strategy: 'usdc-earn', route: 'vault' },
  };
}

const U64_MAX = 2n ** 64n - 1n;

/**
 * Withdraws USDC from the vault at once: an amount, or the whole position.
 *
 * `amount` is USDC with at most 6 decimals, looked at only without `isWithdrawAll`. One read of the ledger and a
 * simulation. Built here from the idle funds and the strategies that the deployment lists; by the vault provider where
 * those hold too little.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the vault refuses, with its
 *   reason by name, when nothing would be paid, or the provider builds nothing.
 */
function createUnstakeAtOnce(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  const strategies = shared.then((vault) => findStrategyPlaces(deployment, vault));
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const asked = requireExit(body);

    const [vault, places] = [await shared, await strategies];
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const addresses = [...vaultAddresses(accounts), ...strategyAddresses(places)];
    const read = await readAgreed(addresses, services);
    const reading = decodeVaultReading(read, accounts, 'usdc-earn');

    assertPaysAtOnce(reading);
    const holds = reading.userLp ?? 0n;
    if (asked.isWithdrawAll) assertHolds({ holder: 'wallet', asset: 'raUSDC', holds, needs: 1n });
    const exit = asked.isWithdrawAll ? { ...asked, amount: holds } : asked;
    const priced = priceExit(exit, reading);
    const positions = decodePositions(read, places, reading.epoch);
    const refuse = (refusal: VaultRefusal) => {
      const error = refuseExit(refusal, reading, () => priceExit(exit, { ...reading, userLp: U64_MAX }));
      if (asked.isWithdrawAll) return error;
      return addNearest(error, exit.amount, findOwnWithdrawals(reading, positions), 'USDC');
    };
    if (!priced.ok) throw refuse(priced);
    if (priced.assetPaid === 0n) throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
    const plan = planExit(exit, priced.assetPaid, reading, positions);
    if (plan === undefined) {
      return requestFromProvider(body, wallet, exit, priced.lpBurned, vault, services);
    }
    if (!plan.ok) throw refuse(plan);

    const lifetime = await services.blockhash.get();
    // Several payments of everything may come to a base unit less than priced; what is required has room for it.
    const due = { assetPaid: priced.assetPaid, lpBurned: plan.lpBurned };
    const requirements = listRequirements(body, wallet, accounts, reading, due);
    const parts = { wallet, accounts, legs: plan.legs, requirements, lifetime };
    const compiled = await buildExit(parts, services);
    const built = { ...compiled, lifetime, wallet: wallet.text, reading, slot: read.slot };
    return simulateExit(body, built, {}, services);
  };
}

function assertPaysAtOnce({ state: { withdrawalWaitingPeriod: waits } }: VaultReading): void {
  if (waits !== 0n) throw problem('EXIT_NEEDS_REQUEST', { seconds: String(waits) });
}

/** Lists the checks after a withdrawal: enough raUSDC is left of an amount, and the payout has arrived. */
function listRequirements(
  { isWithdrawAll, minReceive }: UnstakeBody,
  { text: owner }: Key,
  { userAsset, userLp }: WalletAccounts,
  reading: VaultReading,
  { assetPaid, lpBurned }: { readonly assetPaid: bigint; readonly lpBurned: bigint },
): Instruction[] {
  const arrived = requirePayout({
    asset: 'USDC',
    account: userAsset,
    owner,
    held: reading.userAsset,
    promised: assetPaid,
    minReceive: readMinReceive(minReceive, 'usdc-earn', 'instant'),
  });
  if (isWithdrawAll) return [arrived];
  return [requireKept({ account: userLp, owner, held: reading.userLp ?? 0n, burned: lpBurned }), arrived];
}

async function requestFromProvider(
  body: UnstakeBody,
  wallet: Key,
  { amount, isWithdrawAll }: AskedExit,
  lpBurned: bigint,
  { vault }: VaultAccounts,
  { vaultProvider, blockhash, requireStore }: StrategyPorts,
) {
  const request = { vault, wallet: wallet.text, amount: isWithdrawAll ? 0n : amount, isWithdrawAll };
  await requireStore();
  const transaction = await vaultProvider.directWithdraw(request);
  return {
    by: 'vault provider' as const,
    operation: 'unstake' as const,
    request: body,
    spends: { asset: 'raUSDC' as const, amount: lpBurned },
    transaction,
    route: 'rpc' as const,
    lifetime: await blockhash.get(),
    wallet: wallet.text,
    fields: () => EXIT_FIELDS,
  };
}

/**
 * Withdraws USDC from the vault: at once, or in the two steps that a vault with a waiting period takes.
 *
 * @throws {ProblemError} `invalid_request` for a step that there is none of; else as each of the four does.
 */
export function createUnstakeInstant(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const atOnce = createUnstakeAtOnce(deployment);
  const steps = {
    request: createUnstakeRequest(deployment),
    claim: createUnstakeClaim(deployment),
    cancel: createUnstakeCancel(deployment),
  };
  return (body, services) => {
    if (body.step === undefined) return atOnce(body, services);
    const step = UNSTAKE_STEPS.find((each) => each === body.step);
    if (step !== undefined) return steps[step](body, services);
    throw problem('STEP_NOT_OFFERED', {
      step: body.step,
      reason: `it must be one of: ${UNSTAKE_STEPS.join(', ')}`,
    });
  };
}
