import type { Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import {
  type InstantWithdrawal,
  previewInstantWithdraw,
  type VaultRefusal,
} from '@staking-agent/chain/vault';
import { ASSET_DECIMALS, type UnstakeBody } from '@staking-agent/wire';
import { assertHolds, insufficientFunds } from '../../problems/insufficient-funds.ts';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { type Key, requireAddress, requireAmount } from '../../request-fields.ts';
import { compileOwnMessage } from '../../transactions/compile-own-message.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { requireKept, requirePayout } from '../../vaults/require-payout.ts';
import {
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type WalletAccounts,
} from '../../vaults/vault-accounts.ts';
import { withdrawFromIdle } from '../../vaults/vault-instructions.ts';
import { decodeVaultReading, type VaultReading, vaultAddresses } from '../../vaults/vault-reading.ts';
import { vaultRefused } from '../../vaults/vault-refused.ts';
import { readMinReceive } from '../read-min-receive.ts';
import type { Exit, StrategyPorts } from '../strategy.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { usdcVaultOf } from './usdc-vault.ts';

const U64_MAX = 2n ** 64n - 1n;

type Asked = { readonly amount: bigint; readonly isWithdrawAll: boolean };

/**
 * Withdraws USDC from the vault at once: an amount, or the whole position.
 *
 * `amount` is USDC with at most 6 decimals, looked at only without `isWithdrawAll`. One read of the ledger; built
 * here while the idle funds of the vault suffice, by the vault provider beyond that.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the vault refuses, with its
 *   reason by name, when nothing would be paid, or the provider builds nothing.
 */
export function createUnstakeInstant(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const shared = findVaultAccounts(usdcVaultOf(deployment));
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const asked = requireExit(body);

    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const reading = decodeVaultReading(
      await readAccounts(vaultAddresses(accounts), services),
      accounts,
      'usdc-earn',
    );

    const holds = reading.userLp ?? 0n;
    if (asked.isWithdrawAll) assertHolds({ holder: 'wallet', asset: 'raUSDC', holds, needs: 1n });
    const exit = asked.isWithdrawAll ? { ...asked, amount: holds } : asked;
    const preview = previewExit(exit, reading, U64_MAX);
    if (!preview.ok) throw refused(preview, exit, reading);
    if (preview.assetPaid === 0n) throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
    const isIdleEnough = previewExit(exit, reading, reading.idle).ok;
    return isIdleEnough
      ? buildFromIdle(
          body,
          wallet,
          [
            withdrawFromIdle(accounts, wallet.text, { ...exit, isAmountInLp: false }),
            ...(exit.isWithdrawAll
              ? []
              : [
                  requireKept({
                    account: accounts.userLp,
                    owner: wallet.text,
                    held: holds,
                    burned: preview.lpBurned,
                  }),
                ]),
            requirePayout({
              asset: 'USDC',
              account: accounts.userAsset,
              owner: wallet.text,
              held: reading.userAsset,
              promised: preview.assetPaid,
              minReceive: readMinReceive(body.minReceive, 'usdc-earn', 'instant'),
            }),
          ],
          accounts,
          reading,
          services,
        )
      : requestFromProvider(body, wallet, exit, preview, accounts, services);
  };
}

function requireExit({ amount, isWithdrawAll = false }: UnstakeBody): Asked {
  if (isWithdrawAll) return { amount: 0n, isWithdrawAll };
  if (amount === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['amount'],
      rule: 'usdc-earn needs the USDC to withdraw, as decimal text, or isWithdrawAll=true.',
    });
  }
  return { amount: requireAmount(amount, 'amount', ASSET_DECIMALS.USDC), isWithdrawAll };
}

function previewExit({ amount, isWithdrawAll }: Asked, reading: VaultReading, idle: bigint) {
  const { state, userLp = 0n, now, operationalState } = reading;
  const terms = { amount, isWithdrawAll, isAmountInLp: false, userLp, now, operationalState, idle };
  return previewInstantWithdraw(state, terms);
}

/** A wallet that holds too little raUSDC is told how much the amount would burn. */
function refused(refusal: VaultRefusal, exit: Asked, reading: VaultReading): ProblemError {
  if (refusal.by !== 'token' || refusal.account !== 'userLp') return vaultRefused(refusal);
  const whole = previewExit(exit, { ...reading, userLp: U64_MAX }, U64_MAX);
  return whole.ok
    ? insufficientFunds({
        holder: 'wallet',
        asset: 'raUSDC',
        holds: reading.userLp ?? 0n,
        needs: whole.lpBurned,
      })
    : vaultRefused(whole);
}

async function buildFromIdle(
  request: UnstakeBody,
  wallet: Key,
  instructions: readonly Instruction[],
  accounts: VaultAccounts & WalletAccounts,
  { evidence }: Pick<VaultReading, 'evidence'>,
  services: Pick<StrategyPorts, 'blockhash' | 'priorityFee' | 'uniqueBudget'>,
) {
  const lifetime = await services.blockhash.get();
  return {
    by: 'service' as const,
    message: compileOwnMessage(
      {
        wallet: wallet.text,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT,
        instructions: [
          getCreateTokenAccountInstruction({
            owner: wallet.text,
            mint: accounts.assetMint,
            account: accounts.userAsset,
          }),
          ...instructions,
        ],
      },
      services,
    ),
    lifetime,
    wallet: wallet.text,
    operation: 'unstake' as const,
    request,
    evidence,
    fields: FIELDS,
  };
}

async function requestFromProvider(
  body: UnstakeBody,
  wallet: Key,
  { amount, isWithdrawAll }: Asked,
  { lpBurned }: InstantWithdrawal,
  { vault }: VaultAccounts,
  { vaultProvider, blockhash }: StrategyPorts,
) {
  const request = { vault, wallet: wallet.text, amount: isWithdrawAll ? 0n : amount, isWithdrawAll };
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
    fields: () => FIELDS,
  };
}

const FIELDS = { strategy: 'usdc-earn', kind: 'instant', route: 'vault' } as const;
