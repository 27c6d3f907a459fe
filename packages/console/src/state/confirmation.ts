import { type Build, type BuildId, isStakingError, type Receipt, type RequestOf } from '@staking-agent/sdk';
import { type Checked, hasLanded, verifyBuild } from '@staking-agent/sdk/verify';
import { encodeBase58, MalformedMessage, readTransaction } from '@staking-agent/verify';
import { type ExplainedInstruction, explainTransaction, findAsset } from '@staking-agent/verify/explain';
import { formatAmount } from '@staking-agent/wire/assets';
import { confirmWords } from '../words/actions.ts';
import { commonWords } from '../words/page.ts';
import { riskWords } from '../words/strategies.ts';
import { toSol } from './calls.ts';
import { type Amount, sayAmount, shortenDecimal } from './figures.ts';
import type { Intent } from './route.ts';
import { askLedger, findPinnedAddresses, getSession, keepingFetch } from './session.ts';

/** A transaction that could be signed, with what this page found out about it. */
export type Proposal = {
  readonly intent: Intent;
  readonly build: Build;
  /** Undefined where this page pins no addresses of the deployment. */
  readonly checked: Checked | undefined;
  readonly instructions: readonly ExplainedInstruction[];
  /** Milliseconds since 1970 at which it can land no more, about; undefined where the service has not measured that. */
  readonly endsAt: number | undefined;
};

/**
 * Has the transaction built, and finds out in this page what it does: by addresses that the page pins, and by the ledger
 * node of `console.json` where bytes alone prove too little.
 *
 * @throws {StakingError} as the service refuses.
 */
export async function propose(wanted: Intent): Promise<Proposal> {
  const { client, config } = getSession();
  const { operation } = wanted;
  const request = toRequest(wanted);
  const build: Build = await client.call(operation, request);
  const bornAt = Date.now();
  const deployment = findPinnedAddresses();
  const rpc = config.rpcUrl ?? undefined;
  const checked =
    deployment && (await verifyBuild(operation, request, build, { deployment, rpc, fetch: keepingFetch }));
  const tables =
    rpc === undefined ? new Map() : await readLookupTables(build.transaction).catch(() => new Map());
  const { validForSeconds } = build.expiry;
  return {
    intent: wanted,
    build,
    checked,
    instructions: deployment === undefined ? [] : explainTransaction(build.transaction, deployment, tables),
    endsAt: validForSeconds === null ? undefined : bornAt + validForSeconds * 1_000,
  };
}

/** Checks whether the page lets it be signed: proved, without a finding. */
export function isSignable({ checked }: Proposal): boolean {
  return checked !== undefined && checked.level !== 'unproven' && checked.findings.length === 0;
}

/** The body that is sent. */
export function toRequest({ request }: Intent): RequestOf<BuildId> {
  // What the page composes is checked by the service, which names the field at fault.
  return { ...request, include: ['receipt'] } as unknown as RequestOf<BuildId>;
}

/**
 * Reads from a failure after the signature how the transaction ended. Only the page's own node can tell that it will not land: where
 * there is none, the answer of the service does not invite to do the same again. What has landed after all, by this transaction or another
 * one of its build, does not either.
 */
export function readEnd(error: unknown): 'open' | 'landed' | 'expired' | 'failed' {
  if (!isStakingError(error)) return 'open';
  const isDone = hasLanded(error);
  const { outcome = isDone ? 'landed' : 'unknown' } = error;
  if (outcome === 'unknown' || getSession().config.rpcUrl === null) return 'open';
  if (isDone) return 'landed';
  return outcome === 'expired' ? 'expired' : 'failed';
}

const HEAD_SIZE = 56;
const KEY_SIZE = 32;

/** The answer of a node's `getMultipleAccounts`. */
type Accounts = { readonly value: readonly ({ readonly data: readonly [base64: string] } | null)[] };

/**
 * Reads the tables that a transaction takes addresses from, to tell in words which they are. What cannot be read is left out:
 * the proof reads them by itself, and refuses then.
 *
 * @param transaction - base64.
 * @returns the addresses of each table, by its own.
 */
async function readLookupTables(transaction: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = listTables(transaction);
  if (tables.length === 0) return new Map();
  const options = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = await askLedger<Accounts>('getMultipleAccounts', [tables, options]);
  return new Map(
    tables.flatMap((table, i): [string, string[]][] => {
      const data = value[i]?.data[0];
      return data === undefined ? [] : [[table, readAddresses(data)]];
    }),
  );
}

function listTables(transaction: string): string[] {
  try {
    return readTransaction(transaction).message.lookups.map(({ table }) => encodeBase58(table));
  } catch (error) {
    if (error instanceof MalformedMessage) return [];
    throw error;
  }
}

function readAddresses(base64: string): string[] {
  const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const count = Math.max(0, Math.floor((data.length - HEAD_SIZE) / KEY_SIZE));
  const at = (i: number) => HEAD_SIZE + i * KEY_SIZE;
  return Array.from({ length: count }, (_, i) => encodeBase58(data.subarray(at(i), at(i + 1))));
}

type Effects = NonNullable<Checked['effects']>;
type Change = Effects['leaves'][number];

