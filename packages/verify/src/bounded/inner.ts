import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  JUPITER_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  STAKE_PROGRAM,
  STAKEDEX_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../bytes/address.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import { u32At, u64At } from '../ledger/accounts.ts';
import { type InnerInstruction, RENT_LIMIT } from '../subject.ts';
import type { Finding } from '../verification.ts';
import type { Role, Roles } from './accounts.ts';
import type { Scene, Step } from './intent.ts';
import type { Shape } from './steps.ts';
import { findSlumdog } from './swaps.ts';

type InnerScene = Scene & {
  readonly roles: Roles;
  /** Stake accounts that a program may act on in the wallet's name. */
  readonly stakes: ReadonlySet<string>;
};
type Reader = (inner: InnerInstruction, scene: InnerScene) => boolean;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [encodeAddress(SYSTEM_PROGRAM), isAllowedSystem],
  [encodeAddress(TOKEN_PROGRAM), isAllowedToken],
  [encodeAddress(ASSOCIATED_TOKEN_PROGRAM), isAllowedAssociatedToken],
  [encodeAddress(STAKE_PROGRAM), isAllowedStake],
  // The wallet has no business with these, whoever invokes them.
  ...[TOKEN_2022_PROGRAM, VOTE_PROGRAM, LOOKUP_TABLE_PROGRAM, COMPUTE_BUDGET_PROGRAM].map(
    (program): [string, Reader] => [encodeAddress(program), () => false],
  ),
]);

/**
 * Checks inner instructions by the rules of top-level instructions.
 *
 * An inner instruction can act for the wallet only where the wallet is among its accounts. Of the ledger's own programs
 * those pass that a top-level instruction could be, on accounts of the intent's list; no other program may be handed the
 * wallet unless it is listed, but those that the aggregator swaps at, whose own invocations are judged as well.
 */
export function checkInnerInstructions(scene: Scene, shape: Shape, roles: Roles): readonly Finding[] {
  const inner = scene.evidence.innerInstructions ?? new Map<number, readonly InnerInstruction[]>();
  const given = scene.intent.stakeAccount;
  const slumdogs = shape.read.map(({ step }) => findSlumdog(step));
  const stakes = [given, shape.newStake, ...slumdogs].flatMap((key) =>
    key === undefined ? [] : [encodeAddress(key)],
  );
  const all: InnerScene = { ...scene, roles, stakes: new Set(stakes) };
  // No swap pays without invoking anything.
  const silent = shape.read.find(({ call, step }) => call && !inner.get(step.index)?.length);
  if (silent !== undefined)
    return [{ rule: 'evidence', detail: `Instruction ${silent.step.index} is said to invoke nothing.` }];
  return [...inner].flatMap(([index, instructions]) => {
    const step = scene.steps[index];
    if (step === undefined) {
      const detail = `Inner instructions are told of instruction ${index}, which there is not.`;
      return [{ rule: 'evidence', detail }];
    }
    const bad = instructions.find((one) => one.accounts.includes(scene.wallet) && !isAllowed(one, step, all));
    return bad === undefined ? [] : [refuse(bad, step)];
  });
}

function isAllowed(inner: InnerInstruction, step: Step, scene: InnerScene): boolean {
  const native = READERS.get(inner.program);
  if (native !== undefined) return native(inner, scene);
  if (isSame(step.program, JUPITER_PROGRAM)) return true;
  const isListed =
    scene.deployment.routerPrograms.includes(inner.program) || inner.program === encodeAddress(step.program);
  return (
    isListed ||
    (isSame(step.program, STAKEDEX_PROGRAM) && inner.program === scene.deployment.reserve?.program)
  );
}

function refuse({ program, data }: InnerInstruction, { index, program: invoker }: Step): Finding {
  return {
    rule: 'inner-instruction',
    instruction: index,
    detail: `${encodeAddress(invoker)} invokes ${program} with tag ${data[0] ?? 'none'} for the wallet, beyond what the request is for.`,
  };
}

/** Roles of accounts that may come into being. */
const NEW: ReadonlySet<Role | undefined> = new Set<Role>([
  'received',
  'wrapped',
  'passing',
  'new-stake',
  'escrow',
  'receipt',
]);
/** Roles of accounts whose tokens programs may take in the wallet's name. */
const DRAWN: ReadonlySet<Role | undefined> = new Set<Role>(['spent', 'wrapped', 'passing']);

// Transfer (2) of no more than the amount or a rent; CreateAccount (0) and CreateAccountWithSeed (3) of accounts on the list.
function isAllowedSystem(
  { accounts, data }: InnerInstruction,
  { wallet, roles, intent, terms }: InnerScene,
): boolean {
  const [from, to = ''] = accounts;
  const tag = u32At(data, 0);
  if (tag === 2) {
    const lamports = u64At(data, 4) ?? RENT_LIMIT + 1n;
    const most = intent.kind === 'swap-in' && terms.most > RENT_LIMIT ? terms.most : RENT_LIMIT;
    return data.length === 12 && (to === wallet || (from === wallet && lamports <= most));
  }
  if (from !== wallet || !NEW.has(roles.get(to))) return false;
  // Behind the base, and a seed with its length.
  const at = tag === 0 ? 4 : 44 + Number(u64At(data, 36) ?? 0n);
  return (tag === 0 || tag === 3) && data.length === at + 48 && (u64At(data, at) ?? 0n) <= RENT_LIMIT;
}

// Transfer (3), TransferChecked (12), Burn (8), BurnChecked (15) of what is spent; CloseAccount (9) to the wallet.
function isAllowedToken({ accounts, data }: InnerInstruction, { wallet, roles }: InnerScene): boolean {
  const [account = '', second] = accounts;
  const role = roles.get(account);
  switch (data[0]) {
    case 3:
    case 8:
    case 12:
    case 15:
      return DRAWN.has(role);
    case 9:
      return second === wallet && (role === 'wrapped' || role === 'passing');
    default:
      return false;
  }
}

function isAllowedAssociatedToken({ accounts, data }: InnerInstruction, { roles }: InnerScene): boolean {
  return NEW.has(roles.get(accounts[1] ?? '')) && data.length <= 1 && (data[0] ?? 0) <= 1;
}

// Authorize (1), Split (3) and Deactivate (5) of the stake that the request is for; Withdraw (4) of others' into the wallet.
function isAllowedStake({ accounts, data }: InnerInstruction, { stakes, wallet }: InnerScene): boolean {
  const tag = u32At(data, 0);
  const [account = '', second = ''] = accounts;
  if (tag === 4) return accounts.lastIndexOf(wallet) === 1 && accounts.indexOf(wallet) === 1;
  const isDue = tag === 1 || tag === 3 || tag === 5;
  return isDue && stakes.has(account) && (tag !== 3 || stakes.has(second));
}
