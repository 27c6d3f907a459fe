import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/address.ts';
import { deploymentKeys } from '../deployment.ts';
import { assetForLp, tokensForLamports } from '../ledger.ts';
import { DEPOSIT_SOL_WITH_SLIPPAGE } from '../programs/swaps.ts';
import type { Subject } from '../subject.ts';
import { LP_DECIMALS, parseAmount, parseInteger, Refusal, SOL_DECIMALS } from '../verification.ts';
import { planFlashExit, type ReadPurchase } from './flash-exit.ts';
import {
  call,
  change,
  type Expected,
  openTokenAccount,
  type Plan,
  rentOfMissing,
  requirePostCondition,
} from './plan.ts';
import {
  arriving,
  depositInto,
  lpArriving,
  ofWallet,
  priceVault,
  requirePool,
  type WalletVault,
  withdrawFromIdle,
} from './vault.ts';

/** The least share of the pool's own arithmetic that may be asked for: 99.5 %. */
const LEAST = { numerator: 995n, denominator: 1_000n };
const NO_FEE = { numerator: 0n, denominator: 0n };

/** Plans a deposit of SOL into the raSOL pool and of the raSOL into the leveraged vault. */
export function planLeveragedStake(subject: Subject): Plan {
  const { request, answer, wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).leveragedVault(), wallet);
  const lamports = parseAmount(request.amount, 'amount', SOL_DECIMALS);
  requireEqual(parseInteger(answer['depositedSolLamports'], 'depositedSolLamports'), lamports, 'deposited');
  const staged = parseInteger(answer['stagedRasolLamports'], 'stagedRasolLamports') ?? 0n;
  const lp = lpArriving(subject, vault, staged);
  const condition = requirePostCondition(subject, vault.userLp, { amount: lp });
  return {
    instructions: [
      openTokenAccount(wallet, vault.userAsset, vault.assetMint),
      openTokenAccount(wallet, vault.userLp, vault.lpMint),
      depositSol(subject, vault, lamports, staged),
      depositInto(wallet, vault, staged),
      condition.instruction,
    ],
    effects: () => ({
      leaves: [change(deployment.solMint, lamports, wallet)],
      arrives: arriving(deployment.rasolMaxMint, vault.userLp, lp, condition),
      rent: rentOfMissing(subject, [vault.userAsset, vault.userLp]),
    }),
  };
}

// The pool's manager is the referrer too. As many raSOL as go on into the vault must come out, or nothing happens.
function depositSol(
  subject: Subject,
  { userAsset, assetMint }: WalletVault,
  lamports: bigint,
  staged: bigint,
): Expected {
  const { stakePool } = deploymentKeys(subject.deployment);
  const pool = requirePool(subject, assetMint);
  const worth = tokensForLamports({ ...pool, solDepositFee: NO_FEE }, lamports);
  const least = (tokensForLamports(pool, lamports) * LEAST.numerator) / LEAST.denominator || 1n;
  if (staged < least || staged > worth) {
    throw new Refusal(
      'price',
      `The answer stages ${staged} base units of raSOL; for ${lamports} lamports it must be ${least} to ${worth}.`,
      { price: { least, offered: staged, mint: subject.deployment.rasolMint } },
    );
  }
  const accounts = [
    ...[stakePool.address, stakePool.withdrawAuthority(), pool.reserve, subject.wallet, userAsset],
    ...[pool.managerFee, pool.managerFee, assetMint, SYSTEM_PROGRAM, TOKEN_PROGRAM],
  ];
  return call(stakePool.program, DEPOSIT_SOL_WITH_SLIPPAGE, accounts, [lamports, staged]);
}

/** Plans an exit from the leveraged vault to raSOL: from idle funds or through a flash loan, as the answer says. */
export function planLeveragedExit(subject: Subject, readPurchase?: ReadPurchase): Plan {
  const { request, answer } = subject;
  const lp = parseAmount(request.amount, 'amount', LP_DECIMALS);
  requireEqual(parseInteger(answer['burnedLpLamports'], 'burnedLpLamports'), lp, 'burned');
  const payout = parseInteger(answer['expectedPayoutRasolLamports'], 'expectedPayoutRasolLamports');
  return answer['path'] === 'flash-bracket'
    ? planFlashExit(subject, deploymentKeys(subject.deployment).leveraged(), lp, payout, readPurchase)
    : planIdleExit(subject, lp, payout);
}

function planIdleExit(subject: Subject, lp: bigint, payout: bigint | undefined): Plan {
  const { wallet, deployment } = subject;
  const vault = ofWallet(deploymentKeys(deployment).leveragedVault(), wallet);
  const { userAsset, userLp } = vault;
  const priced = priceVault(subject, vault);
  const due = priced && assetForLp(priced.vault, priced.shares, lp);
  const promised = due === undefined || (payout ?? 0n) > due ? payout : due;
  const condition = requirePostCondition(subject, userAsset, { amount: promised });
  return {
    instructions: [
      openTokenAccount(wallet, userAsset, vault.assetMint),
      withdrawFromIdle(wallet, vault, [lp, true, false]),
      condition.instruction,
    ],
    effects: () => ({
      leaves: [change(deployment.rasolMaxMint, lp, userLp)],
      arrives: arriving(deployment.rasolMint, userAsset, due ?? payout, condition),
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

function requireEqual(stated: bigint | undefined, asked: bigint, what: string): void {
  if (stated !== undefined && stated !== asked) {
    throw new Refusal(
      'conservation',
      `The answer says that ${stated} are ${what} where ${asked} were asked.`,
    );
  }
}
