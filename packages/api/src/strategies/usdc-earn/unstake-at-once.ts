import type { Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import type { VaultRefusal } from '@staking-agent/chain/vault';
import type { UnstakeBody } from '@staking-agent/wire';
import { addNearest } from '../../builds/nearest.ts';
import { assertHolds } from '../../problems/insufficient-funds.ts';
import { problem } from '../../problems/problem.ts';
import { readAgreed } from '../../upstreams/ask-witnesses.ts';
import { readMinReceive } from '../read-min-receive.ts';
import { type Key, requireAddress } from '../request-fields.ts';
import type { Exit, StrategyPorts } from '../strategy.ts';
import { requireKept, requirePayout } from '../vaults/require-payout.ts';
import {
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type WalletAccounts,
} from '../vaults/vault-accounts.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../vaults/vault-reading.ts';
import { buildExit } from './build-exit.ts';
import { type AskedExit, planExit, priceExit } from './plan-exit.ts';
import { findOwnWithdrawals } from './range.ts';
import { refuseExit } from './refuse-exit.ts';
import { requireExit } from './require-exit.ts';
import { EXIT_FIELDS, simulateExit } from './simulate-exit.ts';
import { decodePositions, findStrategyPlaces, strategyAddresses } from './usdc-strategies.ts';
import { getUsdcVault } from './usdc-vault.ts';

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
export function createUnstakeAtOnce(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
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
