import { BASE_PATH, OPERATIONS, type Operation } from '@staking-agent/wire';

/** A request as it was sent. */
export type Sent = {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | undefined;
};

/** An answer as it came. */
export type Answer = {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
};

/** A request, its answer and the time between. */
export type Exchange = {
  readonly sent: Sent;
  readonly answer: Answer;
  readonly milliseconds: number;
};

const MATCHERS = Object.values(OPERATIONS).map((operation: Operation) => ({
  operation,
  pattern: new RegExp(`${BASE_PATH}${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Finds the operation of a request; undefined for an unknown path or a method that the path does not accept. */
export function findOperation({ method, target }: Sent): Operation | undefined {
  const [path = ''] = target.split('?');
  return MATCHERS.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    ?.operation;
}

/** Parses JSON text; returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member of a body, also a nested one; undefined when it is missing. */
export function memberAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => Object(at)[key], value);
}
