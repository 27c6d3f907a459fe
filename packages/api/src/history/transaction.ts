import { type Address, getBase58Encoder } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { findLendingAccountPda } from '@staking-agent/chain/lending';
import {
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  formatAmount,
  type Quantity,
  STRATEGY_KEYS,
  type StrategyKey,
} from '@staking-agent/wire';
import { type Executed, getSymbol, readSeen as readOuter } from '../sending/executed.ts';
import { findUsdcAccounts } from '../strategies/usdc-earn/checks.ts';
import { isStakeStep, readStakeStep, type StakeStep, traceOwners } from './stake-steps.ts';

/** The accounts of a wallet that no transaction has to name first: they follow from its address. */
export type WalletAccounts = ReturnType<typeof locateAccounts>;

/** Derives the accounts of a wallet in a deployment. */
export function locateAccounts(wallet: Address, deployment: Deployment) {
  const { requestWithdrawVaultReceipt: request, requestWithdrawLpAta: escrow } = findUsdcAccounts(
    deployment,
    wallet,
  );
  const lending = deployment.leveraged?.lending;
  const receiptOf = (mint: Address) => findAssociatedTokenAddress(wallet, mint);
  return {
    wallet,
    /** Their rent is the wallet's, and comes back to it as it closes them. */
    request,
    lender:
      lending &&
      findLendingAccountPda({ ...lending, authority: wallet }, { programAddress: lending.program })[0],
    escrow,
    receipts: {
      'sol-liquid-stake': receiptOf(deployment.rasolMint),
      'sol-leveraged-stake': receiptOf(deployment.rasolMaxMint),
      'usdc-earn': receiptOf(deployment.rausdcMint),
    },
  };
}

/** Lists the accounts that hold receipts, in one order. */
export function listHolders({ receipts, escrow }: WalletAccounts): readonly Address[] {
  return [...Object.values(receipts), escrow];
}

/** Returns whose a holder must be: a wallet can give its associated accounts away, and their addresses do not show it. */
export function ownerOf(holder: string, { wallet, request, escrow }: WalletAccounts): Address {
  return holder === escrow ? request : wallet;
}

/** A change of a position by a transaction, before it has a place among rows. */
export type Move = {
  readonly type: 'deposit' | 'exit' | 'withdrawal' | 'transfer_in' | 'transfer_out' | 'failed';
  readonly strategy: StrategyKey;
  readonly account: string;
  readonly in: readonly Quantity[];
  readonly out: readonly Quantity[];
};

/** The effects of one transaction on a wallet and its positions. */
export type Effects = {
  readonly moves: readonly Move[];
  /** Lamports; undefined where another account paid it. */
  readonly fee: bigint | undefined;
  /** Lamports that the wallet gave to accounts of landing services. */
  readonly tip: bigint;
  /** The stake accounts of the wallet before it. */
  readonly owned: ReadonlySet<string>;
  /** Lamports of every stake account of the wallet that it names, and units of its token accounts. */
  readonly before: ReadonlyMap<string, bigint>;
  readonly after: ReadonlyMap<string, bigint>;
  readonly steps: readonly StakeStep[];
};

/** The receipts of strategies. */
export const UNITS = {
  'sol-liquid-stake': 'raSOL',
  'sol-leveraged-stake': 'raSOLMax',
  'usdc-earn': 'raUSDC',
} as const;
type Receipt = keyof typeof UNITS;
const RECEIPTS = Object.keys(UNITS) as readonly Receipt[];

const STAKED_SOL = { asset: 'staked SOL', decimals: ASSET_DECIMALS.SOL } as const;

/** Prints lamports of stake accounts. */
export function toStakedSol(lamports: bigint): Quantity {
  return print({ ...STAKED_SOL, units: lamports });
}

/**
 * Reads the effects of a transaction.
 *
 * @param owned - the stake accounts of the wallet after it.
 * @throws {MalformedMessage} when the node's bytes are no transaction.
 */
