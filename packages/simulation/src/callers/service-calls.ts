import { isProblemError } from '../../src/problems/problem-error.ts';
import { type Built, build } from './built.ts';
import type { Dice } from './dice.ts';
import type { Payment, SimulatedLedger } from './simulated-ledger.ts';
import type { BroadcastRequest, SimulatedReplica } from './simulated-replica.ts';

/** What a caller lives on. */
export type CallerParts = {
  readonly dice: Dice;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly ledger: SimulatedLedger;
  readonly replicas: readonly SimulatedReplica[];
  /** Told of every word of the service. */
  readonly onWord: (payment: Payment, word: Word) => void;
};

/**
 * What the service said, as far as a caller acts on it; `replaced`: a refresh was granted, `superseded`: it was granted
 * before.
 */
export type Word = 'ok' | 'dead' | 'replaced' | 'superseded' | 'done' | 'unknown' | 'not_sent';

/** After so long without an answer a caller asks somebody else. */
const PATIENCE = { rpc: 20_000, router: 60_000 };
const ORDER = {};

/** Broadcasts one signed payment of a build, and says what came of it. */
export async function ask(built: Built, payment: Payment, parts: CallerParts): Promise<Word> {
  const { dice, replicas, wait, onWord } = parts;
  const body = makeBody(built, payment, parts);
  const patience = wait(PATIENCE[body.route === 'router' ? 'router' : 'rpc']).then(() => 'unknown' as const);
  const answered = dice
    .pick(replicas)
    .broadcast(body)
    .then(() => 'ok' as const, readWord);
  const word = await Promise.race([answered, patience]);
  onWord(payment, word);
  return word;
}

function makeBody(built: Built, { transaction }: Payment, { dice }: CallerParts): BroadcastRequest {
  const isEdited = !Buffer.from(transaction.message).equals(Buffer.from(built.transaction.message));
  const body = {
    signed_tx: transaction.base64,
    service_token: built.token,
    ...(isEdited && { built_transaction: built.transaction.base64 }),
  };
  // The router does not take what it has not built; some go past it when it refuses.
  if (built.route === 'rpc' || isEdited || dice.chance(0.2)) return body;
  return { ...body, route: 'router', routerKind: 'token', router_order: ORDER };
}

function readWord(error: unknown): Word {
  // The process died meanwhile.
  if (error === undefined) return 'unknown';
  if (!isProblemError(error)) throw error;
  if (error.code === 'STAKE_ACCOUNT_EXISTS' || error.code === 'OTHER_FORM_LANDED') return 'done';
  if (error.code === 'BUILD_REPLACED') return 'superseded';
  if (error.code === 'TOKEN_EXPIRED') return error.outcome === 'unknown' ? 'unknown' : 'dead';
  if (error.outcome === 'rejected' || error.outcome === 'expired') return 'dead';
  return error.outcome === 'not_sent' ? 'not_sent' : 'unknown';
}

/** Asks for the same build anew; undefined where that is not granted at present. */
export async function refresh(
  built: Built,
  parts: CallerParts,
): Promise<Built | 'landed' | 'too late' | undefined> {
  const { dice, replicas, wait } = parts;
  const late = wait(PATIENCE.rpc).then(() => undefined);
  const granted = dice
    .pick(replicas)
    .refresh(built, () => build(built, parts))
    .catch((error: unknown) => {
      if (error === undefined) return undefined;
      if (!isProblemError(error)) {
        if (error instanceof Error) return undefined;
        throw error;
      }
      if (error.code === 'REFRESH_TOO_LATE') return 'too late' as const;
      return error.code.endsWith('TRANSACTION_LANDED') ? ('landed' as const) : undefined;
    });
  return await Promise.race([granted, late]);
}
