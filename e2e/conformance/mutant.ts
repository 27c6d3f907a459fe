import type { Asked, Change, Given } from './deployment.ts';

/** A deployment that breaks one thing. */
export type Mutant = {
  /** What it breaks. */
  readonly name: string;
  /** The checks and laws that fail because of it: these and no others. */
  readonly fails: readonly string[];
  /** Whether only landing shows it. */
  readonly isFunded?: boolean;
  /** Makes what changes the answers of one run. */
  readonly create: () => Change;
};

// biome-ignore lint/suspicious/noExplicitAny: a mutant knows what it changes, and no schema.
type Body = any;

/** Changes the JSON of an answer. */
export function edit(given: Given, change: (body: Body) => void): Given {
  const body: Body = JSON.parse(given.text);
  change(body);
  return { ...given, text: JSON.stringify(body) };
}

/** Leaves a header out. */
export function without(given: Given, name: string): Given {
  const { [name]: _, ...headers } = given.headers;
  return { ...given, headers };
}

/** Sets a header. */
export function withHeader(given: Given, name: string, value: string): Given {
  return { ...given, headers: { ...given.headers, [name]: value } };
}

/** Whether a problem has one of these codes. */
export function hasCode({ status, text }: Given, ...codes: readonly string[]): boolean {
  return status >= 400 && text !== '' && codes.includes(JSON.parse(text).code);
}

/** Whether an answer is a success of an operation. */
export function isOk({ status, text }: Given, { target }: Asked, path: string): boolean {
  return status === 200 && text !== '' && target.split('?')[0]?.endsWith(path) === true;
}

/** Whether a build is the one whose bytes are verified and never broadcast: no other stake has this amount. */
export function isVerifiedStake(given: Given, asked: Asked): boolean {
  return (
    isOk(given, asked, '/stake') &&
    asked.body.includes('"sol-native-stake"') &&
    asked.body.includes('1.500000001')
  );
}

/** Changes the bytes of the transaction of a build. */
export function editBytes(given: Given, change: (bytes: Buffer) => Buffer): Given {
  return edit(given, (body) => {
    body.transaction = change(Buffer.from(body.transaction, 'base64')).toString('base64');
  });
}
