import type { SuggestedCall } from '@staking-agent/sdk';
import { findAssets, showAsset } from './assets.ts';
import { sayLamports } from './money.ts';
import { findOperation, type Operation } from './operation.ts';

const EXITS: Readonly<Record<string, string>> = {
  deactivate: 'Deactivate',
  instant: 'Exit at once',
  slow: 'Exit slowly',
};

const STEPS: Readonly<Record<string, string>> = {
  request: 'Request the exit',
  claim: 'Claim',
  cancel: 'Cancel the request',
};

/** What a suggested call does, in few words, with its amount: for the button that makes it. */
export function nameCall(call: SuggestedCall): string {
  const { kind, step, strategy } = call.body;
  const operation = findOperation(call);
  const amount = readAmount(call.body);
  const sum = amount === undefined ? '' : ` – ${amount} ${nameAsset(operation, strategy)}`;
  if (operation === 'withdraw') return nameWithdrawal(call.body['lamports']);
  if (operation === 'split') return `Split off${sum.replace(' –', '')}`;
  if (operation === 'merge') return 'Merge';
  if (operation === 'stake') return `Stake${sum}`;
  return `${STEPS[String(step)] ?? EXITS[String(kind)] ?? 'Take out'}${sum}`;
}

/** The amount that counts: everything whatever else is named, and none where a whole account leaves or a request ends. */
function readAmount({ kind, step, amount, isWithdrawAll }: SuggestedCall['body']): string | undefined {
  if (kind === 'deactivate' || step === 'claim' || step === 'cancel') return undefined;
  if (isWithdrawAll === true) return 'max';
  return typeof amount === 'string' ? amount : undefined;
}

function nameWithdrawal(lamports: unknown): string {
  return Number.isSafeInteger(lamports)
    ? `Withdraw – ${sayLamports(BigInt(Number(lamports)))}`
    : 'Withdraw everything';
}

function nameAsset(operation: Operation | undefined, strategy: unknown): string {
  const assets = findAssets(strategy);
  const asset = operation === 'unstake' ? assets?.exit : assets?.input;
  return showAsset(asset ?? 'SOL').symbol;
}
