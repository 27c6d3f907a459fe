import type { Address, Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { previewClaim } from '@staking-agent/chain/vault';
import { problem } from '../../problems/problem.ts';
import { readMinReceive } from '../read-min-receive.ts';
import { requireAddress } from '../request-fields.ts';
import type { Exit } from '../strategy.ts';
import { requirePayout } from '../vaults/require-payout.ts';
import { findVaultAccounts } from '../vaults/vault-accounts.ts';
import { vaultRefused } from '../vaults/vault-refused.ts';
import { claimFromIdle, claimFromStrategy, type RequestPlace } from '../vaults/withdrawal-request.ts';
import { compileExit } from './compile-exit.ts';
import { COMPUTE_UNIT_LIMIT, STRATEGY_UNITS } from './compute-unit-limit.ts';
import { type RequestReading, readRequest } from './read-request.ts';
import { requestPending } from './request-pending.ts';
import { simulateExit } from './simulate-exit.ts';
import {
  decodePositions,
  findStrategyPlaces,
  type StrategyPlace,
  strategyAddresses,
} from './usdc-strategies.ts';
import { getUsdcVault } from './usdc-vault.ts';

/**
 * Claims the USDC that a wallet has requested, once the vault's waiting period is over.
 *
 * Paid by the idle funds while they suffice, else by the strategy with most in it: the vault's program takes a request
 * whole. One read of the ledger and a simulation.
 *
 * @throws {ProblemError} `invalid_request` for wallet or minReceive; `upstream_error` when the wallet has requested nothing,
 *   the period is not over, or neither idle funds nor any strategy hold enough.
 */
export function createUnstakeClaim(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const shared = findVaultAccounts(getUsdcVault(deployment));
  const strategies = shared.then((vault) => findStrategyPlaces(deployment, vault));
  return async (body, services) => {
    const { text: wallet } = requireAddress(body.wallet, 'wallet');
    const places = await strategies;
    const found = await readRequest(wallet, await shared, strategyAddresses(places), services);
    const { accounts, reading, read } = found;
    const { asset, payer } = planClaim(found, places);

    const lifetime = await services.blockhash.get();
    const { assetMint, userAsset } = accounts;
    const compiled = await compileExit(
      {
        strategy: 'usdc-earn',
        wallet,
        lifetime,
        computeUnitLimit: COMPUTE_UNIT_LIMIT + (payer === 'idle' ? 0 : STRATEGY_UNITS),
        instructions: [
          getCreateTokenAccountInstruction({ owner: wallet, mint: assetMint, account: userAsset }),
          claim(accounts, payer, wallet),
          requirePayout({
            asset: 'USDC',
            account: userAsset,
            owner: wallet,
            held: reading.userAsset,
            promised: asset,
            minReceive: readMinReceive(body.minReceive, 'usdc-earn', 'instant'),
          }),
        ],
      },
      services,
    );
    const built = { ...compiled, lifetime, wallet, reading, slot: read.slot };
    return simulateExit(body, built, { step: 'claim' } as const, services);
  };
}

/** Computes what a request pays now, and from which source. */
function planClaim(
  { reading, request, read }: RequestReading,
  places: readonly StrategyPlace[],
): { readonly asset: bigint; readonly payer: StrategyPlace | 'idle' } {
  if (request === undefined) throw problem('NO_WITHDRAWAL_REQUESTED');
  const { state, now, operationalState, epoch, idle } = reading;
  if (now < request.withdrawableFrom) throw requestPending(request);
  const preview = previewClaim(state, { ...request, now, operationalState });
  if (!preview.ok) throw vaultRefused(preview);
  const { asset } = preview;
  if (asset === 0n) throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
  if (asset <= idle) return { asset, payer: 'idle' };
  const [largest] = decodePositions(read, places, epoch);
  if (largest !== undefined && largest.reportedValue >= asset) return { asset, payer: largest.place };
  throw vaultRefused({ ok: false, by: 'token', code: 1, account: 'idle' });
}

function claim(accounts: RequestPlace, payer: StrategyPlace | 'idle', wallet: Address): Instruction {
  if (payer === 'idle') return claimFromIdle(accounts, wallet);
  const own = { wallet, walletUsdc: accounts.userAsset };
  return claimFromStrategy({ ...accounts, ...payer }, payer.adaptor, wallet, own);
}
