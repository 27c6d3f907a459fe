import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { previewCancel } from '@staking-agent/chain/vault';
import { formatAmount } from '@staking-agent/wire';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { problem } from '../../problems/problem.ts';
import { requireAddress } from '../request-fields.ts';
import type { Exit } from '../strategy.ts';
import { requirePayout } from '../vaults/require-payout.ts';
import { findVaultAccounts } from '../vaults/vault-accounts.ts';
import { vaultRefused } from '../vaults/vault-refused.ts';
import { cancelRequest } from '../vaults/withdrawal-request.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import { readRequest } from './read-request.ts';
import { simulateExit } from './simulate-exit.ts';
import { getUsdcVault } from './usdc-vault.ts';

const RAUSDC_DECIMALS = 9;

/**
 * Takes back the withdrawal that a wallet has requested, before or after its period is over: raUSDC comes out of escrow.
 *
 * The program gives back what the requested USDC buy now, so what the raUSDC gained meanwhile stays with the vault. One read
 * of the ledger and a simulation.
 *
 * @throws {ProblemError} `invalid_request` for wallet or with minReceive; `upstream_error` when the wallet has requested
 *   nothing, or the vault refuses.
 */
export function createUnstakeCancel(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (body, services) => {
    const { text: wallet } = requireAddress(body.wallet, 'wallet');
    if (body.minReceive !== undefined) {
      throw problem('MIN_RECEIVE_NOT_OFFERED', { action: 'step cancel', strategy: 'usdc-earn' });
    }
    const { accounts, reading, request, read } = await readRequest(wallet, await shared, [], services);
    if (request === undefined) throw problem('NO_WITHDRAWAL_REQUESTED');
    const { state, now, operationalState, userLp: held } = reading;
    const preview = previewCancel(state, { ...request, now, operationalState });
    if (!preview.ok) throw vaultRefused(preview);

    const lifetime = await services.blockhash.get();
    const { lpMint, userLp } = accounts;
    const message = compileOwnMessage(
      {
        strategy: 'usdc-earn',
        wallet,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT,
        instructions: [
          getCreateTokenAccountInstruction({ owner: wallet, mint: lpMint, account: userLp }),
          cancelRequest(accounts, wallet),
          requirePayout({ asset: 'raUSDC', account: userLp, owner: wallet, held, promised: preview.lp }),
        ],
      },
      services,
    );
    const [escrowed, back] = [request.lpEscrowed, preview.lp].map((lp) => formatAmount(lp, RAUSDC_DECIMALS));
    const compiled = { message, lifetime, wallet, reading, slot: read.slot };
    const fields = {
      step: 'cancel',
      notes: `About ${back} of the ${escrowed} raUSDC in escrow come back: as many as the requested USDC are worth now. The rest, what they gained since the request, stays with the vault.`,
    } as const;
    return simulateExit(body, compiled, fields, services);
  };
}
