import { isSame, STAKE_PROGRAM } from '../../bytes/index.ts';
import { deploymentKeys } from '../../deployment-keys.ts';
import type { LedgerAccount } from '../../evidence.ts';
import { findRequestAccounts } from '../../find-request-accounts.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import { readStakeAccount, STAKE_ACCOUNT_SIZE } from '../../ledger/stake-account.ts';
import { isInValidatorList } from '../../ledger/stake-pool.ts';
import { readTokenAccount, TOKEN_ACCOUNT_SIZE } from '../../ledger/token-account.ts';
import { RENT_LIMIT } from '../../rent-limit.ts';
import type { Finding, LockedRent } from '../../verification.ts';
import { type BoundedIntent, findReceived } from '../bounded-intent.ts';
import type { Scene } from '../scene.ts';
import type { Shape } from '../shape/shape.ts';
import type { Role, Roles } from './roles.ts';

const STAKE_OWNER = encodeAddress(STAKE_PROGRAM);

/** The accounts that come into being, and what of the wallet's SOL they lock. */
export type NewAccounts = { readonly findings: readonly Finding[]; readonly rent: readonly LockedRent[] };

/**
 * Checks every new account of the list: program, size, mint, the wallet as owner, initialised, no other authority, and at
 * most its rent in lamports.
 *
 * A new account of wrapped SOL locks no rent here: its lamports are the wallet's SOL and counted as such. Nor does a stake
 * account that the wallet does not pay for.
 */
export function checkNewAccounts(scene: Scene, shape: Shape, roles: Roles): NewAccounts {
  const isPaidByWallet = shape.read.some(({ letter }) => letter === 'N');
  const findings: Finding[] = [];
  const rent: LockedRent[] = [];
  for (const { address, before, after } of scene.changes) {
    const role = roles.get(address);
    if (before !== undefined || after === undefined || role === undefined || role === 'receipt') continue;
    const why = whyNotDue(role, after, scene);
    if (why !== undefined) {
      findings.push({ rule: 'new-account', account: address, detail: `New account ${address} ${why}` });
    } else if (role === 'received' || role === 'escrow') {
      rent.push({ account: address, lamports: after.lamports, isRefundable: role === 'received' });
    } else if (role === 'new-stake' && isPaidByWallet) {
      const delegated = readStakeAccount(after)?.delegated ?? 0n;
      rent.push({ account: address, lamports: after.lamports - delegated, isRefundable: true });
    }
  }
  return { findings, rent };
}

function whyNotDue(role: Role, after: LedgerAccount, scene: Scene): string | undefined {
  const { intent, deployment } = scene;
  switch (role) {
    case 'received':
      return whyNotToken(after, findReceived(intent)?.mint, intent.wallet, scene);
    case 'wrapped':
      return whyNotToken(after, intent.sol.mint, intent.wallet, scene);
    case 'escrow': {
      const { receipt } = findRequestAccounts(intent, deploymentKeys(deployment));
      const isEmpty = readTokenAccount(after)?.amount === 0n;
      return (
        whyNotToken(after, intent.rausdc.mint, receipt, scene) ??
        (isEmpty ? undefined : 'keeps LP of the wallet.')
      );
    }
    case 'new-stake':
      return whyNotStake(after, scene);
    default:
      return 'should be closed.';
  }
}

function whyNotToken(
  after: LedgerAccount,
  mint: Uint8Array | undefined,
  owner: Uint8Array,
  scene: Scene,
): string | undefined {
  const token = readTokenAccount(after);
  if (token === undefined) return 'is no initialised token account.';
  if (!isSame(token.mint, mint)) return `holds mint ${encodeAddress(token.mint)} instead of the one due.`;
  if (!isSame(token.owner, owner)) return `belongs to ${encodeAddress(token.owner)} instead of its owner.`;
  if (!token.isOpen || token.isShared) return 'is frozen, or has a delegate or close authority.';
  return whyNotRent(after.lamports, TOKEN_ACCOUNT_SIZE, scene);
}

function whyNotRent(lamports: bigint, size: number, { evidence }: Scene): string | undefined {
  const rent = evidence.rentExemption(size);
  const most = rent < RENT_LIMIT ? rent : RENT_LIMIT;
  return lamports > most ? `holds ${lamports} lamports; its rent is ${most}.` : undefined;
}

function whyNotStake(after: LedgerAccount, scene: Scene): string | undefined {
  const { intent, evidence, terms } = scene;
  const stake = readStakeAccount(after);
  if (after.owner !== STAKE_OWNER || stake === undefined) return 'is not a delegated stake account.';
  if (!isOwn(stake, intent)) return 'has a staker or withdrawer that is not the wallet.';
  if (stake.hasLockup) return 'has a lockup.';
  if (stake.delegated > after.lamports) return 'holds less than it delegates.';
  if (stake.deactivationEpoch !== evidence.epoch) {
    return `does not cool down: its deactivation epoch is ${stake.deactivationEpoch} instead of ${evidence.epoch}.`;
  }
  const list = terms.pool && evidence.before.get(encodeAddress(terms.pool.validatorList));
  if (list === undefined) return 'has validators that were not read.';
  if (!isInValidatorList(list.data, stake.voteAccount)) {
    return `is delegated to ${encodeAddress(stake.voteAccount)}, no validator of the pool.`;
  }
  return whyNotRent(after.lamports - stake.delegated, STAKE_ACCOUNT_SIZE, scene);
}

function isOwn(
  { staker, withdrawer }: { staker: Uint8Array; withdrawer: Uint8Array },
  { wallet }: BoundedIntent,
): boolean {
  return isSame(staker, wallet) && isSame(withdrawer, wallet);
}