export function readEffects(
  executed: Executed,
  accounts: WalletAccounts,
  deployment: Deployment,
  owned: ReadonlySet<string>,
): Effects {
  const seen = readSeen(executed);
  const isPayer = seen.keys[0] === accounts.wallet;
  const fee = isPayer ? BigInt(executed.meta.fee) : undefined;
  if (executed.meta.err !== null) {
    const moves = isPayer ? findFailed(seen, accounts, deployment) : [];
    return { moves, fee, tip: 0n, owned, before: new Map(), after: new Map(), steps: [] };
  }
  const closed = seen.keys.filter((_, index) => seen.lamports.after[index] === 0n);
  const owners = traceOwners(seen.steps, accounts.wallet, owned, new Set(closed));
  const before = listBalances(seen, accounts, 'before', owners.before);
  const after = listBalances(seen, accounts, 'after', owners.after);
  const tip = sumTips(seen, accounts.wallet, deployment);
  const costs = (fee ?? 0n) + tip;
  const changes = listChanges(seen, accounts, deployment, { before, after, owners, costs });
  const moves = listMoves(changes, seen, accounts, owners);
  return { moves, fee, tip, owned: owners.before, before, after, steps: seen.steps };
}

/** Lists what a transaction did to stake accounts, in order; nothing where it failed. @throws {MalformedMessage} */
export function listSteps(executed: Executed): readonly StakeStep[] {
  return executed.meta.err === null ? readSeen(executed).steps : [];
}

const BASE58 = getBase58Encoder();

type Seen = ReturnType<typeof readSeen>;
type Side = 'before' | 'after';
type Owners = ReturnType<typeof traceOwners>;

