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
import { deploymentKeys } from '../deployment.ts';
import { u32At, u64At } from '../ledger.ts';
import { type Finding, type InnerInstruction, RENT_LIMIT } from '../verification.ts';
import type { Role, Roles } from './accounts.ts';
import { arrivingAsset, findSpent, type Scene, type Step } from './intent.ts';
import type { ReadStep, Shape, VaultCall } from './steps.ts';
import { findSlumdog, leastFromReserve, type PriceProof, type Swap } from './swaps.ts';

type Called = ReadStep & { readonly call: VaultCall };

/**
 * Checks the bytes against the terms. In any state of the ledger, each swap must take from the expected account, at most the
 * requested amount, pay into an account of the wallet, and give at least the minimum.
 */
export function checkMinimum(scene: Scene, shape: Shape): readonly Finding[] {
  const swaps = shape.read.filter((one): one is Called => one.call !== undefined);
  const findings = swaps.flatMap((one) => checkAccounts(one, scene));
  if (findings.length > 0) return findings;
  const [first, second] = swaps;
  if (first === undefined) return [];
  if (scene.intent.kind === 'stake-out' && second !== undefined)
    return checkPassing(first, second, scene, shape);
  return [...checkRoute(first, scene, shape), ...checkLeast(first, scene)];
}

function checkAccounts({ step: { index }, call }: Called, { intent }: Scene): readonly Finding[] {
  const { name, authority, fixed } = call.swap;
  const places = [{ role: 'the wallet', actual: authority, due: intent.wallet }, ...fixed];
  return places
    .filter(({ actual, due }) => !isSame(actual, due))
    .map(({ role, actual, due }) => ({
      rule: 'account',
      instruction: index,
      detail: `${name} names ${formatKey(actual)} where ${role}, ${encodeAddress(due)}, is due.`,
    }));
}

// One swap: from what is spent, at most the amount, into what is due.
function checkRoute(one: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const { intent, terms } = scene;
  const { swap } = one.call;
  const isDrawnWhole = swap.most === 'everything' && (intent.kind === 'stake-out' || intent.isAll);
  const isWithin = isDrawnWhole || (swap.most !== 'everything' && swap.most <= terms.most);
  const findings: Finding[] = [];
  if (!isOneOf(swap.source, listSources(scene, shape)) || !isWithin) {
    findings.push(
      wrong(one, `draws up to ${swap.most} from ${formatKey(swap.source)}; at most ${terms.most} may go`),
    );
  }
  return [...findings, ...checkDestinations(one, scene, shape)];
}

function checkDestinations(one: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const due = listDestinations(scene, shape, one);
  return one.call.swap.destinations
    .filter((destination) => !isOneOf(destination, due))
    .map((destination) => wrong(one, `pays into ${formatKey(destination)}, which is not the account due`));
}

function checkLeast(one: Called, scene: Scene): readonly Finding[] {
  const { intent, terms } = scene;
  const { minimum } = one.call.swap;
  if (typeof minimum === 'bigint') {
    const isExact = intent.kind !== 'vault-withdrawal' || minimum === intent.amount;
    return minimum >= terms.least && isExact ? [] : [tooLow(one, minimum, scene)];
  }
  return intent.minReceive === undefined ? checkStanding(one, minimum, scene) : [unheld(one)];
}

/** Checks a price that no minimum binds: it must stand now. */
function checkStanding(one: Called, { by }: PriceProof, scene: Scene): readonly Finding[] {
  if (by === 'vault-rate') return [];
  return by === 'reserve-fee' ? checkReserve(one, scene) : checkRate(one, scene);
}

function checkRate(one: Called, { terms, evidence }: Scene): readonly Finding[] {
  if (terms.pool?.lastUpdateEpoch === evidence.epoch) return [];
  const epoch = terms.pool?.lastUpdateEpoch;
  return [wrong(one, `has no minimum, and its rate can move: the pool was updated in epoch ${epoch}`)];
}

