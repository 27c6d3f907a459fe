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

/** Says which answers are changed. */
type Choice = (given: Given, asked: Asked) => boolean;

/** Changes the answers that are chosen. */
export function breaks(isChosen: Choice, change: Change): Mutant['create'] {
  return () => (given, asked) => (isChosen(given, asked) ? change(given, asked) : given);
}

// biome-ignore lint/suspicious/noExplicitAny: a mutant knows what it changes, and no schema.
type Body = any;

/** Changes the JSON of an answer. */
export function edit(change: (body: Body) => void): (given: Given) => Given {
  return (given) => {
    const body: Body = JSON.parse(given.text);
    change(body);
    return { ...given, text: JSON.stringify(body) };
  };
}

/** Sets members of the JSON of an answer. */
export function set(members: object): (given: Given) => Given {
  return edit((body) => Object.assign(body, members));
}

/** Leaves a header out. */
export function without(name: string): (given: Given) => Given {
  return (given) => {
    const { [name]: _, ...headers } = given.headers;
    return { ...given, headers };
  };
}

/** Sets a header. */
export function withHeader(name: string, value: string): (given: Given) => Given {
  return (given) => ({ ...given, headers: { ...given.headers, [name]: value } });
}

/** Chooses problems that have one of these codes. */
export function isProblem(...codes: readonly string[]): Choice {
  return ({ status, text }) => status >= 400 && text !== '' && codes.includes(JSON.parse(text).code);
}

/** Chooses the successes of an operation, those of requests with a text in their body where it is given. */
export function isOk(path: string, word = ''): Choice {
  return ({ status, text }, { target, body }) =>
    status === 200 && text !== '' && target.split('?')[0]?.endsWith(path) === true && body.includes(word);
}

/** Chooses the build whose bytes are verified and never broadcast: no other stake has this amount. */
export const isVerifiedStake: Choice = (given, asked) =>
  isOk('/stake', '"sol-native-stake"')(given, asked) && asked.body.includes('1.500000001');

/** Changes the bytes of the transaction of a build. */
export function editBytes(change: (bytes: Buffer, body: Body) => Buffer): (given: Given) => Given {
  return edit((body) => {
    body.transaction = change(Buffer.from(body.transaction, 'base64'), body).toString('base64');
  });
}
