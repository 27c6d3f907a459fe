import { base58 } from '@scure/base';
import { type LedgerStep, PAYMENT_KINDS, type ScriptedLedger } from './ledger-script.ts';
import type { Wallet } from './wallet.ts';

/** Asks a node over JSON-RPC. */
export type Ask = (
  method: string,
  ...params: readonly unknown[]
) => Promise<Readonly<Record<string, unknown>>>;
/** A payment that was signed, and the last height at which it may land. */
type Signed = {
  readonly base64: string;
  readonly signature: string;
  readonly blockhash: string;
  readonly last: number;
};

/** What differs between ledgers beside their answers. */
export type Sides = {
  readonly ask: Ask;
  /** Signs a payment with a new blockhash. */
  sign(payment: number, times: number, blockhash: string): string;
  wallet(payment: number): Wallet;
  advance(slots: number): Promise<void>;
  turnEpoch(): Promise<void>;
  /** The height of the newest block. */
  height(): number;
};

/** Makes a ledger that scripts run on. */
export function createScripted(sides: Sides): ScriptedLedger {
  const { ask, sign, advance, height, turnEpoch, wallet } = sides;
  const signed: (Signed | undefined)[] = PAYMENT_KINDS.map(() => undefined);
  let times = 0;
  const build = async (payment: number) => {
    times += 1;
    const { value } = (await ask('getLatestBlockhash', { commitment: 'confirmed' }))['result'] as {
      value: { blockhash: string; lastValidBlockHeight: number };
    };
    const base64 = sign(payment, times, value.blockhash);
    const signature = base58.encode(Buffer.from(base64, 'base64').subarray(1, 65));
    signed[payment] = {
      base64,
      signature,
      blockhash: value.blockhash,
      last: Number(value.lastValidBlockHeight),
    };
    return undefined;
  };
  return {
    async do({ does, payment, count }: LedgerStep) {
      const one = signed[payment];
      if (does === 'build') return await build(payment);
      if (does === 'advance') return void (await advance(count));
      if (does === 'turn epoch') return void (await turnEpoch());
      if (one === undefined) return undefined;
      if (does === 'approach') {
        const slots = one.last + count - height();
        if (slots > 0) await advance(slots);
        return `${height() - one.last}`;
      }
      if (does === 'try') {
        // As it is before it is signed.
        const unsigned = Buffer.from(one.base64, 'base64').fill(0, 1, 65).toString('base64');
        const options = { encoding: 'base64', sigVerify: false, commitment: 'processed' };
        return printTried(await ask('simulateTransaction', unsigned, options));
      }
      const options = {
        encoding: 'base64',
        preflightCommitment: 'processed',
        skipPreflight: does !== 'send',
      };
      return printSent(await ask('sendTransaction', one.base64, options));
    },
    async tell() {
      const told = signed.map(async (one, payment) => {
        if (one === undefined) return '-';
        const { signature, blockhash } = one;
        const statuses = (await ask('getSignatureStatuses', [signature]))['result'] as {
          value: readonly Status[];
        };
        const valid = (await ask('isBlockhashValid', blockhash, { commitment: 'processed' }))['result'] as {
          value: boolean;
        };
        const shown = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
        const transaction = (await ask('getTransaction', signature, shown))['result'] as Shown;
        const listed = (
          await ask('getSignaturesForAddress', wallet(payment).address, { commitment: 'confirmed' })
        )['result'] as readonly (NonNullable<Status> & { signature: string })[];
        const own = listed.filter((each) => each.signature === signature);
        return [
          printStatus(statuses.value[0] ?? null),
          valid.value,
          transaction && printError(transaction.meta.err),
          own.map(({ err }) => printError(err)).join(),
        ].join(' ');
      });
      const { epoch } = (await ask('getEpochInfo', { commitment: 'confirmed' }))['result'] as {
        epoch: number;
      };
      return [...(await Promise.all(told)), `epoch ${epoch}`];
    },
  };
}

type Status = { readonly err: unknown; readonly confirmationStatus: string } | null;
type Shown = { readonly meta: { readonly err: unknown } } | null;

/** Finalized is confirmed for whoever asks here; the simulated node does not tell them apart. */
function printStatus(status: Status): string {
  if (status === null) return 'absent';
  const isConfirmed = status.confirmationStatus !== 'processed';
  return `${isConfirmed ? 'confirmed' : 'processed'} ${printError(status.err)}`;
}

/** Of a wallet that cannot pay the ledger says why in three ways. */
function printError(err: unknown): string {
  const text =
    typeof err === 'string'
      ? err
      : (JSON.stringify(err, (_, value) => (typeof value === 'bigint' ? Number(value) : value)) ?? 'null');
  return /AccountNotFound|InsufficientFunds/.test(text) ? 'no funds' : text;
}

function printTried({ result }: Readonly<Record<string, unknown>>): string {
  return printError(Object(result).value.err);
}

function printSent(answer: Readonly<Record<string, unknown>>): string {
  const error = answer['error'] as { code: number; data?: { err?: unknown } } | undefined;
  return error === undefined ? 'taken' : `${error.code} ${printError(error.data?.err ?? null)}`;
}
