import { base58 } from '@scure/base';
import type { Blockhash } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { compileMessage } from '@staking-agent/chain/message';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { previewDeposit } from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { upstreamFailed } from '../../problem-error.ts';
import { requireAddress, requireAmount } from '../../request-fields.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { findVaultAccounts, findWalletAccounts, vaultKeysOf } from '../../vaults/vault-accounts.ts';
import { depositInto } from '../../vaults/vault-instructions.ts';
import { decodeVaultReading, vaultAddresses } from '../../vaults/vault-reading.ts';
import { vaultRefused } from '../../vaults/vault-refused.ts';
import type { Actions } from '../strategy.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { usdcVaultOf } from './usdc-vault.ts';

/**
 * Deposits USDC into the vault for raUSDC.
 *
 * `amount` is USDC with at most 6 decimals. One read of the ledger; the raUSDC account is created when missing.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the vault takes no deposit,
 *   with its reason by name, when the amount would give no raUSDC, or when the wallet has less USDC.
 */
export function createStake(deployment: Deployment): Actions['stake'] {
  const shared = findVaultAccounts(usdcVaultOf(deployment));
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const amount = requireAmount(body.amount, 'amount', ASSET_DECIMALS.USDC);

    const vault = await shared;
    const accounts = { ...vault, ...(await findWalletAccounts(wallet.text, vault)) };
    const { state, operationalState, now, userAsset } = decodeVaultReading(
      await readAccounts(vaultAddresses(accounts), services),
      accounts,
      'usdc-earn',
    );

    const preview = previewDeposit(state, {
      amount,
      assetDecimals: ASSET_DECIMALS.USDC,
      now,
      operationalState,
    });
    if (!preview.ok) throw vaultRefused(preview);
    if (preview.lpMinted === 0n) throw tooSmall();
    if ((userAsset ?? 0n) < amount) throw lacksUsdc();

    const lifetime = await services.blockhash.get();
    return {
      by: 'service',
      message: compileMessage({
        feePayer: wallet.text,
        blockhash: base58.encode(lifetime.blockhash) as Blockhash,
        budget: { computeUnitLimit: COMPUTE_UNIT_LIMIT, computeUnitPrice: services.priorityFee.price() },
        instructions: [
          getCreateTokenAccountInstruction({
            owner: wallet.text,
            mint: accounts.lpMint,
            account: accounts.userLp,
          }),
          depositInto(accounts, wallet.text, amount),
        ],
      }),
      lifetime,
      wallet: wallet.text,
      intent: { kind: 'vault-deposit', wallet: wallet.bytes, vault: vaultKeysOf(accounts), amount },
      fields: { strategy: 'usdc-earn', route: 'vault' },
    };
  };
}

function tooSmall() {
  return upstreamFailed(
    'amount is so small that the vault would give no raUSDC for it. Deposit more.',
    'AMOUNT_BELOW_ONE_SHARE',
    { retryable: false },
  );
}

function lacksUsdc() {
  return upstreamFailed('The wallet holds less USDC than amount.', 'INSUFFICIENT_FUNDS', {
    retryable: false,
  });
}
