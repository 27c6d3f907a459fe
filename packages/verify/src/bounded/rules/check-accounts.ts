import { isSame } from '../../bytes/index.ts';
import { deploymentKeys } from '../../deployment-keys.ts';
import type { LedgerAccount } from '../../evidence.ts';
import { encodeAddress } from '../../ledger/encode-address.ts';
import { readStakeAccount } from '../../ledger/stake-account.ts';
import { isSameButAmount, readTokenAccount } from '../../ledger/token-account.ts';
import type { Finding } from '../../verification.ts';
import type { AccountChange, Scene } from '../scene.ts';
import type { Shape } from '../shape/shape.ts';
import { names } from './names.ts';
import type { Role, Roles } from './roles.ts';

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
  wallet: ({ before, after }) =>
    [before, after].every((account) => account?.owner === SYSTEM_OWNER && account.data.length === 0)
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
