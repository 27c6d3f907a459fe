import type { Deployment } from '@staking-agent/chain/deployment';
import { FRACTION_BITS, previewRequest } from '@staking-agent/chain/vault';
import { compileOwnMessage } from '../../builds/compile-own-message.ts';
import { assertHolds } from '../../problems/insufficient-funds.ts';
import { problem } from '../../problems/problem.ts';
import { printCall } from '../print-call.ts';
import { requireAddress } from '../request-fields.ts';
import type { Exit } from '../strategy.ts';
import { requireKept } from '../vaults/require-payout.ts';
import { findVaultAccounts } from '../vaults/vault-accounts.ts';
import type { VaultReading } from '../vaults/vault-reading.ts';
import { requestWithdrawal } from '../vaults/withdrawal-request.ts';
import { COMPUTE_UNIT_LIMIT } from './compute-unit-limit.ts';
import type { AskedExit } from './plan-exit.ts';
import { printMoment } from './print-moment.ts';
import { readRequest } from './read-request.ts';
import { refuseExit } from './refuse-exit.ts';
import { requestPending } from './request-pending.ts';
import { requireExit } from './require-exit.ts';
import { simulateExit } from './simulate-exit.ts';
import { getUsdcVault } from './usdc-vault.ts';

const U64_MAX = 2n ** 64n - 1n;

/**
 * Requests a withdrawal of USDC from a vault with a waiting period: an amount, or the whole position.
 *
 * raUSDC goes into escrow; {@link createUnstakeClaim} is paid for it once the period is over. One read of the ledger and a
 * simulation.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount, or where the vault pays at once; `upstream_error` when a
 *   request of the wallet is pending, the vault refuses, or nothing would be paid.
 */
export function createUnstakeRequest(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  return async (body, services) => {
    const { text: wallet } = requireAddress(body.wallet, 'wallet');
    const asked = requireExit(body);
    if (body.minReceive !== undefined) {
      throw problem('MIN_RECEIVE_NOT_OFFERED', { action: 'step request', strategy: 'usdc-earn' });
    }
    const { accounts, reading, request, read } = await readRequest(wallet, await shared, [], services);
    if (request !== undefined) throw requestPending(request);
    const { exit, lpBurned } = planRequest(asked, reading);
    const { state, now, userLp: held = 0n } = reading;
    const waits = state.withdrawalWaitingPeriod;

    const lifetime = await services.blockhash.get();
    const kept = { account: accounts.userLp, owner: wallet, held, burned: lpBurned };
    const message = compileOwnMessage(
      {
        strategy: 'usdc-earn',
        wallet,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT,
        instructions: [
          ...requestWithdrawal(accounts, wallet, { ...exit, isAmountInLp: false }),
          ...(exit.isWithdrawAll ? [] : [requireKept(kept)]),
        ],
      },
      services,
    );
    const claimableAt = printMoment(now + waits);
    const compiled = { message, lifetime, wallet, reading, slot: read.slot };
    const fields = {
      step: 'request',
      claimableAt,
      next: printCall('unstake', 'Claims the USDC, once the waiting period is over.', {
        strategy: 'usdc-earn',
        wallet,
        kind: 'instant',
        step: 'claim',
      }),
      notes: `This transaction pays no USDC yet: the raUSDC goes into escrow, and the vault pays at most what it is worth now, ${waits} seconds after the request has landed (about ${claimableAt}). Then make the call in next. Until then it earns nothing, and a wallet has one request at a time.`,
    } as const;
    return simulateExit(body, compiled, fields, services);
  };
}

/** Computes the requested amount and the LP base units that go into escrow. */
function planRequest(
  asked: AskedExit,
  reading: VaultReading,
): { readonly exit: AskedExit; readonly lpBurned: bigint } {
  const { state, now, operationalState, userLp: held = 0n } = reading;
  if (state.withdrawalWaitingPeriod === 0n) {
    throw problem('STEP_NOT_OFFERED', { step: 'request', reason: 'the vault pays at once, leave step out' });
  }
  if (asked.isWithdrawAll) assertHolds({ holder: 'wallet', asset: 'raUSDC', holds: held, needs: 1n });
  const exit = asked.isWithdrawAll ? { ...asked, amount: held } : asked;
  const previewFor = (userLp: bigint) => previewRequest(state, { ...exit, userLp, now, operationalState });
  const preview = previewFor(held);
  if (!preview.ok) throw refuseExit(preview, reading, () => previewFor(U64_MAX));
  if (preview.assetBits >> FRACTION_BITS === 0n) {
    throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
  }
  return { exit, lpBurned: preview.lpBurned };
}
