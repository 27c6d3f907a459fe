import { formatAmount, type Receipt } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import { type Checked, nameAsset } from '@staking-agent/sdk/verify';
import { isJson, type Json } from '../result.ts';
import { findAddresses } from './settings.ts';

/** The members of a receipt; what else a service writes into one is left out. */
const MEMBERS = [
  'basis',
  'changes',
  'receive',
  'costs',
  'authorities',
  'undo',
  'warnings',
] as const satisfies readonly (keyof Receipt)[];

/** Matches what is no sentence: a figure, an address, a code, a time, the name of an asset. */
const WORD = /^[\w:+/=-]+(\.\w+)*$|^raSOL Max$/;

/**
 * Tells a verified build: its receipt is summed up from what was proved, and every other sentence of receipt, notes and next is told as
 * one of the service, so that none passes for verified.
 *
 * @param build - an answer, or a part of it that has the receipt.
 */
export function tellProved(
  { receipt, ...build }: Json,
  checked: Checked,
  deployment: DeploymentName | Deployment,
): Json {
  const { notes, next } = build;
  return {
    ...build,
    ...(notes !== undefined && { notes: quote(notes) }),
    ...(next !== undefined && { next: quote(next) }),
    ...(isJson(receipt) && { receipt: tellReceipt(receipt, checked, deployment) }),
  };
}

function tellReceipt(receipt: Json, checked: Checked, deployment: DeploymentName | Deployment): Json {
  const { summary, warnings } = receipt;
  const proved = sayProved(checked, findAddresses(deployment));
  const given = MEMBERS.filter((name) => receipt[name] !== undefined);
  return {
    summary: proved ?? `Nothing of this is proved. ${String(quote(summary))}`,
    ...Object.fromEntries(given.map((name) => [name, quote(receipt[name])])),
    ...(warnings !== undefined && { warnings: quote([warnings].flat().filter(isJson)) }),
  };
}

/** Quotes every sentence in a value; a member whose name would be one is left out. */
function quote(value: unknown): unknown {
  if (typeof value === 'string') return WORD.test(value) ? value : `The service says: ${value}`;
  if (Array.isArray(value)) return value.map(quote);
  if (!isJson(value)) return value;
  const named = Object.entries(value).filter(([name]) => /^\w+$/.test(name));
  return Object.fromEntries(named.map(([name, member]) => [name, quote(member)]));
}

/** Says what a transaction does to its wallet, by the proof; undefined where nothing is proved. */
function sayProved({ effects, level, unproved = [] }: Checked, deployment: Deployment): string | undefined {
  if (effects === undefined) return undefined;
  const { leaves, arrives, rent, fee } = effects;
  const say = (asset: string, units: bigint) => {
    const [name, decimals] = nameAsset(asset, deployment);
    return `${formatAmount(units, decimals)} ${name}`;
  };
  const out = leaves.map(({ asset, amount, account }) => `${say(asset, amount)} from ${account}`);
  const into = arrives.map(({ asset, amount, account, least, isAtRate }) => {
    const minimum = least === undefined ? 'without a minimum' : `at least ${say(asset, least)}`;
    const more =
      least === amount && isAtRate !== true ? '' : `, ${minimum}${isAtRate ? ' at this rate' : ''}`;
    return `${say(asset, amount)} in ${account}${more}`;
  });
  const locked = rent.reduce((sum, { lamports }) => sum + lamports, 0n);
  const spent = fee.signatures + fee.priority + (fee.tip ?? 0n);
  const sol = (lamports: bigint) => say(deployment.solMint, lamports);
  return [
    `Proof (${level}):`,
    out.length > 0 && `takes ${out.join(' and ')};`,
    into.length > 0 && `brings ${into.join(' and ')};`,
    `costs ${sol(spent)} of fees${fee.tip === undefined ? '' : ' and tip'}${locked > 0n ? ` and ${sol(locked)} of rent` : ''}.`,
    unproved.length > 0 &&
      `Without a ledger node nothing proves these of the receipt: ${unproved.join(', ')}.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}
