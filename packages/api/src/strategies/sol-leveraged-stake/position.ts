import type { Address } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import {
  getLeveragedPositionCodec,
  type LeveragedPosition,
  netPoolTokens,
} from '@staking-agent/chain/leverage';
import {
  decodeLoan,
  type Fraction,
  findBorrowRate,
  findHealth,
  findLiquidationPrice,
  type Loan,
  SAVE_PROGRAM_ADDRESS,
} from '@staking-agent/chain/loan';
import {
  lamportsForPoolTokens,
  poolTokensForLamports,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import type { PositionWarning, ReceiptPosition, ReceiptWarning } from '@staking-agent/wire';
import { UNITS } from '../../builds/budget.ts';
import { getOwnFee, getRouterFee } from '../../builds/ranges.ts';
import { attempt } from '../../problems/faults.ts';
import { isProblemError } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/json.ts';
import { type ReadAccounts, readAgreed } from '../../upstreams/ledger/client.ts';
import { printRatio } from '../facts.ts';
import {
  less,
  listFees,
  MARKET_SLIPPAGE_BPS,
  printLeast,
  quoteSale,
  redeemReceipt,
  sayLeast,
  sumCosts,
  sumLost,
  tryWay,
} from '../options.ts';
import {
  type ExitDraft,
  type ExitScene,
  printCall,
  refuseUndo,
  type StrategyPosition,
  type StrategyServices,
  type UndoFacts,
  type Way,
} from '../strategy.ts';
import { decodePool, printLpRate, redeemLp } from '../vault.ts';
import { decodeExit, decodeOwned, type ExitReading, locateExit, requireLeveraged } from './checks.ts';
import { addStake, type ExitPlan, planExit } from './flash-exit.ts';

/** Describes the raSOL Max of a wallet: worth the raSOL that the vault would pay now, in SOL by the pool's last update. */
export function describeLeveragedHolding(
  wallet: Address,
  reading: ExitReading,
  pool: StakePool,
): ReceiptPosition {
  const { userLp: held = 0n, state, now } = reading.vault;
  const exit = tryExit(held, reading);
  const isOpen = 'path' in exit;
  const receipt = toQuantity('raSOLMax', held);
  const price = { worth: pool.totalLamports, of: pool.poolTokenSupply };
  const leave = printCall('unstake', 'Exit at once: all raSOL Max is burned for raSOL.', {
    strategy: 'sol-leveraged-stake',
    wallet,
    kind: 'instant',
    amount: receipt.amount,
  });
  return {
    strategy: 'sol-leveraged-stake',
    id: reading.accounts.vaultLpMint,
    state: 'active',
    receipt,
    value: toQuantity('SOL', lamportsForPoolTokens(pool, redeemLp(state, held, now))),
    rate: printLpRate(state, now, 'raSOL', price),
    ...(isOpen && { exitPath: exit.path }),
    warnings: isOpen ? [] : [exit],
    next: isOpen ? [leave] : [],
  };
}

function tryExit(lp: bigint, reading: ExitReading): ExitPlan | PositionWarning {
  try {
    return planExit(lp, reading);
  } catch (error) {
    if (!isProblemError(error)) throw error;
    return { code: 'EXIT_NOT_POSSIBLE', detail: error.message };
  }
}

/**
 * Reads the position that the vault borrows against; undefined where the deployment names none.
 *
 * @throws {ProblemError} `upstream_error` where the ledger does not have it.
 */
export function readPosition(
  read: ReadAccounts,
  { adaptor }: LeveragedDeployment,
): LeveragedPosition | undefined {
  return adaptor && decodeOwned(read, getLeveragedPositionCodec(), adaptor.position, adaptor.program);
}

/** Lists the accounts that {@link warnOfLeverage} reads. */
export function listLoanAccounts({ stakePool, leveraged }: Deployment): Address[] {
  return leveraged?.adaptor === undefined ? [] : [stakePool.address, leveraged.adaptor.position];
}

/**
 * Warns of what the loan of the vault can cost a stake, with the figures of the ledger where the deployment names the position.
 *
 * @throws {ProblemError} `upstream_error` where the ledger does not have the position or the pool.
 */
export function warnOfLeverage(read: ReadAccounts, deployment: Deployment): ReceiptWarning {
  const position = readPosition(read, requireLeveraged(deployment));
  const figures = position === undefined ? '' : sayLoan(position, decodePool(read, deployment), read.slot);
  return { code: 'LEVERAGE', detail: `The vault borrows SOL against raSOL.${figures} ${OF_LOAN}` };
}

const OF_LOAN =
  'When raSOL loses its peg to SOL, the vault loses on all the raSOL that it holds, borrowed or not. The lender may then liquidate: it sells raSOL of the vault to repay the loan, and a later rise does not bring that back. From which price on, and for which charge, the accounts of the vault do not say. All that you put in can be lost, and no more than that; nothing in the transaction limits the loss.';

function sayLoan(position: LeveragedPosition, pool: StakePool, slot: bigint): string {
  const { collateral, debt } = position;
  if (debt === 0n) return ` At slot ${slot} it owes nothing.`;
  const net = netPoolTokens(position, pool);
  const owes = ` At slot ${slot} it owes ${toQuantity('SOL', debt).amount} SOL against ${toQuantity('raSOL', collateral).amount} raSOL`;
  if (net === 0n) return `${owes}, which is worth no more than that.`;
  const worth = lamportsForPoolTokens(pool, collateral);
  const distance = printRatio((worth - debt) * 100n, worth, 2);
  return `${owes}: each percent that raSOL falls against SOL takes ${printRatio(collateral, net, 2, 'up')} % of its worth, and ${distance} % below the present price of the pool nothing is left.`;
}

const BPS = 10_000n;

/** Finds the ways out of raSOL Max: to raSOL, and from there to SOL at the market. */
async function findExits({ amount }: { readonly amount: string }, scene: ExitScene): Promise<readonly Way[]> {
  const { wallet } = scene;
  const body = { strategy: 'sol-leveraged-stake', wallet, kind: 'instant', amount } as const;
  const first = await tryWay('raSOL', body, scene, 'Burns the raSOL Max for raSOL, at once.');
  if ('refusal' in first) return [first, { ...first, path: 'instant-then-instant' }];
  return [first, await sellOn(first, scene)];
}

/** Adds the sale of the first step's raSOL at the market; the guaranteed amount of raSOL decides the minimum. */
async function sellOn(first: ExitDraft, { wallet, means, services }: ExitScene): Promise<Way> {
  const path = 'instant-then-instant';
  const { atLeast: sure } = first;
  const amount = sure ?? first.expected;
  const quoted = await attempt(() =>
    Promise.all([first.expected, amount].map((each) => quoteSale(each, services, sure !== undefined))),
  );
  if (isProblemError(quoted)) return { path, refusal: quoted };
  const [expected = 0n, bought = 0n] = quoted;
  const costs = [...first.costs, ...listFees(getRouterFee(means), means)];
  const least =
    sure === undefined ? undefined : sayLeast((bought * (BPS - BigInt(MARKET_SLIPPAGE_BPS))) / BPS);
  const body = {
    strategy: 'sol-liquid-stake',
    wallet,
    kind: 'instant',
    amount: toQuantity('raSOL', amount).amount,
  };
  return {
    path,
    via: `${first.via}, router token`,
    transactions: 2,
    asset: 'SOL',
    expected: less(expected, sumCosts(costs)),
    atLeast: least === undefined ? undefined : less(least, sumCosts(costs)),
    costs,
    availableAt: null,
    next: [
      ...first.next,
      printCall(
        'unstake',
        'Once the first is confirmed: sells the raSOL for SOL. amount is the least that the first was to bring when this was asked; a trade in between can make it less. Replace it by what arrived, or by max where the wallet has no other raSOL.',
        { ...body, ...printLeast('SOL', least) },
      ),
    ],
  };
}

/** Finds how what a stake brings could leave once it has landed, in words; or why it could not. */
async function findReturn(
  { wallet, receive, proof }: UndoFacts,
  services: StrategyServices,
): Promise<{ readonly isPossible: boolean; readonly words: string }> {
  const { deployment } = services.config;
  const located = locateExit(wallet, deployment);
  const read = await readAgreed([...new Set([...located.addresses, deployment.stakePool.address])], services);
  const reading = decodeExit(read, located, services.switches);
  const { withdrawalWaitingPeriod: waits } = reading.vault.state;
  if (waits > 0n) {
    const words = `The vault has a waiting period for withdrawals, now ${waits} seconds: it pays only what was requested of it, and this service builds no such requests.`;
    return { isPossible: false, words };
  }
  const pool = decodePool(read, deployment);
  const lamports = proof.effects.leaves[0]?.amount ?? 0n;
  const lp = BigInt(receive?.expected.baseUnits ?? 0);
  const after = addStake(reading, pool, lamports, lp);
  const called = tryExit(BigInt(receive?.atLeast?.baseUnits ?? 0), after);
  if (!('path' in called)) return { isPossible: false, words: called.detail };
  const whole = tryExit(lp, after);
  const { payout } = 'path' in whole ? whole : called;
  const worth = toQuantity('raSOL', poolTokensForLamports(pool, lamports)).amount;
  const words = `Today the first would pay ${toQuantity('raSOL', payout).amount} of the ${worth} raSOL that the ${toQuantity('SOL', lamports).amount} SOL are worth.`;
  return { isPossible: true, words };
}

/** Describes a position in raSOL Max. */
export const leveragedPosition: StrategyPosition = {
  receipt: 'raSOLMax',
  exits: { takes: 'amount', asset: 'raSOLMax', find: findExits },
  async describeUndo(facts, services) {
    const { wallet, receive } = facts;
    const { isPossible, words } = await findReturn(facts, services);
    if (!isPossible) return refuseUndo(words);
    return {
      isPossible: true,
      description: `Burn the raSOL Max for raSOL at once, out of idle funds or through a flash loan, then sell the raSOL: two transactions. ${words} The answer to the first describes the second.`,
      next: [
        printCall(
          'unstake',
          'Burns raSOL Max. amount is the least that arrives; replace it by what was received.',
          {
            strategy: 'sol-leveraged-stake',
            wallet,
            kind: 'instant',
            amount: receive?.atLeast?.amount,
            outputAsset: 'SOL',
          },
        ),
      ],
    };
  },
  // An exit to raSOL, which the market buys for the most that the router may bid.
  async roundTripValue(stake, services) {
    const { means, receipt } = stake;
    const bought = await quoteSale(redeemReceipt(stake), services);
    const own = getOwnFee(UNITS.flashExit, means.price('sol-leveraged-stake'), means);
    return less(bought, sumLost(receipt.costs) + own + getRouterFee(means));
  },
};

/** Reads the loan of the position; undefined where the deployment does not name it, or the ledger has it otherwise. */
export function readLoan(read: ReadAccounts, { loan }: LeveragedDeployment): Loan | undefined {
  if (loan === undefined) return undefined;
  const accounts = [loan.obligation, loan.collateralReserve, loan.debtReserve].map((address) => {
    const account = read(address);
    return account?.owner === SAVE_PROGRAM_ADDRESS ? { address, data: account.data } : undefined;
  });
  const [obligation, collateral, debt] = accounts;
  if (obligation === undefined || collateral === undefined || debt === undefined) return undefined;
  return decodeLoan(obligation.data, [collateral, debt]);
}

/** Describes what the lender would do with the position, by its own prices and thresholds. */
export function describeLoan(loan: Loan | undefined) {
  const print = (
    find: (of: Loan) => Fraction,
    places: number,
    rounding: 'down' | 'up' = 'down',
  ): string | null => {
    const { numerator, denominator } = loan === undefined ? { numerator: 0n, denominator: 0n } : find(loan);
    return denominator === 0n ? null : printRatio(numerator, denominator, places, rounding);
  };
  return {
    health: print(findHealth, 4),
    liquidationBelowSolPerRasol: print(findLiquidationPrice, 9, 'up'),
    // Interest is added in every slot.
    borrowRateNowPercent:
      loan === undefined ? null : (Math.expm1(findBorrowRate(loan.debtReserve)) * 100).toFixed(4),
  };
}
