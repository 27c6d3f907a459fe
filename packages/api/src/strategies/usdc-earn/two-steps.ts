import type { Address, Instruction } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/token';
import { FRACTION_BITS, previewCancel, previewClaim, previewRequest } from '@staking-agent/chain/vault';
import { formatAmount } from '@staking-agent/wire';
import { compileOwnMessage } from '../../builds/message.ts';
import { assertHolds, type ProblemError, problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import type { ReadAccounts } from '../../upstreams/ledger/client.ts';
import { type AgreementPorts, readAgreed } from '../../upstreams/ledger/witnesses.ts';
import { readMinReceive, requireAddress } from '../fields.ts';
import { type Exit, printCall } from '../strategy.ts';
import {
  decodeVaultReading,
  findVaultAccounts,
  findWalletAccounts,
  type VaultAccounts,
  type VaultReading,
  vaultAddresses,
  vaultRefused,
} from '../vault.ts';
import {
  cancelRequest,
  claimFromIdle,
  claimFromStrategy,
  decodeRequest,
  findRequestAccounts,
  type RequestPlace,
  requestWithdrawal,
  requireKept,
  requirePayout,
  type WithdrawalRequest,
} from '../vault-amounts.ts';
import {
  type AskedExit,
  COMPUTE_UNIT_LIMIT,
  decodePositions,
  findStrategyPlaces,
  getUsdcVault,
  refuseExit,
  requireExit,
  STRATEGY_UNITS,
  type StrategyPlace,
  strategyAddresses,
} from './checks.ts';
import { compileExit, simulateExit } from './exit-message.ts';
import { printMoment } from './facts.ts';

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

/** Creates the problem of a pending request, with the end of its waiting period. */
function requestPending({ assetBits, withdrawableFrom }: WithdrawalRequest): ProblemError {
  return problem('WITHDRAWAL_PENDING', {
    requested: toQuantity('USDC', assetBits >> FRACTION_BITS).amount,
    claimableAt: printMoment(withdrawableFrom),
  });
}

/** What one read shows of the vault and of a wallet's request in it. */
type RequestReading = {
  readonly accounts: RequestPlace;
  readonly reading: VaultReading;
  readonly request: WithdrawalRequest | undefined;
  readonly read: ReadAccounts;
};

/**
 * Reads the vault, a wallet's two accounts in it and its request, at one slot.
 *
 * @param further - read with them.
 * @throws {ProblemError} `upstream_error` when the ledger has no such vault.
 */
async function readRequest(
  wallet: Address,
  vault: VaultAccounts,
  further: readonly Address[],
  services: AgreementPorts,
): Promise<RequestReading> {
  const [own, requested] = await Promise.all([
    findWalletAccounts(wallet, vault),
    findRequestAccounts(wallet, vault),
  ]);
  const accounts = { ...vault, ...own, ...requested };
  const added = [accounts.request, accounts.escrow];
  const read = await readAgreed([...vaultAddresses(accounts), ...added, ...further], services);
  const { evidence, ...reading } = decodeVaultReading(read, accounts, 'usdc-earn');
  const before = new Map([...evidence.before, ...added.map((address) => [address, read(address)] as const)]);
  return {
    accounts,
    reading: { ...reading, evidence: { ...evidence, before } },
    request: decodeRequest(read, accounts.request),
    read,
  };
}
