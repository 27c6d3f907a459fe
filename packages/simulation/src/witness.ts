import { fromStoreFault, fromUpstreamFailure } from '../../api/src/problems/faults.ts';
import { isProblemError, type ProblemError } from '../../api/src/problems/problem.ts';
import type { Built } from './built.ts';
import type { Payment } from './simulated-ledger.ts';
import type { SimulatedReplica } from './simulated-replica.ts';

/** What was seen in a history. `Asked` is a request with a key, by which it can be asked again. */
export type Witness<Asked> = {
  /** What is wrong in a way that needs no end to be seen, as sentences. */
  readonly violations: string[];
  /** Every fault, and every word to a caller, in order. */
  readonly trace: string[];
  /** The words that bind, by the signatures they were said of. */
  readonly words: { readonly signature: string; readonly word: string }[];
  /** Of each key what was asked, and the first answer. */
  readonly keyed: Map<string, Asked & { readonly printed: string }>;
  /** Takes down what happens, for people. */
  note(text: string): void;
  violate(sentence: string): void;
  /** Looks for secrets in a text that leaves a process. */
  onText(text: string): void;
  /** Takes down a word that says what became of a transaction for good. */
  onFinal(signature: string, word: string): void;
  /** Holds an answer to a key to the first one. */
  onKeyed(key: string, asked: Asked, printed: string): void;
};

/** Starts to watch. */
export function createWitness<Asked>(now: () => number, secrets: readonly string[]): Witness<Asked> {
  const witness: Witness<Asked> = {
    ...{ violations: [], trace: [], words: [], keyed: new Map() },
    note: (text) => void witness.trace.push(`${now()} ${text}`),
    violate: (sentence) => void witness.violations.push(sentence),
    onText(text) {
      if (secrets.some((secret) => text.includes(secret)))
        witness.violate(`a secret was told: ${text.slice(0, 2_000)}`);
    },
    onFinal: (signature, word) => void witness.words.push({ signature, word }),
    onKeyed(key, asked, printed) {
      witness.onText(printed);
      const first = witness.keyed.get(key);
      if (first === undefined) witness.keyed.set(key, { ...asked, printed });
      else if (first.printed !== printed) witness.violate(`${key} was answered twice, and differently`);
    },
  };
  return witness;
}

/** Tells of an error that no caller should be told. */
export function tellBreak(error: unknown): string {
  return `broke: ${String(Object(error).stack ?? error)}`;
}

/** Notes a line of a log. */
export function noteLine(line: string, note: (text: string) => void): void {
  const { level: _, time: __, msg, ...fields }: Readonly<Record<string, unknown>> = JSON.parse(line);
  note(`logged: ${msg} ${JSON.stringify(fields)}`);
}

/** Sees all that callers of replicas are told. */
export type CallersWitness = Witness<KeyedRequest> & {
  onWord(payment: Payment, word: Word | 'landed' | 'failed' | 'expired'): void;
  /** A refresh that was granted, and the height of the ledger. */
  onSuccessor(successor: Built, height: number): void;
  /** What was answered to keys and refreshes may be lost with the database. */
  forgetAnswers(): void;
  /** @returns what is told of an error; undefined where its process died, or it is none that may be told. */
  onProblem(error: unknown): ProblemError | undefined;
};

/** A request with a key, which can be asked again. */
export type KeyedRequest = {
  ask(replica: SimulatedReplica): Promise<string>;
  /** By which its record is found; of a build undefined, which is kept or not given. */
  readonly keyHash: string | undefined;
};

/** Words that say what became of a payment for good. */
const BINDING: ReadonlySet<string> = new Set(['dead', 'replaced', 'landed', 'failed', 'expired']);

/** Starts to watch what callers of replicas are told. */
export function createCallersWitness(now: () => number, secrets: readonly string[]): CallersWitness {
  const witness = createWitness<KeyedRequest>(now, secrets);
  const { keyed, note, onFinal, onText, violate } = witness;
  const successors = new Map<string, readonly Built[]>();
  return {
    ...witness,
    onWord({ wallet, transaction: { signature } }, word) {
      note(`${wallet.name} is told of ${signature.slice(0, 8)}: ${word}`);
      if (BINDING.has(word)) onFinal(signature, word);
    },
    onSuccessor(successor, height) {
      const { root, transaction } = successor;
      const known = successors.get(root) ?? [];
      const live = [...known, successor].filter((each) => each.lastValidBlockHeight >= height);
      if (new Set(live.map((each) => each.transaction.base64)).size > 1)
        violate(`${transaction.base64.slice(-8)} is another successor of one build`);
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
        violate(tellBreak(Object(told).cause ?? told));
        return undefined;
      }
      onText(told.message + JSON.stringify(told.members));
      return told;
    },
  };
}

/**
 * What the service said, as far as a caller acts on it; `replaced`: a refresh was granted, `superseded`: it was granted
 * before, `done`: this or another form of it landed, `other`: another form of it was sent.
 */
export type Word = 'ok' | 'dead' | 'replaced' | 'superseded' | 'done' | 'other' | 'unknown' | 'not_sent';
