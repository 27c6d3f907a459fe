import type { Exchange } from './exchange.ts';
import type { Subject } from './subject.ts';

/** What checks are about, in the order in which they run. */
export const GROUPS = [
  'headers',
  'problems',
  'reads',
  'bad-input',
  'builds',
  'broadcast',
  'idempotency',
  'attribution',
  'lifecycle',
] as const;

/** What a check is about; the first part of its id. */
export type Group = (typeof GROUPS)[number];

/**
 * What a run may do to a deployment, each with what stands before it.
 *
 * - `read`: reads, and `POST /quote`.
 * - `build`: builds for wallets that hold nothing, and broadcasts that are refused.
 * - `funded`: lands transactions of a wallet that holds something.
 */
export const LEVELS = ['read', 'build', 'funded'] as const;

/** What a run may do to a deployment. */
export type Level = (typeof LEVELS)[number];

/** A check or a law by name. */
export type Named = {
  /** `group.subject`, with further parts where they help; it stays as it is, so that reports can be compared. */
  readonly id: `${Group}.${string}`;
  /** One sentence of the contract. */
  readonly proves: string;
  /** Where the contract says so: an operation such as `POST /stake`, or a chapter such as `Errors`. */
  readonly section: string;
};

/** One rule of the contract, and the requests that prove it. */
export type Check = Named & {
  /** The least level at which it runs. */
  readonly level: Level;
  /**
   * Sends the requests and looks at the answers.
   *
   * @throws {Breach} when the contract is broken.
   * @throws {Skipped} when the deployment or the options lack what it needs.
   */
  readonly run: (subject: Subject) => Promise<void>;
};

/** One rule that all answers are held to, whatever was asked: it looks at every exchange of a run. */
export type Law = Named & {
  /**
   * @throws {Breach} for the first exchange that breaks it.
   * @throws {Skipped} when no exchange is one that it is about.
   */
  readonly run: (exchanges: readonly Exchange[]) => void;
};

/** Returns the group of a check or a law. */
export function groupOf({ id }: Named): Group {
  const [first] = id.split('.');
  const group = GROUPS.find((each) => each === first);
  if (group === undefined) throw new TypeError(`${id} names no group.`);
  return group;
}
