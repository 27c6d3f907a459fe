import { formatAmount } from '@staking-agent/sdk';
import type { Deployment, DeploymentName } from '@staking-agent/sdk/deployments';
import { type Checked, nameAsset } from '@staking-agent/sdk/verify';
import { isJson, type Json } from '../result.ts';
import { findAddresses } from './settings.ts';

/**
 * Tells a verified build: its receipt is summed up from what was proved, and every other sentence of the service is told as one of
 * the service, so that none passes for verified.
 *
 * @param build - an answer, or a part of it that has the receipt.
 */
export function tellProved(build: Json, checked: Checked, deployment: DeploymentName | Deployment): Json {
  const { receipt, notes } = build;
  return {
    ...build,
    ...(notes !== undefined && { notes: quote(notes) }),
    ...(isJson(receipt) && { receipt: tellReceipt(receipt, checked, deployment) }),
  };
}

function tellReceipt(receipt: Json, checked: Checked, deployment: DeploymentName | Deployment): Json {
  const { undo, warnings } = receipt;
  const proved = sayProved(checked, findAddresses(deployment));
  return {
    ...receipt,
    summary: proved ?? `Nothing of this is proved. ${String(quote(receipt['summary']))}`,
    ...(isJson(undo) && { undo: { ...undo, description: quote(undo['description']) } }),
    ...(Array.isArray(warnings) && {
      warnings: warnings.map((each: unknown) =>
        isJson(each) ? { ...each, detail: quote(each['detail']) } : each,
      ),
    }),
  };
}

const quote = (words: unknown): unknown => (typeof words === 'string' ? `The service says: ${words}` : words);

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
