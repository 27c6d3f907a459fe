import { fromStoreFault, fromUpstreamFailure } from '../../api/src/problems/faults.ts';
import { isProblemError, type ProblemError } from '../../api/src/problems/problem.ts';
import type { Built } from './built.ts';
import type { Payment } from './simulated-ledger.ts';
import type { SimulatedReplica } from './simulated-replica.ts';
import { TOKEN_KEYS } from './wallet.ts';

/** What callers are told, and what is wrong with it at once. */
export type Witness = {
  onWord(payment: Payment, word: Word | 'landed' | 'failed' | 'expired'): void;
  /** An answer to a key; undefined where there was none. */
  onKeyed(key: string, request: KeyedRequest, printed: string | undefined): void;
  /** A refresh that was granted, and the height of the ledger. */
  onSuccessor(successor: Built, height: number): void;
  /** What was answered to keys and refreshes may be lost with the database. */
  forgetAnswers(): void;
  /** @returns what is told of an error; undefined where its process died, or it is none that may be told. */
  onProblem(error: unknown): ProblemError | undefined;
  /** Takes down what happens, for people. */
  note(text: string): void;
  /** Looks at a text that leaves a process. */
  onText(text: string): void;
  /** What is wrong with the history in a way that needs no end to be seen. */
  onViolation(sentence: string): void;
};

/** What a witness saw. */
export type Testimony = {
  readonly violations: string[];
  /** Every word to a caller, in order. */
  readonly trace: string[];
  /** The words that bind, by what they were said of. */
  readonly words: { readonly payment: Payment; readonly word: string }[];
  /** Of each key the answer, and what it was asked for. */
  readonly keyed: Map<string, KeyedRequest & { readonly printed: string }>;
};

/** A request with a key, which can be asked again. */
export type KeyedRequest = {
  ask(replica: SimulatedReplica): Promise<string>;
  /** By which its record is found; of a build undefined, which is kept or not given. */
  readonly keyHash: string | undefined;
};

/** Words that say what became of a payment for good. */
const BINDING: ReadonlySet<string> = new Set(['dead', 'replaced', 'landed', 'failed', 'expired']);
const SECRETS = TOKEN_KEYS.flatMap(({ base64, secret }) => [base64, secret.toString('hex')]);

/** Tells of an error that no caller should be told. */
export function tellBreak(error: unknown): string {
  return `broke: ${String(Object(error).stack ?? error)}`;
}

/** Notes a line of a log. */
export function noteLine(line: string, note: (text: string) => void): void {
  const { level: _, time: __, msg, ...fields }: Readonly<Record<string, unknown>> = JSON.parse(line);
  note(`logged: ${msg} ${JSON.stringify(fields)}`);
}

/** Opens the eyes of a witness. */
export function createWitness(now: () => number): {
  readonly witness: Witness;
  readonly testimony: Testimony;
} {
  const testimony: Testimony = {
    violations: [],
    trace: [],
    words: [],
    keyed: new Map(),
  };
  const { violations, trace, words, keyed } = testimony;
  const successors = new Map<string, readonly Built[]>();
  const note = (text: string) => void trace.push(`${now()} ${text}`);
  const onText = (text: string) => {
    if (SECRETS.some((secret) => text.includes(secret))) violations.push(`a secret was told: ${text}`);
  };
  const witness: Witness = {
    note,
    onText,
    onWord(payment, word) {
      note(`${payment.wallet.name} is told of ${payment.transaction.signature.slice(0, 8)}: ${word}`);
      if (BINDING.has(word)) words.push({ payment, word });
    },
    onKeyed(key, request, printed) {
      if (printed === undefined) return;
      onText(printed);
      const first = keyed.get(key)?.printed;
      if (first === undefined) keyed.set(key, { ...request, printed });
      else if (first !== printed) violations.push(`${key} was answered twice, and differently`);
    },
    onSuccessor(successor, height) {
      const { root, transaction } = successor;
      const known = successors.get(root) ?? [];
      const live = [...known, successor].filter((each) => each.lastValidBlockHeight >= height);
      if (new Set(live.map((each) => each.transaction.base64)).size > 1)
        violations.push(`${transaction.base64.slice(-8)} is another successor of one build`);
      successors.set(root, live);
    },
    forgetAnswers() {
      keyed.clear();
      successors.clear();
    },
    onProblem(error) {
      if (error === undefined) return undefined;
      const told = fromStoreFault(fromUpstreamFailure(error), 'edits');
      if (!isProblemError(told) || told.code === 'INTERNAL') {
        violations.push(tellBreak(Object(told).cause ?? told));
        return undefined;
      }
      onText(told.message + JSON.stringify(told.members));
      return told;
    },
    onViolation: (sentence) => void violations.push(sentence),
  };
  return { witness, testimony };
}

/**
 * What the service said, as far as a caller acts on it; `replaced`: a refresh was granted, `superseded`: it was granted
 * before, `done`: this or another form of it landed, `other`: another form of it was sent.
 */
export type Word = 'ok' | 'dead' | 'replaced' | 'superseded' | 'done' | 'other' | 'unknown' | 'not_sent';
