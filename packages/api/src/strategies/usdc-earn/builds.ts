import type { Address, AddressesByLookupTableAddress, Instruction } from '@solana/kit';
import { getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import {
  FRACTION_BITS,
  getCancelRequestWithdrawVaultInstruction,
  getDepositVaultInstruction,
  getDirectWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
  getRequestWithdrawVaultInstruction,
  getWithdrawVaultInstruction,
  previewCancel,
  previewClaim,
  previewRequest,
  type VaultRefusal,
} from '@staking-agent/chain/vault';
import { formatAmount, UNSTAKE_STEPS, type UnstakeBody } from '@staking-agent/wire';
import { MOST_UNITS, refuseFees, UNITS } from '../../builds/budget.ts';
import { buildOwn } from '../../builds/finish.ts';
import { addNearest, stakeNearest } from '../../builds/ranges.ts';
import { fromUpstreamFailure } from '../../problems/faults.ts';
import { insufficientFunds, isProblemError, problem } from '../../problems/problem.ts';
import { readAgreed } from '../../upstreams/ledger/client.ts';
import { readMinReceive, requireAddress } from '../prepare.ts';
import { printCall, type Stake, type StrategyBuilds, type StrategyServices } from '../strategy.ts';
import {
  callAdaptor,
  decodeVaultReading,
  findTokenRefusal,
  findVaultAccounts,
  planDeposit,
  requireKept,
  requirePayout,
  type StrategyAccounts,
  vaultAddresses,
  vaultRefused,
  withdrawFromStrategy,
} from '../vault.ts';
import {
  type AskedExit,
  type ExitLeg,
  type ExitPlan,
  type ExitReading,
  findClosure,
  findSources,
  getUsdcVault,
  planExit,
  priceExit,
  printMoment,
  readExit,
  refuseAtOnce,
  refuseExit,
  requestPending,
  requireExit,
  tellsOfStrategies,
  type UsdcAccounts,
} from './checks.ts';
import { findOwnWithdrawals, locateUsdc } from './facts.ts';

/** Deposits USDC into the vault for raUSDC, whose account is created when missing. */
const stake: Stake<'usdc-earn'> = async ({ body, wallet: { text: wallet }, amount }, services) => {
  const { deployment } = services.config;
  const accounts = findVaultAccounts(getUsdcVault(deployment), wallet);
  const { vaultLpMint: mint, userLpAta: account } = accounts;
  const read = await readAgreed([...vaultAddresses(accounts), wallet], services);
  const range = locateUsdc(wallet, deployment, services.switches);
  return stakeNearest({ amount, read, range }, services, () => {
    const reading = decodeVaultReading(read, accounts, 'usdc-earn');
    const { userAsset: holds = 0n, userLp: held, evidence } = reading;
    const { lpMinted: promised } = planDeposit(amount, 'USDC', 'raUSDC', reading);
    if (holds < amount) throw insufficientFunds({ holder: 'wallet', asset: 'USDC', holds, needs: amount });
    const minReceive = readMinReceive(body.minReceive, 'usdc-earn', 'stake');
    const instructions = [
      getCreateTokenAccountInstruction({ owner: wallet, mint, account }),
      getDepositVaultInstruction({ ...accounts, amount }),
      requirePayout({ asset: 'raUSDC', account, owner: wallet, held, promised, minReceive }),
    ];
    const fields = { strategy: 'usdc-earn', route: 'vault' } as const;
    const { usdc: units } = UNITS;
    return buildOwn(
      { operation: 'stake', request: body, wallet, units, instructions, evidence, fields },
      services,
    );
  });
};

/**
 * Builds the transactions of the vault. USDC leaves at once, or in the two steps that a vault with a waiting period takes.
 *
 * @throws {ProblemError} `invalid_request` for a step that there is none of; else as each of the four does.
 */
export const usdcBuilds: StrategyBuilds<'usdc-earn'> = {
  stake,
  unstake: {
    instant(body, services) {
      if (body.step === undefined) return withdraw(body, services);
      const step = UNSTAKE_STEPS.find((each) => each === body.step);
      if (step !== undefined && step !== 'claim' && body.minReceive !== undefined) {
        throw problem('MIN_RECEIVE_NOT_OFFERED', { action: `step ${step}`, strategy: 'usdc-earn' });
      }
      if (step !== undefined) return STEPS[step](body, services);
      const reason = `it must be one of: ${UNSTAKE_STEPS.join(', ')}`;
      throw problem('STEP_NOT_OFFERED', { step: body.step, reason });
    },
  },
};

const STEPS = { request: requestWithdrawal, claim: claimWithdrawal, cancel: cancelWithdrawal };

/** Members that every exit from the USDC vault answers. */
const EXIT_FIELDS = { strategy: 'usdc-earn', kind: 'instant', route: 'vault' } as const;

/**
 * Withdraws USDC at once: `amount`, or the whole position with `isWithdrawAll`. Built here from the idle funds and the
 * strategies that the deployment lists; without those whose payment the ledger would refuse, if it would; by the vault
 * provider where the rest holds too little. If the provider does not answer then, the refusal is that of the service's own.
 */
async function withdraw(body: UnstakeBody, services: StrategyServices) {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const asked = requireExit(body);
  const found = await readExit(wallet, services);
  const { reading, positions, request } = found;
  const closed = refuseAtOnce(reading, request);
  if (closed !== undefined) throw closed;
  const exit = takeAll(asked, reading.userLp);
  const priced = priceExit(exit, reading);
  const refuse = (refusal: VaultRefusal) => {
    const error = refuseExit(refusal, reading, exit);
    if (asked.isWithdrawAll) return error;
    return addNearest(error, exit.amount, findOwnWithdrawals(reading, positions), 'USDC');
  };
  if (!priced.ok) throw refuse(priced);
  if (priced.assetPaid === 0n) throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
  const keep = (burned: bigint) =>
    requireKept(found.accounts.userLpAta, wallet, reading.userLp ?? 0n, burned);
  const build = ({ legs, lpBurned }: ExitPlan) =>
    buildPayout(body, found, services, {
      ...listCosts(legs),
      // Several payments of everything may come to a base unit less than priced; what is required has room for it.
      instructions: [
        // Another withdrawal of the wallet in between takes raUSDC, and its USDC would count as what this one has to bring.
        ...(asked.isWithdrawAll ? [keep(0n)] : []),
        ...legs.map((leg) => pay(leg, wallet, found.accounts)),
        ...(asked.isWithdrawAll ? [] : [keep(lpBurned)]),
      ],
      arrives: priced.assetPaid,
      fields: {},
    });
  let failure: unknown;
  for (let left = positions; ; ) {
    const sources = await findSources(priced.assetPaid, left, services);
    const plan = planExit(exit, priced.assetPaid, reading, sources);
    if (plan === undefined) {
      refuseFees(body);
      const order = orderFromProvider(body, wallet, exit, priced.lpBurned, services);
      return order.catch((error: unknown) => {
        const refusal = fromUpstreamFailure(error);
        if (failure !== undefined || !isProblemError(refusal) || asked.isWithdrawAll) throw failure ?? error;
        throw addNearest(refusal, exit.amount, findOwnWithdrawals(reading, left), 'USDC');
      });
    }
    if (!plan.ok) throw refuse(plan);
    try {
      return await build(plan);
    } catch (error) {
      const used = plan.legs.flatMap(({ from }) => (from === 'idle' ? [] : [from.strategy]));
      if (used.length === 0 || !tellsOfStrategies(error)) throw error;
      services.log.warn({ strategies: used, err: error }, 'an exit by these strategies would fail');
      failure ??= error;
      left = left.filter(({ from }) => !used.includes(from.strategy));
    }
  }
}

/** Computes the units that a fee for payments is taken to be for, and collects the tables beside the deployment's that hold their accounts. */
function listCosts(legs: readonly { readonly from: StrategyAccounts | 'idle' }[]) {
  const strategies = legs.flatMap(({ from }) => (from === 'idle' ? [] : [from]));
  return {
    units: Math.min(UNITS.usdc + strategies.length * UNITS.usdcStrategy, MOST_UNITS),
    furtherTables: Object.assign({}, ...strategies.map((each) => each.furtherTables)),
  };
}

/** Turns an exit of everything into one of all raUSDC that the wallet has. */
function takeAll(asked: AskedExit, holds = 0n): AskedExit {
  if (!asked.isWithdrawAll) return asked;
  if (holds === 0n) {
    throw insufficientFunds({ holder: 'wallet', asset: 'raUSDC', holds, needs: 1n, isLeast: true });
  }
  return { ...asked, amount: holds };
}

function pay({ from, terms }: ExitLeg, wallet: Address, accounts: UsdcAccounts): Instruction {
  if (from === 'idle') return getInstantWithdrawVaultInstruction({ ...accounts, ...terms });
  const own = { wallet, walletUsdc: accounts.userAssetAta };
  return withdrawFromStrategy({ ...accounts, ...from }, own, terms);
}

/** Builds an exit that pays USDC: opening of the wallet's USDC account if missing, the payments, the check that enough arrived. */
function buildPayout<Fields extends object>(
  body: UnstakeBody,
  found: ExitReading,
  services: StrategyServices,
  {
    arrives,
    ...exit
  }: ExitDraft<Fields> & {
    /** Base units of USDC. */
    readonly arrives: bigint;
  },
) {
  const { accounts, reading } = found;
  const { userAssetAta: account, vaultAssetMint: mint } = accounts;
  const owner = accounts.userTransferAuthority.address;
  const minReceive = readMinReceive(body.minReceive, 'usdc-earn', 'instant');
  const instructions = [
    getCreateTokenAccountInstruction({ owner, mint, account }),
    ...exit.instructions,
    requirePayout({ asset: 'USDC', account, owner, held: reading.userAsset, promised: arrives, minReceive }),
  ];
  return buildExit(body, found, services, { ...exit, instructions, lookupTables: services.usdcLookupTables });
}

type ExitDraft<Fields> = {
  readonly units?: number;
  readonly instructions: readonly Instruction[];
  readonly lookupTables?: StrategyServices['usdcLookupTables'];
  readonly furtherTables?: AddressesByLookupTableAddress;
  readonly fields: Fields;
};

function buildExit<Fields extends object>(
  body: UnstakeBody,
  { accounts, reading }: ExitReading,
  services: StrategyServices,
  { units = UNITS.usdc, fields, ...draft }: ExitDraft<Fields>,
) {
  const { address: wallet } = accounts.userTransferAuthority;
  const exit = { operation: 'unstake', request: body, wallet, evidence: reading.evidence } as const;
  return buildOwn({ ...exit, ...draft, units, fields: { ...EXIT_FIELDS, ...fields } }, services);
}

async function orderFromProvider(
  body: UnstakeBody,
  wallet: Address,
  { amount, isWithdrawAll }: AskedExit,
  lpBurned: bigint,
  { config, vaultProvider, blockhash, requireStore }: StrategyServices,
) {
  const { usdcVault: vault } = config.deployment;
  await requireStore();
  return {
    by: 'vault provider' as const,
    operation: 'unstake' as const,
    request: body,
    spends: { asset: 'raUSDC' as const, amount: lpBurned },
    transaction: await vaultProvider.directWithdraw({
      vault,
      wallet,
      amount: isWithdrawAll ? 0n : amount,
      isWithdrawAll,
    }),
    route: 'rpc' as const,
    lifetime: await blockhash.get(),
    wallet,
    fields: () => EXIT_FIELDS,
  };
}

/** Puts raUSDC into escrow, for which {@link claimWithdrawal} is paid once the waiting period of the vault is over. */
async function requestWithdrawal(body: UnstakeBody, services: StrategyServices) {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const asked = requireExit(body);
  const found = await readExit(wallet, services);
  const { accounts, reading, request } = found;
  const { state, now, operationalState, userLp: held = 0n } = reading;
  const waits = state.withdrawalWaitingPeriod;
  if (waits === 0n) {
    throw problem('STEP_NOT_OFFERED', { step: 'request', reason: 'the vault pays at once, leave step out' });
  }
  const { before } = reading.evidence;
  // Into which the claim will pay.
  const unpayable = findTokenRefusal([accounts.userAssetAta], wallet, (each) => before.get(each));
  const closed = findClosure(reading, request) ?? unpayable;
  if (closed !== undefined) throw closed;
  const exit = takeAll(asked, held);
  const preview = previewRequest(state, { ...exit, userLp: held, now, operationalState });
  if (!preview.ok) throw refuseExit(preview, reading, exit);
  if (preview.assetBits >> FRACTION_BITS === 0n) {
    throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
  }
  const { requestWithdrawVaultReceipt: owner, requestWithdrawLpAta: account, vaultLpMint: mint } = accounts;
  const claimableAt = printMoment(now + waits);
  const claim = { strategy: 'usdc-earn', wallet, kind: 'instant', step: 'claim' };
  return buildExit(body, found, services, {
    instructions: [
      getCreateTokenAccountInstruction({ owner, mint, account, payer: wallet }),
      getRequestWithdrawVaultInstruction({
        ...accounts,
        ...exit,
        payer: accounts.userTransferAuthority,
        isAmountInLp: false,
      }),
      ...(exit.isWithdrawAll ? [] : [requireKept(accounts.userLpAta, wallet, held, preview.lpBurned)]),
    ],
    fields: {
      step: 'request' as const,
      claimableAt,
      next: printCall('unstake', 'Claims the USDC, once the waiting period is over.', claim),
      notes: `This transaction pays no USDC yet: the raUSDC goes into escrow, and the vault pays at most what it is worth now, ${waits} seconds after the request has landed (about ${claimableAt}). Then make the call in next. Until then it earns nothing, and a wallet has one request at a time.`,
    },
  });
}

/**
 * Claims the USDC that a wallet has requested: from the idle funds while they suffice, else from the largest strategy that
 * can, as the vault's program takes a request whole.
 */
async function claimWithdrawal(body: UnstakeBody, services: StrategyServices) {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const found = await readExit(wallet, services);
  const { accounts, reading, request } = found;
  if (request === undefined) throw problem('NO_WITHDRAWAL_REQUESTED');
  const { state, now, operationalState } = reading;
  if (now < request.withdrawableFrom) throw requestPending(request);
  const preview = previewClaim(state, { ...request, now, operationalState });
  if (!preview.ok) throw vaultRefused(preview);
  const { asset: arrives } = preview;
  if (arrives === 0n) throw problem('AMOUNT_TOO_SMALL', { burned: 'raUSDC', asset: 'USDC' });
  const payer = await findPayer(arrives, found, services);
  return buildPayout(body, found, services, {
    ...listCosts([{ from: payer }]),
    instructions: [
      payer === 'idle'
        ? getWithdrawVaultInstruction(accounts)
        : callAdaptor(getDirectWithdrawStrategyInstruction({ ...accounts, ...payer }), payer.adaptor, {
            wallet,
            walletUsdc: accounts.userAssetAta,
          }),
    ],
    arrives,
    fields: { step: 'claim' as const },
  });
}

async function findPayer(
  asset: bigint,
  { reading, positions }: ExitReading,
  services: StrategyServices,
): Promise<StrategyAccounts | 'idle'> {
  if (asset <= reading.idle) return 'idle';
  for (const position of positions) {
    const [source] = await findSources(asset, [position], services);
    if (source !== undefined && source.holds >= asset) return source.from;
  }
  throw vaultRefused({ ok: false, by: 'token', code: 1, account: 'idle' });
}

const RAUSDC_DECIMALS = 9;

/**
 * Takes back a requested withdrawal, before or after its period is over. The program gives back what the requested USDC buy
 * now, so the gain of the raUSDC meanwhile stays with the vault.
 */
async function cancelWithdrawal(body: UnstakeBody, services: StrategyServices) {
  const wallet = requireAddress(body.wallet, 'wallet').text;
  const found = await readExit(wallet, services);
  const { accounts, reading, request } = found;
  if (request === undefined) throw problem('NO_WITHDRAWAL_REQUESTED');
  const { state, now, operationalState, userLp: held } = reading;
  const preview = previewCancel(state, { ...request, now, operationalState });
  if (!preview.ok) throw vaultRefused(preview);
  const { vaultLpMint: mint, userLpAta: account } = accounts;
  const [escrowed, back] = [request.lpEscrowed, preview.lp].map((lp) => formatAmount(lp, RAUSDC_DECIMALS));
  return buildExit(body, found, services, {
    instructions: [
      getCreateTokenAccountInstruction({ owner: wallet, mint, account }),
      getCancelRequestWithdrawVaultInstruction(accounts),
      requirePayout({ asset: 'raUSDC', account, owner: wallet, held, promised: preview.lp }),
    ],
    fields: {
      step: 'cancel' as const,
      notes: `About ${back} of the ${escrowed} raUSDC in escrow come back: as many as the requested USDC are worth now. The rest, what they gained since the request, stays with the vault.`,
    },
  });
}