/** Reads what a transaction names and moved, with the instructions that its programs invoked. @throws {MalformedMessage} */
export function readSeen(executed: Executed) {
  const seen = readOuter(executed);
  const invoked = new Map(executed.meta.innerInstructions?.map((each) => [each.index, each.instructions]));
  const instructions = seen.instructions.flatMap((each, index) => [
    each,
    ...(invoked.get(index) ?? []).map(({ programIdIndex, accounts, data }) => ({
      program: seen.keys[programIdIndex] ?? '',
      accounts: accounts.map((account) => seen.keys[account] ?? ''),
      data: Uint8Array.from(BASE58.encode(data)),
    })),
  ]);
  return { ...seen, instructions, steps: instructions.filter(isStakeStep).flatMap(readStakeStep) };
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** `SystemInstruction::Transfer` (solana-program/system): a number of four bytes, then lamports. */
const TRANSFER = { number: 2, length: 12 } as const;

/** Adds up the transfers of a wallet to tip accounts of the deployment. */
function sumTips({ instructions }: Seen, wallet: string, { tipAccounts }: Deployment): bigint {
  const tipped: ReadonlySet<string> = new Set(Object.values(tipAccounts ?? {}).flat());
  return sum(
    instructions.map(({ program, accounts: [from, to = ''], data }) => {
      const isTip = program === SYSTEM_PROGRAM && from === wallet && to !== wallet && tipped.has(to);
      if (!isTip || data.length !== TRANSFER.length) return 0n;
      const view = new DataView(data.buffer, data.byteOffset);
      return view.getUint32(0, true) === TRANSFER.number ? view.getBigUint64(4, true) : 0n;
    }),
  );
}

/** Lists the balances of positions among the accounts of a transaction: lamports of stake accounts, units of receipts. */
function listBalances(
  { keys, lamports, tokens }: Seen,
  accounts: WalletAccounts,
  side: Side,
  owned: ReadonlySet<string>,
): ReadonlyMap<string, bigint> {
  const balances = new Map<string, bigint>();
  const holders: ReadonlySet<string> = new Set(listHolders(accounts));
  for (const [index, key] of keys.entries()) {
    if (owned.has(key)) balances.set(key, lamports[side][index] ?? 0n);
    if (holders.has(key)) balances.set(key, 0n);
  }
  for (const { index, owner, units } of tokens[side]) {
    const key = keys[index] ?? '';
    if (holders.has(key) && owner === ownerOf(key, accounts)) balances.set(key, units);
  }
  return balances;
}

/** A change of an asset, in base units, more than zero for a gain. */
type Change = { readonly asset: string; readonly decimals: number; readonly units: bigint };

/** Lists the changes of positions by strategy, and of everything else that the wallet has. */
function listChanges(
  seen: Seen,
  accounts: WalletAccounts,
  deployment: Deployment,
  known: {
    readonly before: ReadonlyMap<string, bigint>;
    readonly after: ReadonlyMap<string, bigint>;
    readonly owners: Owners;
    readonly costs: bigint;
  },
) {
  const { receipts, escrow } = accounts;
  const changeOf = (account: string) => (known.after.get(account) ?? 0n) - (known.before.get(account) ?? 0n);
  const staked = [...new Set([...known.owners.before, ...known.owners.after])]
    .filter((account) => known.before.has(account) || known.after.has(account))
    .map((account) => ({ account, units: changeOf(account) }));
  const positions = new Map<StrategyKey, Change>([
    ['sol-native-stake', { ...STAKED_SOL, units: sum(staked.map(({ units }) => units)) }],
    ...RECEIPTS.map((key) => {
      const waiting = key === 'usdc-earn' ? changeOf(escrow) : 0n;
      const unit = { asset: ASSET_SYMBOLS[UNITS[key]], decimals: ASSET_DECIMALS[UNITS[key]] };
      return [key, { ...unit, units: changeOf(receipts[key]) + waiting }] as const;
    }),
  ]);
  return {
    positions,
    staked,
    escrowed: changeOf(escrow),
    others: listOthers(seen, accounts, deployment, known.costs),
  };
}

type Changes = ReturnType<typeof listChanges>;

/**
 * Lists the changes of what the wallet has beside positions: SOL with the rent of its accounts, and other tokens.
 *
 * @param costs - lamports of fee and tip, which are no part of a change.
 */
function listOthers(
  { keys, lamports, tokens }: Seen,
  { wallet, request, lender, receipts, escrow }: WalletAccounts,
  deployment: Deployment,
  costs: bigint,
): readonly Change[] {
  const isOwn = (owner: string | undefined) => owner === wallet || owner === request;
  const held = [...tokens.before, ...tokens.after].filter(({ owner }) => isOwn(owner));
  const own = new Set(held.map(({ index }) => index));
  const sol = keys.map((key, index) =>
    key === wallet || key === request || key === lender || own.has(index)
      ? (lamports.after[index] ?? 0n) - (lamports.before[index] ?? 0n)
      : 0n,
  );
  const positions: ReadonlySet<string | undefined> = new Set([...Object.values(receipts), escrow]);
  const mints = new Map(
    held
      .filter(({ mint, index }) => mint !== deployment.solMint && !positions.has(keys[index]))
      .map(({ mint, decimals }) => [mint, decimals]),
  );
  const unitsOf = (side: Side, mint: string) =>
    sum(
      tokens[side]
        .filter((each) => each.mint === mint && isOwn(each.owner) && !positions.has(keys[each.index]))
        .map(({ units }) => units),
    );
  return [
    { asset: ASSET_SYMBOLS.SOL, decimals: ASSET_DECIMALS.SOL, units: sum(sol) + costs },
    ...[...mints].map(([mint, decimals]) => ({
      ...{ asset: getSymbol(mint, deployment), decimals },
      units: unitsOf('after', mint) - unitsOf('before', mint),
    })),
  ];
}

function listMoves(changes: Changes, seen: Seen, accounts: WalletAccounts, owners: Owners): Move[] {
  const { staked, escrowed } = changes;
  const { steps } = seen;
  const { receipts } = accounts;
  const isOwn = (account: string) => owners.before.has(account) || owners.after.has(account);
  const deactivated = steps.find(({ kind, account }) => kind === 'deactivate' && isOwn(account));
  const hasWithdrawn = steps.some(({ kind, account }) => kind === 'withdraw' && owners.before.has(account));
  return STRATEGY_KEYS.flatMap((strategy) => {
    if (strategy === 'sol-native-stake') {
      const turn = { begins: deactivated?.account, isSecond: hasWithdrawn, isForfeit: false };
      return listMove(changes, strategy, findMost(staked), turn);
    }
    const account = receipts[strategy];
    const isVault = strategy === 'usdc-earn';
    // Where a request is taken back, the raUSDC that it loses stays with the vault.
    const isReleased = isVault && escrowed < 0n;
    const begins = isVault && escrowed > 0n ? account : undefined;
    const isForfeit = isReleased && !hasGiven(seen, accounts);
    return listMove(changes, strategy, account, { begins, isSecond: isReleased, isForfeit });
  });
}

/** Tells whether any token account gained, except those of receipts: what left the escrow may have gone there. */
function hasGiven({ keys, tokens }: Seen, accounts: WalletAccounts): boolean {
  const holders: readonly string[] = listHolders(accounts);
  const before = new Map(tokens.before.map(({ index, units }) => [index, units]));
  return tokens.after.some(({ index, owner, units }) => {
    const key = keys[index] ?? '';
    const isOwn = holders.includes(key) && owner === ownerOf(key, accounts);
    return units > (before.get(index) ?? 0n) && !isOwn;
  });
}

/** Lists the move of a strategy by the part of the transaction in a way out: it begins one, or ends one, where nothing may be paid. */
function listMove(
  { positions, others }: Changes,
  strategy: StrategyKey,
  account: string,
  turn: { readonly begins: string | undefined; readonly isSecond: boolean; readonly isForfeit: boolean },
): Move[] {
  const { begins, isSecond, isForfeit } = turn;
  const own = positions.get(strategy);
  if (own === undefined) return [];
  // Of a first step nothing has left yet.
  if (own.units === 0n)
    return begins === undefined ? [] : [{ type: 'exit', strategy, account: begins, in: [], out: [] }];
  const isGain = own.units > 0n;
  const moved = print(own);
  // What goes to another token account of the wallet is no payment for itself.
  const counter = addUp([...positions.values(), ...others])
    .filter(({ asset, units }) => asset !== own.asset && (isGain ? units < 0n : units > 0n))
    .map(print);
  const isPaid = counter.length > 0;
  if (isGain) {
    const type = isPaid ? 'deposit' : 'transfer_in';
    return [{ type, strategy, account, in: [moved], out: counter }];
  }
  const type = isPaid ? (isSecond ? 'withdrawal' : 'exit') : isForfeit ? 'exit' : 'transfer_out';
  return [{ type, strategy, account, in: counter, out: [moved] }];
}

/** Adds up the changes of each asset: a receipt can lie in other token accounts of the wallet beside that of its position. */
function addUp(changes: readonly Change[]): readonly Change[] {
  return [...Map.groupBy(changes, ({ asset }) => asset).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : { ...first, units: sum([first, ...more].map(({ units }) => units)) },
  );
}

function print({ asset, decimals, units }: Change): Quantity {
  const amount = magnitude(units);
  return { asset, amount: formatAmount(amount, decimals), baseUnits: String(amount) };
}

/** Returns the stake account that changed most; the first by address of those that changed as much. */
function findMost(staked: Changes['staked']): string {
  const [most] = staked.toSorted((a, b) => {
    const [more, less] = [magnitude(b.units), magnitude(a.units)];
    return more > less ? 1 : more < less ? -1 : a.account < b.account ? -1 : 1;
  });
  return most?.account ?? '';
}

/** Finds the strategies of a failed transaction by the accounts that it names. */
function findFailed(seen: Seen, { receipts }: WalletAccounts, deployment: Deployment): readonly Move[] {
  const named = new Set(seen.keys);
  const failed = (strategy: StrategyKey, account: string): Move => {
    return { type: 'failed', strategy, account, in: [], out: [] };
  };
  const [step] = seen.steps;
  const marks: Readonly<Record<Receipt, string | undefined>> = {
    'sol-liquid-stake': deployment.rasolMint,
    'sol-leveraged-stake': deployment.rasolMaxMint,
    'usdc-earn': deployment.rausdcMint,
  };
  const found = RECEIPTS.filter((key) => named.has(receipts[key]) || named.has(marks[key] ?? ''));
  // The leveraged vault holds raSOL: its transactions name both.
  const [first] = found.toSorted((a, b) => RECEIPTS.indexOf(b) - RECEIPTS.indexOf(a));
  if (first !== undefined) return [failed(first, receipts[first])];
  return step === undefined ? [] : [failed('sol-native-stake', step.account)];
}

export const sum = (units: readonly bigint[]) => units.reduce((total, each) => total + each, 0n);
export const magnitude = (units: bigint) => (units < 0n ? -units : units);
