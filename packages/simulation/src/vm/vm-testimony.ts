import type { Intent } from './intents.ts';
import type { HttpReply } from './vm-process.ts';
import type { Landing } from './watch-landings.ts';

/** What a caller signed: for which of its intents, and what the answer said of it. */
export type Signed = {
  readonly signature: string;
  readonly caller: string;
  /** Number of the intent within the caller's. */
  readonly number: number;
  readonly intent: Intent;
  readonly built: Readonly<Record<string, unknown>>;
  /** Lamports that the stake account of the request held. */
  readonly stakeLamports: bigint;
  /** In which its build was asked for. */
  readonly epoch: bigint;
  /** Whether its receipt is that of the build before it. */
  readonly isRefreshed: boolean;
};

/** A successful answer to a key, with what was asked. */
export type Keyed = {
  readonly path: string;
  readonly body: string;
  readonly text: string;
};

/** Words that say what became of a transaction for good. */
export type FinalWord = 'landed' | 'failed' | 'expired' | 'rejected' | 'replaced';

/** What was seen in a history. */
export type VmTestimony = {
  readonly violations: string[];
  readonly trace: string[];
  readonly signed: Map<string, Signed>;
  readonly words: { readonly signature: string; readonly word: FinalWord }[];
  readonly keyed: Map<string, Keyed>;
  readonly landings: Map<string, Landing>;
  note(text: string): void;
  violate(sentence: string): void;
  /** Looks for secrets in what leaves the process. */
  onText(text: string): void;
  /** A final word of the service. */
  onWord(signature: string, word: FinalWord): void;
  /** An answer to a key: the first successful one is kept, and each later one held to it. */
  onKeyed(key: string, asked: Pick<Keyed, 'path' | 'body'>, reply: HttpReply): void;
};

/** Starts to watch. */
export function createVmTestimony(now: () => number, secrets: readonly string[]): VmTestimony {
  const [violations, trace]: [string[], string[]] = [[], []];
  const testimony: VmTestimony = {
    violations,
    trace,
    signed: new Map(),
    words: [],
    keyed: new Map(),
    landings: new Map(),
    note: (text) => void trace.push(`${now()} ${text}`),
    violate: (sentence) => void violations.push(sentence),
    onText(text) {
      if (secrets.some((secret) => text.includes(secret)))
        violations.push(`a secret was told: ${text.slice(0, 2_000)}`);
    },
    onWord(signature, word) {
      testimony.words.push({ signature, word });
    },
    onKeyed(key, asked, { status, text }) {
      if (status !== 200) return;
      const first = testimony.keyed.get(key);
      if (first === undefined) testimony.keyed.set(key, { ...asked, text });
      else if (first.text !== text)
        violations.push(`the key of ${asked.path} was answered twice, and differently`);
    },
  };
  return testimony;
}
