import type { TObject, TSchema } from 'typebox';
import type { HEADERS } from './http.ts';
import type { ProblemSlug } from './problems/statuses.ts';

/** The cursor of a client of server-sent events that comes back (https://html.spec.whatwg.org/#the-last-event-id-header). */
export const LAST_EVENT_ID = 'Last-Event-ID';

type RequestHeader =
  | typeof HEADERS.idempotencyKey
  | typeof HEADERS.partnerKey
  | typeof HEADERS.referralCode
  | typeof LAST_EVENT_ID;

/** A request that documents show; `npm run record` records its answer, and what else only a run knows of it. */
export type ExampleRequest = {
  readonly summary: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
};

/** At least one request for each variant of an answer. */
export type ExampleRequests = Readonly<Record<string, readonly [ExampleRequest, ...ExampleRequest[]]>>;

/** One endpoint: the single description that server, client, documents and tests are made from. */
export type Operation = {
  /** Name in code, in the documents, in metrics and in logs. */
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Below the base path, with parameters in braces: `/strategies/{key}`. */
  readonly path: string;
  /** True if it accepts an `Idempotency-Key`; `requestHeaders` names the header then. */
  readonly isKeyed?: true;
  /** The group it is listed under in the documents. */
  readonly tag: 'service' | 'strategies' | 'transactions' | 'wallets';
  readonly summary: string;
  readonly description: string;
  /** Path parameters. */
  readonly params?: TObject;
  readonly query?: TObject;
  /** Query parameters a caller must send although the schema lets them pass, so that the service words the refusal. */
  readonly requiredQuery?: readonly string[];
  /** JSON body: types only; members that are not named here are ignored. */
  readonly body?: TObject;
  readonly requestHeaders?: readonly RequestHeader[];
  /** Headers of 200 that only this operation has. */
  readonly answerHeaders?: readonly (typeof HEADERS.historyComplete | typeof HEADERS.link)[];
  /** The 200 bodies by variant; each refuses unknown members, so one answer fits exactly one variant. */
  readonly responses: Readonly<Record<string, TSchema>>;
  /** Other forms of the answer by media type, which `Accept` asks for: what is sent. */
  readonly forms?: Readonly<Record<string, string>>;
  /** Requests by variant of their answer. */
  readonly examples: ExampleRequests;
  /**
   * The slug of `service_unavailable` codes, where the contract lists no 503 for the operation: what is away is then an
   * upstream. Absent: 503.
   */
  readonly unavailableAs?: 'upstream_error';
  /** The problems that always come with `Retry-After` here. */
  readonly retryAfterOn?: readonly ProblemSlug[];
};

/**
 * The accounts of the examples. Their private keys are the SHA-256 of the texts in {@link EXAMPLE_SEEDS}, so anyone can sign for
 * them: never fund them.
 */
export const EXAMPLE = {
  wallet: 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL',
  stakeAccount: '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ',
  secondStakeAccount: 'C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf',
  cooledStakeAccount: '6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE',
} as const;

/** The texts behind the keys of {@link EXAMPLE}. */
export const EXAMPLE_SEEDS = {
  wallet: 'staking-agent-api example wallet',
  stakeAccount: 'staking-agent-api example stake account',
  secondStakeAccount: 'staking-agent-api example second stake account',
  cooledStakeAccount: 'staking-agent-api example cooled stake account',
} as const;
