import type { Change, Effects } from '@staking-agent/verify';
import type { Deployment } from '../deployments.ts';

/** A proof, as a receipt is held to it. */
export type Proved = {
  readonly effects: Effects;
  readonly deployment: Deployment;
  readonly operation: string;
  readonly wallet: string;
  /** False where the proof is silent of what a balance or a rate decides, as most are without a node. */
  readonly isWhole: boolean;
};

/** Members of a receipt that may be unproved. */
export type Unproved = 'changes' | 'receive' | 'costs';

/** A difference in words, or the members with figures that nothing proves. */
export type Held = { readonly difference?: string; readonly unproved: readonly Unproved[] };

type Members = Readonly<Record<string, unknown>>;

/** Ends the comparison at the first difference. */
class Difference extends Error {}

/**
 * Holds the figures of a receipt to what was proved: what leaves and arrives, its account, the least of it, and every cost.
 *
 * A figure that the bytes fix must be the same. One that a rate decides may differ by a hundredth, because the service read the rate
 * some slots before; what arrives at least may never be more than is proved.
 */
export function holdReceipt(receipt: unknown, proved: Proved): Held {
  const told: Members = Object(receipt);
  const unproved = new Set<Unproved>();
  try {
    const { basis } = proved.effects;
    if (told['basis'] !== basis && basis === 'simulated') differ('basis', told['basis'], basis);
    holdChanges(listMembers(told['changes']), proved, unproved);
    holdReceive(told['receive'], proved, unproved);
    holdCosts(listMembers(told['costs']), proved, unproved);
    holdAuthorities(listMembers(told['authorities']), proved);
    holdWarnings(listMembers(told['warnings']), proved);
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    return { difference: error.message, unproved: [] };
  }
  return { unproved: [...unproved] };
}

function differ(member: string, told: unknown, due: unknown): never {
  throw new Difference(
    `${member} of the receipt is ${JSON.stringify(told)}; ${due === undefined ? 'nothing of it' : String(due)} is proved. Ask for a new build to see whether the ledger has moved; if it differs again, do not trust the service.`,
  );
}

const listMembers = (value: unknown): readonly Members[] => (Array.isArray(value) ? value.map(Object) : []);

function holdChanges(told: readonly Members[], proved: Proved, unproved: Set<Unproved>): void {
  const { leaves, arrives } = proved.effects;
  const given = (side: string) => told.filter(({ direction }) => direction === side);
  const [out, in_] = [given('out'), given('in')];
  if (out.length + in_.length !== told.length) differ('changes', told, undefined);
  if (!holdSide('out', out, leaves, proved) || !holdSide('in', in_, arrives, proved)) unproved.add('changes');
}

/** Returns false where a proof without a node is silent of a side, because a balance or a rate decides it. */
function holdSide(
  side: 'out' | 'in',
  told: readonly Members[],
  changes: readonly Change[],
  proved: Proved,
): boolean {
  const { effects, deployment, isWhole } = proved;
  if (changes.length === 0 && told.length > 0 && !isWhole) return false;
  if (told.length !== changes.length) differ('changes', told, `${changes.length} ${side}`);
  for (const change of changes) {
    const { account } = change;
    const [name] = nameAsset(change.asset, deployment);
    const same = told.find((each) => each['account'] === account && each['asset'] === name);
    if (same === undefined) differ('changes', told, `${change.amount} of ${name} in ${account}`);
    holdAmount('changes', same, change, deployment, isFixed(change, side, effects, deployment));
    const isNew = account === findOpened(proved) || effects.rent.some((each) => each.account === account);
    if ((isWhole || isNew) && same['isNew'] !== isNew) differ('changes', same, `isNew ${isNew}`);
  }
  return true;
}

/** Checks whether the bytes fix an amount; a rate decides it otherwise. */
function isFixed(change: Change, direction: string, { basis }: Effects, { rausdcMint }: Deployment): boolean {
  if (direction === 'out') return change.asset !== rausdcMint;
  return basis === 'computed' && change.least === change.amount;
}