/** An amount of the proof with its unit; base units of what this page knows no decimals of. */
export function readAmount({ asset, amount }: Pick<Change, 'asset' | 'amount'>): Amount {
  if (asset === 'stake') return { ...toSol(amount), asset: confirmWords.ofStake('SOL') };
  const deployment = findPinnedAddresses();
  const known = deployment && findAsset(asset, deployment);
  if (known === undefined) return { amount: String(amount), asset: `base units of ${asset}` };
  return { amount: formatAmount(amount, known.decimals), asset: known.symbol };
}

const sayGot = (change: Change) =>
  `${isOpen(change) ? `${commonWords.about} ` : ''}${sayAmount(readAmount(change), 'down')}`;

/** Returns the amounts that a signature gives and gets, for the button that asks for it: given to the last digit, got cut. */
export function sayTrade({ leaves, arrives }: Pick<Effects, 'leaves' | 'arrives'>): string {
  const { sign } = confirmWords;
  const given = leaves.filter(({ amount }) => amount > 0n);
  const got = arrives.filter(({ amount }) => amount > 0n);
  const gives = given.map((each) => sayAmount(readAmount(each), 'not')).join(` ${commonWords.and} `);
  const gets = got.map(sayGot).join(` ${commonWords.and} `);
  if (given.length === 0 && got.length === 0) return sign.noMoney;
  if (given.length === 0) return sign.receive(gets);
  if (got.length === 0) return sign.give(gives);
  // Between stake accounts of the wallet nothing is given away, and a withdrawal pays out what is there.
  if (isAllStake(given) && isAllStake(got)) return sign.move(gives);
  if (isAllStake(given) && sum(given) === sum(got)) return sign.withdraw(gets);
  return sign.trade(gives, gets);
}

/** Digits of a fee: it is said as a limit, which builds of the same request keep. */
const FEE_DIGITS = 2;

/** Writes the fees of a proof as a limit in SOL, never below what can be taken. */
export function sayFee({ signatures, priority }: Effects['fee']): string {
  return `${shortenDecimal(toSol(signatures + priority).amount, 'up', FEE_DIGITS)} SOL`;
}

/**
 * Checks whether a later build of the same request says, word for word, what the one that was looked at said: what it
 * gives and brings, its least, fees, rent, warnings and instructions. Only then may it take that one's place.
 */
export function saysTheSame(later: Proposal, shown: Proposal): boolean {
  return isSignable(later) && tell(later) === tell(shown);
}

function tell({ build, checked, instructions }: Proposal): string {
  const effects = checked?.effects;
  return JSON.stringify([
    checked?.level,
    effects && [
      sayTrade(effects),
      effects.arrives.map((each) => [
        sayGot(each),
        each.least === undefined ? null : shortenDecimal(readAmount({ ...each, amount: each.least }).amount),
        each.isAtRate === true,
      ]),
      sayFee(effects.fee),
      effects.rent.map(({ lamports, isRefundable }) => [String(lamports), isRefundable]),
    ],
    build.receipt?.warnings.map(({ code }) => code),
    build.receipt?.undo.description,
    instructions.map(({ program, name }) => [program.address, name]),
  ]);
}

const isAllStake = (changes: readonly Change[]) => changes.every(({ asset }) => asset === 'stake');
const sum = (changes: readonly Change[]) => changes.reduce((total, { amount }) => total + amount, 0n);

/** Checks whether less than the amount can arrive. */
export function isOpen({ least, amount, isAtRate }: Change): boolean {
  return least === undefined || least < amount || isAtRate === true;
}

/** The boxes that a person must tick before a transaction can be signed. */
export type Caution = { readonly code: string; readonly words: string };

type Warning = Receipt['warnings'][number];

/** The ledger would refuse it: no tick helps. */
const FORBIDDING: readonly Warning['code'][] = ['WALLET_TOO_POOR'];
/** A minimum that holds at the present rate is the rule of a pool, and is said without stopping anybody. */
const TELLING: readonly Warning['code'][] = ['MINIMUM_AT_RATE', 'LEVERAGE'];

const listWarnings = ({ build }: Proposal) => build.receipt?.warnings ?? [];

/** Checks whether a warning of the receipt says that the transaction would fail. */
export function isForbidden(proposal: Proposal): boolean {
  return listWarnings(proposal).some(({ code }) => FORBIDDING.includes(code));
}

/** Lists what must be ticked: each warning that stops the button, and the risk of borrowed money before the first such stake. */
export function listCautions(proposal: Proposal): readonly Caution[] {
  const warnings = listWarnings(proposal);
  const isLeveraged = warnings.some(({ code }) => code === 'LEVERAGE');
  const isNew = isLeveraged && readAccepted(proposal.intent.request.wallet) === null;
  const stops = warnings.some(({ code }) => !FORBIDDING.includes(code) && !TELLING.includes(code));
  return [
    ...(isNew ? [{ code: 'LEVERAGE', words: riskWords.accept }] : []),
    ...(stops ? [{ code: 'WARNINGS', words: confirmWords.accept }] : []),
  ];
}

const placeOf = (wallet: string) => `staking-console-leverage ${wallet}`;

function readAccepted(wallet: string): string | null {
  try {
    return localStorage.getItem(placeOf(wallet));
  } catch {
    // A browser that keeps nothing asks each time.
    return null;
  }
}

/** Keeps in this browser that the person of a wallet has accepted the risk of borrowed money. */
export function acceptLeverage(wallet: string): void {
  try {
    localStorage.setItem(placeOf(wallet), new Date().toISOString());
  } catch {
    // Asked again next time.
  }
}