function checkReserve(one: Called, scene: Scene): readonly Finding[] {
  const { terms, evidence, deployment } = scene;
  const { pool, sol, fee } = deploymentKeys(deployment).reserve() ?? {};
  const accounts = [pool, sol, fee].map((key) => key && evidence.before.get(encodeAddress(key)));
  const least = leastFromReserve(accounts, deployment.reserve?.program ?? '', terms.most);
  if (least === undefined) return [wrong(one, 'has no minimum and no known fee')];
  return least >= terms.least ? [] : [tooLow(one, least, scene)];
}

function unheld(one: Called): Finding {
  return wrong(
    one,
    'pays by a rate or a fee that can change until it lands: nothing in its bytes demands minReceive. A route with a minimum, or a request without minReceive, would be right',
  );
}

// Stake into raSOL into SOL: the second swap sells what the first brings, and no raSOL that the wallet held before.
function checkPassing(first: Called, second: Called, scene: Scene, shape: Shape): readonly Finding[] {
  const { intent, evidence } = scene;
  const [into, out] = [first.call.swap, second.call.swap];
  const findings: Finding[] = [];
  if (
    !isSame(into.source, intent.stakeAccount) ||
    !into.destinations.every((key) => isSame(key, intent.rasol.account))
  ) {
    findings.push(wrong(first, 'should turn the given stake into raSOL of the wallet'));
  }
  if (!isSame(out.source, intent.rasol.account))
    findings.push(wrong(second, 'should sell the raSOL that the stake becomes'));
  const held = evidence.before.get(encodeAddress(intent.rasol.account));
  if (held !== undefined && !isCovered(into, out)) {
    findings.push(wrong(second, `may sell ${out.most} raSOL where the stake may bring less`));
  }
  return [
    ...findings,
    ...checkDestinations(second, scene, shape),
    // The second swap demands the minimum.
    ...(typeof into.minimum === 'object' ? checkStanding(first, into.minimum, scene) : []),
    ...checkLeast(second, scene),
  ];
}

// By the bytes alone: the fee of a pool may be raised until the transaction lands.
function isCovered(into: Swap, out: Swap): boolean {
  return typeof into.minimum === 'bigint' && out.most !== 'everything' && into.minimum >= out.most;
}

function listSources({ intent }: Scene, { wrapped }: Shape): readonly (Uint8Array | undefined)[] {
  if (intent.kind === 'swap-in') return [intent.wallet, ...wrapped];
  return intent.kind === 'stake-out' ? [intent.stakeAccount] : [findSpent(intent)?.account];
}

function listDestinations(
  { intent }: Scene,
  { wrapped, newStake }: Shape,
  { call }: Called,
): readonly (Uint8Array | undefined)[] {
  switch (intent.kind) {
    case 'swap-in':
      return [intent.rasol.account];
    case 'vault-deposit':
      return [intent.rausdc.account];
    case 'vault-withdrawal':
      // A request pays into an account whose place the layout has fixed.
      return call.letter === 'Q' ? call.swap.destinations : [intent.usdc.account];
    case 'stake-withdrawal':
      return [newStake];
    default:
      return [intent.wallet, ...wrapped];
  }
}

function isOneOf(key: Uint8Array | undefined, due: readonly (Uint8Array | undefined)[]): boolean {
  return due.some((one) => isSame(one, key));
}

function wrong({ step: { index }, call }: Called, what: string): Finding {
  return { rule: 'minimum', instruction: index, detail: `${call.swap.name} ${what}.` };
}

function tooLow({ step: { index }, call }: Called, minimum: bigint, { intent, terms }: Scene): Finding {
  const mint = arrivingAsset(intent);
  return {
    rule: 'minimum',
    instruction: index,
    detail: `${call.swap.name} may give as little as ${minimum} base units of ${mint}; it must be at least ${terms.least}.`,
    price: { least: terms.least, offered: minimum, mint },
  };
}

function formatKey(key: Uint8Array | undefined): string {
  return key === undefined ? 'nothing' : encodeAddress(key);
}

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