function holdReceive(told: unknown, proved: Proved, unproved: Set<Unproved>): void {
  const { effects, isWhole, deployment } = proved;
  const [change] = effects.arrives;
  if (change === undefined) {
    if (told === null) return;
    if (isWhole) differ('receive', told, undefined);
    unproved.add('receive');
    return;
  }
  const { expected, atLeast }: Members = Object(told);
  const isSame = isFixed(change, 'in', effects, deployment);
  holdAmount('receive.expected', Object(expected), change, deployment, isSame);
  const { least } = change;
  if (least === undefined) {
    if (atLeast === null) return;
    if (isWhole) differ('receive.atLeast', atLeast, 'null');
    unproved.add('receive');
    return;
  }
  const minimum = { ...change, amount: least };
  holdAmount('receive.atLeast', Object(atLeast), minimum, deployment, isSame);
  if (change.isAtRate !== true && readUnits(Object(atLeast)) > least)
    differ('receive.atLeast', atLeast, least);
}

function holdCosts(
  told: readonly Members[],
  { effects: { fee, rent }, isWhole, deployment }: Proved,
  unproved: Set<Unproved>,
): void {
  const due = [
    { kind: 'network-fee', lamports: fee.signatures, isRefundable: false, account: undefined },
    { kind: 'priority-fee', lamports: fee.priority, isRefundable: false, account: undefined },
    { kind: 'tip', lamports: fee.tip ?? 0n, isRefundable: false, account: undefined },
    ...rent.map((each) => ({ ...each, kind: 'rent' })),
  ].filter(({ kind, lamports }) => kind === 'network-fee' || lamports > 0n || kind === 'rent');
  let found = 0;
  for (const each of due) {
    const same = told.filter(({ kind, account }) => kind === each.kind && account === each.account);
    const [cost] = same;
    if (cost === undefined || same.length > 1) differ('costs', told, `${each.kind} of ${each.lamports}`);
    const lamports = { asset: deployment.solMint, amount: each.lamports };
    holdAmount('costs', cost, lamports, deployment, true);
    if (cost['isRefundable'] !== each.isRefundable)
      differ('costs', cost, `isRefundable ${each.isRefundable}`);
    found += 1;
  }
  if (told.length === found) return;
  const isRent = told.filter(({ kind }) => kind === 'rent').length === told.length - found + rent.length;
  if (isWhole || !isRent) differ('costs', told, `${found} costs`);
  unproved.add('costs');
}

function holdAuthorities(told: readonly Members[], proved: Proved): void {
  const account = findOpened(proved);
  const { wallet } = proved;
  const due = account === undefined ? [] : [{ account, staker: wallet, withdrawer: wallet, lockup: null }];
  const isSame =
    told.length === due.length &&
    due.every((each) => Object.entries(each).every(([name, value]) => told[0]?.[name] === value));
  if (!isSame) differ('authorities', told, JSON.stringify(due));
}

/** Requires the warnings that the proof itself gives reason for. */
function holdWarnings(told: readonly Members[], { effects, isWhole }: Proved): void {
  const [change] = effects.arrives;
  if (change === undefined || !isWhole) return;
  const due = change.least === undefined ? 'NO_MINIMUM' : change.isAtRate ? 'MINIMUM_AT_RATE' : undefined;
  if (due !== undefined && !told.some(({ code }) => code === due)) differ('warnings', told, due);
}

/** Finds the stake account that a build opens. */
function findOpened({ effects, operation }: Proved): string | undefined {
  return operation === 'merge' ? undefined : effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}

const NEAR = 100n;

function holdAmount(
  member: string,
  told: Members,
  { asset, amount }: { readonly asset: string; readonly amount: bigint },
  deployment: Deployment,
  isFixed: boolean,
): void {
  const [name, decimals] = nameAsset(asset, deployment);
  const units = readUnits(told);
  const apart = units > amount ? units - amount : amount - units;
  const isNear = isFixed ? apart === 0n : apart * NEAR <= amount;
  if (told['asset'] !== name || !isNear || told['amount'] !== print(units, decimals))
    differ(member, told, `${print(amount, decimals)} ${name}`);
}

function readUnits({ baseUnits }: Members): bigint {
  return typeof baseUnits === 'string' && /^\d{1,20}$/.test(baseUnits) ? BigInt(baseUnits) : -1n;
}

function print(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

/** Names an asset of a proof as receipts do, with its decimals. */
export function nameAsset(asset: string, deployment: Deployment): readonly [string, number] {
  const { usdcMint, rasolMint, rausdcMint, rasolMaxMint } = deployment;
  const names: Readonly<Record<string, readonly [string, number]>> = {
    [usdcMint]: ['USDC', 6],
    [rasolMint]: ['raSOL', 9],
    [rausdcMint]: ['raUSDC', 9],
    [rasolMaxMint]: ['raSOL Max', 9],
  };
  return names[asset] ?? ['SOL', 9];
}
