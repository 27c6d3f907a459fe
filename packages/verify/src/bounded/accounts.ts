import { STAKE_PROGRAM } from '../bytes/address.ts';
import { encodeAddress, isSame, names } from '../bytes/text.ts';
import { type DeploymentKeys, deploymentKeys, findRequestAccounts } from '../deployment.ts';
import {
  isInValidatorList,
  isSameButAmount,
  readStakeAccount,
  readTokenAccount,
  STAKE_ACCOUNT_SIZE,
  TOKEN_ACCOUNT_SIZE,
} from '../ledger.ts';
import { type Finding, type LedgerAccount, type LockedRent, RENT_LIMIT } from '../verification.ts';
import { type AccountChange, type BoundedIntent, findReceived, findSpent, type Scene } from './intent.ts';
import type { Shape } from './steps.ts';

const SYSTEM_OWNER = encodeAddress(new Uint8Array(32));

/**
 * Refuses every change of an account that is not on the intent's list and touches the wallet.
 *
 * Each writable account is on the list with its bound, or untouched (same bytes, same owner, no fewer lamports), or not the
 * wallet's in any way: its 32 bytes are nowhere in the data before or after. New accounts of the list are judged by
 * `checkNewAccounts`.
 */
export function checkAccounts(scene: Scene, shape: Shape, roles: Roles): readonly Finding[] {
  return scene.changes.flatMap((change) => {
    const role = roles.get(change.address);
    const why = role === undefined ? whyNotForeign(change, scene) : BOUNDS[role](change, scene, shape);
    if (why === undefined) return [];
    const rule = role === undefined && change.before === undefined ? 'new-account' : 'account';
    return [{ rule, account: change.address, detail: `Account ${change.address} ${why}` }];
  });
}

function whyNotForeign({ before, after }: AccountChange, { intent }: Scene): string | undefined {
  if (isUntouched(before, after)) return undefined;
  const isNamed = names(before?.data, intent.wallet) || names(after?.data, intent.wallet);
  if (!isNamed) return undefined;
  return before === undefined
    ? 'is new and belongs to the wallet; the request is for none such.'
    : 'belongs to the wallet and would change; the request is not for it.';
}

function isUntouched(before: LedgerAccount | undefined, after: LedgerAccount | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return after.lamports >= before.lamports && before.owner === after.owner && isSame(before.data, after.data);
}

type Bound = (change: AccountChange, scene: Scene, shape: Shape) => string | undefined;

const BOUNDS: Readonly<Record<Role, Bound>> = {
  // It pays and so exists before; one that is left without a lamport is no account afterwards.
  wallet: ({ before, after }) =>
    before !== undefined &&
    [before, after].every(
      (each) => each === undefined || (each.owner === SYSTEM_OWNER && each.data.length === 0),
    )
      ? undefined
      : 'is the wallet, and would be no plain account any more.',
  spent: (change, scene) => whyTokenChanged(change, scene, true),
  received: (change, scene) => whyTokenChanged(change, scene, false),
  passing: (change, scene) => whyTokenChanged(change, scene, false),
  wrapped: whyWrappedChanged,
  'given-stake': whyNotGiven,
  'new-stake': ({ before }) => (before === undefined ? undefined : 'should be new, and exists already.'),
  escrow: ({ before, after }) =>
    before === undefined || isUntouched(before, after)
      ? undefined
      : 'belongs to the wallet and would change; the request is not for it.',
  receipt: ({ before, after }) =>
    before === undefined && after === undefined
      ? undefined
      : "is the wallet's own request; it should be made and redeemed within the transaction.",
};

function whyTokenChanged(
  { before, after }: AccountChange,
  { intent }: Scene,
  mayLose: boolean,
): string | undefined {
  if (before === undefined) return after === undefined && mayLose ? 'does not exist.' : undefined;
  const [held, left] = [readTokenAccount(before), readTokenAccount(after)];
  if (held === undefined || !isSame(held.owner, intent.wallet)) return "is not the wallet's token account.";
  if (left === undefined || after === undefined) return 'would be closed.';
  if (!isSameButAmount(before.data, after.data, false)) {
    return 'would change in more than its amount.';
  }
  if (after.lamports < before.lamports) return 'would lose rent.';
  return !mayLose && left.amount < held.amount
    ? `would lose ${held.amount - left.amount} base units of what may not be spent.`
    : undefined;
}

function whyWrappedChanged({ before, after }: AccountChange, { intent }: Scene): string | undefined {
  if (before === undefined) return undefined;
  const held = readTokenAccount(before);
  const isOwn = held !== undefined && isSame(held.owner, intent.wallet) && isSame(held.mint, intent.sol.mint);
  if (!isOwn) return "is not the wallet's account of wrapped SOL.";
  if (after === undefined) return undefined;
  return before.owner === after.owner && isSameButAmount(before.data, after.data, true)
    ? undefined
    : 'would change in more than its amount.';
}

// Consumed as a whole, or handed over: both authorities are then the reserve's own, which no key can sign for.
function whyNotGiven(
  { before, after }: AccountChange,
  { deployment }: Scene,
  { read }: Shape,
): string | undefined {
  if (before === undefined) return 'does not exist.';
  if (after === undefined) return undefined;
  const stake = readStakeAccount(after);
  const proof = read.find(({ letter }) => letter === 'X')?.call?.swap.minimum;
  const isReserve = typeof proof === 'object' && proof.by === 'reserve-fee';
  const due = isReserve ? deploymentKeys(deployment).reserve()?.sol : undefined;
  return stake !== undefined && isSame(stake.staker, due) && isSame(stake.withdrawer, due)
    ? undefined
    : 'would neither be consumed nor belong to the reserve that pays for it.';
}

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

/**
 * The role of an account that may change.
 *
 * - `wrapped`: wrapped SOL of the wallet. `passing`: raSOL that given stake turns into on its way to SOL.
 * - `escrow` and `receipt`: LP and record of the wallet's own request at the vault.
 */
export type Role =
  | 'wallet'
  | 'spent'
  | 'received'
  | 'wrapped'
  | 'passing'
  | 'given-stake'
  | 'new-stake'
  | 'escrow'
  | 'receipt';

/** The accounts of an intent's list, by base58 address. */
export type Roles = ReadonlyMap<string, Role>;

/** Lists the accounts that an intent may change; every other account of the wallet stays as it is. */
export function getRoles(intent: BoundedIntent, { wrapped, newStake }: Shape, keys: DeploymentKeys): Roles {
  const roles = new Map<string, Role>();
  const add = (key: Uint8Array | undefined, role: Role) => {
    if (key !== undefined) roles.set(encodeAddress(key), role);
  };
  if (intent.kind === 'swap-in' || intent.kind === 'swap-out' || intent.kind === 'stake-out') {
    for (const account of wrapped) add(account, 'wrapped');
  }
  if (intent.kind === 'stake-out') {
    add(intent.rasol.account, 'passing');
    add(intent.stakeAccount, 'given-stake');
  }
  if (intent.kind === 'vault-withdrawal') {
    const { receipt, escrow } = findRequestAccounts(intent, keys);
    add(receipt, 'receipt');
    add(escrow, 'escrow');
  }
  add(newStake, 'new-stake');
  add(findSpent(intent)?.account, 'spent');
  add(findReceived(intent)?.account, 'received');
  add(intent.wallet, 'wallet');
  return roles;
}
