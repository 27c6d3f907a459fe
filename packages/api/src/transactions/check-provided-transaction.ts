import { setTimeout as sleep } from 'node:timers/promises';
import { base58 } from '@scure/base';
import {
  type AccountState,
  assertRouterEffects,
  assertRouterMessage,
  IntentMismatch,
  MalformedMessage,
  type MessageView,
  priorityFeeOf,
  type RouterEffects,
  readMessage,
} from '@staking-agent/chain/intent';
import { type ProblemError, upstreamFailed } from '../problem-error.ts';
import type { Services } from '../services.ts';
import type { LedgerAnswer } from '../upstreams/ledger/answers.ts';
import type { Provider } from '../upstreams/provider-failed.ts';
import type { ProvidedBuild } from './build.ts';
import { describeTransactionFault } from './describe-transaction-fault.ts';
import { fetchLoadedAccounts } from './fetch-loaded-accounts.ts';

/** Lamports the ledger takes for each signature. */
const SIGNATURE_FEE = 5_000n;
const TRANSACTION_SIZE_LIMIT = 1_232;
const MESSAGE_AT = 65;
const PAUSE_MILLISECONDS = 400;
const REFUSALS: Readonly<Record<Provider, string>> = {
  router: 'ROUTER_TRANSACTION_REFUSED',
  'vault provider': 'VAULT_TRANSACTION_REFUSED',
};

/**
 * Checks a transaction that somebody else made: every instruction against its intent, then what a simulation on our own
 * ledger node changes against its bounds.
 *
 * @returns the message that is to be signed, and what the simulation showed.
 * @throws {ProblemError} `upstream_error`: without details when the transaction does anything not asked for, with
 *   the ledger's reason when it would fail.
 */
export async function checkProvidedTransaction(
  {
    by,
    transaction,
    intent,
    bounds,
  }: Pick<ProvidedBuild<unknown>, 'by' | 'transaction' | 'intent' | 'bounds'>,
  services: Pick<Services, 'ledger' | 'log'>,
): Promise<{ message: Uint8Array; effects: RouterEffects }> {
  try {
    const message = readUnsignedMessage(transaction);
    const view = readMessage(message, await fetchLoadedAccounts(readMessage(message), services));
    assertRouterMessage(view, intent);
    const changes = await simulateChanges(transaction, view, services);
    const fee = SIGNATURE_FEE + priorityFeeOf(view.instructions);
    return { message, effects: assertRouterEffects(changes, intent, { ...bounds, fee }) };
  } catch (error) {
    if (!(error instanceof IntentMismatch || error instanceof MalformedMessage)) throw error;
    services.log.error({ by, reason: error.message, kind: intent.kind }, 'provided transaction refused');
    throw upstreamFailed(
      `The ${by} returned a transaction that does something other than what was asked. It has been withheld.`,
      REFUSALS[by],
      { retryable: false, cause: error },
    );
  }
}

function readUnsignedMessage(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  const isCanonical = bytes.toString('base64') === base64 && bytes.length <= TRANSACTION_SIZE_LIMIT;
  // One empty signature slot: the wallet's.
  if (!isCanonical || bytes[0] !== 1 || bytes.subarray(1, MESSAGE_AT).some((byte) => byte !== 0)) {
    throw new MalformedMessage('There is no unsigned transaction of one signer.');
  }
  return bytes.subarray(MESSAGE_AT);
}

async function simulateChanges(transaction: string, view: MessageView, { ledger }: Pick<Services, 'ledger'>) {
  const writable = view.writable();
  const addresses = writable.map((key) => base58.encode(key));
  const encoding = { encoding: 'base64', commitment: 'confirmed' };
  const options = { ...encoding, sigVerify: false, accounts: { encoding: 'base64', addresses } };
  const simulate = () => ledger.read('simulateTransaction', [transaction, options]);
  const [before, first] = await Promise.all([
    ledger.read('getMultipleAccounts', [addresses, encoding]),
    simulate(),
  ]);
  let after = first;
  if (after.value.err === 'BlockhashNotFound') {
    // Its maker's node may be a moment ahead of ours.
    await sleep(PAUSE_MILLISECONDS);
    after = await simulate();
  }
  if (after.value.err !== null) throw simulationFailed(after.value);
  const states = after.value.accounts;
  if (states?.length !== addresses.length || before.value.length !== addresses.length) {
    throw new IntentMismatch('The ledger did not say what the transaction changes.');
  }
  return writable.map((key, i) => ({
    key,
    before: toState(before.value[i]),
    after: toState(states[i]),
  }));
}

type LedgerAccount = LedgerAnswer<'getMultipleAccounts'>['value'][number];

function toState(account: LedgerAccount | undefined): AccountState | undefined {
  if (account === null || account === undefined || BigInt(account.lamports) === 0n) return undefined;
  const [data] = account.data;
  return {
    lamports: BigInt(account.lamports),
    owner: base58.decode(account.owner),
    data: Buffer.from(data, 'base64'),
  };
}

function simulationFailed({ err, logs }: LedgerAnswer<'simulateTransaction'>['value']): ProblemError {
  const reason = err === null ? 'no reason given' : describeTransactionFault(err, logs);
  return upstreamFailed(
    `The ledger would refuse this transaction: ${reason}. The wallet may lack the funds, a token account or lamports for fees and rent.`,
    'SIMULATION_FAILED',
    { retryable: false },
  );
}
