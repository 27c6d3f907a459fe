import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../bytes/known-keys.ts';
import { deploymentKeys, type LeveragedKeys } from '../deployment-keys.ts';
import { parseAmount, parseInteger } from '../parse-amount.ts';
import { DEPOSIT_SOL_WITH_SLIPPAGE } from '../programs/stake-pool.ts';
import { Refusal } from '../refusal.ts';
import type { ExactSubject } from './exact-subject.ts';
import { planFlashExit } from './flash-exit.ts';
import { change, type Expected, type Plan } from './plan.ts';
import { readPoolAccounts } from './pool-accounts.ts';
import { findPostCondition, openTokenAccount, rentOfMissing } from './token-accounts.ts';
import { depositInto, ofWallet, type WalletVault, withdrawFromIdle } from './vault.ts';

const SOL_DECIMALS = 9;
const LP_DECIMALS = 9;

/** Plans SOL that goes into the pool of raSOL, and the raSOL from there into the leveraged vault. */
export function planLeveragedStake(subject: ExactSubject): Plan {
  const { request, answer, wallet, deployment } = subject;
  const vault = ofWallet(leveragedKeys(subject).vault, wallet);
  const lamports = parseAmount(request.amount, 'amount', SOL_DECIMALS);
  requireEqual(parseInteger(answer['depositedSolLamports'], 'depositedSolLamports'), lamports, 'deposited');
  const staged = parseInteger(answer['stagedRasolLamports'], 'stagedRasolLamports') ?? 0n;
  const condition = findPostCondition(subject, vault.userLp, undefined);
  return {
    version: 'legacy',
    signers: [wallet],
    instructions: [
      openTokenAccount(wallet, vault.userAsset, vault.assetMint),
      openTokenAccount(wallet, vault.userLp, vault.lpMint),
      depositSol(subject, vault, lamports, staged),
      depositInto(wallet, vault, staged),
      ...condition.instructions,
    ],
    effects: () => ({
      leaves: [change(deployment.solMint, lamports, wallet)],
      arrives:
        condition.least === undefined ? [] : [change(deployment.rasolMaxMint, condition.least, vault.userLp)],
      rent: rentOfMissing(subject, [vault.userAsset, vault.userLp]),
    }),
  };
}

// The pool's manager is the referrer too. As many raSOL as go on into the vault must come out, or nothing happens.
function depositSol(
  subject: ExactSubject,
  { userAsset, assetMint }: WalletVault,
  lamports: bigint,
  staged: bigint,
): Expected {
  const { stakePool } = deploymentKeys(subject.deployment);
  const { reserve, managerFee, totalLamports, supply } = readPoolAccounts(subject, assetMint);
  const worth = totalLamports === 0n || supply === 0n ? lamports : (lamports * supply) / totalLamports;
  if (staged === 0n || staged > worth) {
    throw new Refusal(
      'price',
      `The answer stages ${staged} base units of raSOL; ${lamports} lamports are worth ${worth}.`,
    );
  }
  return {
    program: stakePool.program,
    format: DEPOSIT_SOL_WITH_SLIPPAGE,
    accounts: [
      stakePool.address,
      stakePool.withdrawAuthority(),
      reserve,
      subject.wallet,
      userAsset,
      managerFee,
      managerFee,
      assetMint,
      SYSTEM_PROGRAM,
      TOKEN_PROGRAM,
    ],
    values: [lamports, staged],
  };
}

/** Plans LP that is burned for raSOL: out of the idle funds, or through a flash loan, as the answer says. */
export function planLeveragedExit(subject: ExactSubject): Plan {
  const { request, answer } = subject;
  const lp = parseAmount(request.amount, 'amount', LP_DECIMALS);
  requireEqual(parseInteger(answer['burnedLpLamports'], 'burnedLpLamports'), lp, 'burned');
  const payout = parseInteger(answer['expectedPayoutRasolLamports'], 'expectedPayoutRasolLamports');
  return answer['path'] === 'flash-bracket'
    ? planFlashExit(subject, leveragedKeys(subject), lp, payout)
    : planIdleExit(subject, lp, payout);
}

function planIdleExit(subject: ExactSubject, lp: bigint, payout: bigint | undefined): Plan {
  const { wallet, deployment } = subject;
  const vault = ofWallet(leveragedKeys(subject).vault, wallet);
  const { userAsset, userLp } = vault;
  const condition = findPostCondition(subject, userAsset, payout);
  return {
    version: 'legacy',
    signers: [wallet],
    instructions: [
      openTokenAccount(wallet, userAsset, vault.assetMint),
      withdrawFromIdle(wallet, vault, [lp, true, false]),
      ...condition.instructions,
    ],
    effects: () => ({
      leaves: [change(deployment.rasolMaxMint, lp, userLp)],
      arrives:
        payout === undefined ? [] : [change(deployment.rasolMint, payout, userAsset, condition.least ?? 0n)],
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

function leveragedKeys({ deployment }: ExactSubject): LeveragedKeys {
  const { leveraged } = deploymentKeys(deployment);
  if (leveraged !== undefined) return leveraged();
  throw new Refusal('shape', 'The deployment has no leveraged staking.');
}

function requireEqual(stated: bigint | undefined, asked: bigint, what: string): void {
  if (stated !== undefined && stated !== asked) {
    throw new Refusal(
      'conservation',
      `The answer says that ${stated} are ${what} where ${asked} were asked.`,
    );
  }
}
