/** A piece of a text: written as it is, or taken from an environment variable where the snippet runs. */
export type Piece = { readonly text: string } | { readonly variable: string };

/** A request whose credentials are apart from the rest. */
export type Guarded = {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly body: GuardedBody | undefined;
  /** Variables that must be set before the snippet runs. */
  readonly variables: readonly string[];
};

/** A body as text, and as a value where it is JSON that prints to this very text; values of variables are {@link Variable}s. */
export type GuardedBody = { readonly pieces: readonly Piece[]; readonly value: unknown };

/** The value of an environment variable, in the place of a credential. */
export class Variable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Names of headers, members and parameters that carry credentials, and what they are called in an environment. */
const CREDENTIALS: readonly (readonly [name: RegExp, variable: string])[] = [
  [/^partner[-_]?(api[-_]?)?key$/i, 'STAKING_PARTNER_KEY'],
  [/^(proxy-)?authorization$/i, 'AUTHORIZATION'],
  [/^cookie$/i, 'COOKIE'],
  [/^secret[-_]?key$/i, 'SECRET_KEY'],
  [/^(x[-_])?(api|access|auth)[-_]?(key|token|secret)$/i, 'API_KEY'],
];

/** Whether a request carries credentials, so that somebody may ask for them in a snippet. */
export function hasSecrets(asked: Asked): boolean {
  return guard(asked).variables.length > 0;
}

/** Takes the credentials out of a request, unless they are asked for. */
export function guard(asked: Asked, { withSecrets = false }: SnippetOptions = {}): Guarded {
  const marks = createMarks();
  const hide = withSecrets ? () => undefined : marks.hide;
  const url = marks.split(hideInUrl(new URL(asked.url).href, hide));
  const headers = headersOf(asked).map(([name, value]) => [name, marks.split(hide(name) ?? value)] as const);
  const body = asked.body === undefined ? undefined : guardBody(asked.body, hide, marks);
  return { method: asked.method, url, headers, body, variables: marks.variables() };
}

/** Returns what stands for the value of a credential; undefined for what is none. */
type Hide = (name: string) => string | undefined;

/** Marks where a variable belongs, in a text that is taken apart later. */
function createMarks() {
  // A word of its own each time: no text that somebody wrote can hold it.
  const word = crypto.getRandomValues(new Uint32Array(4)).join('x');
  const found = new Set<string>();
  return {
    hide(name: string): string | undefined {
      const [, variable] = CREDENTIALS.find(([pattern]) => pattern.test(name)) ?? [];
      if (variable === undefined) return undefined;
      found.add(variable);
      return `${word}${variable}${word}`;
    },
    split: (text: string): Piece[] =>
      text
        .split(word)
        .map((piece, i) => (i % 2 === 0 ? { text: piece } : { variable: piece }))
        .filter((piece) => !('text' in piece) || piece.text !== ''),
    /** The variable that a text stands for as a whole. */
    find(value: unknown): Variable | undefined {
      const name = [...found].find((variable) => value === `${word}${variable}${word}`);
      return name === undefined ? undefined : new Variable(name);
    },
    variables: () => [...found],
  };
}

type Marks = ReturnType<typeof createMarks>;

function hideInUrl(url: string, hide: Hide): string {
  return url.replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, sign: string, name: string) => {
    const mark = hide(name);
    return mark === undefined ? whole : `${sign}${name}=${mark}`;
  });
}

function guardBody(body: string, hide: Hide, marks: Marks): GuardedBody {
  const value = parse(body);
  const isExact = value !== undefined && JSON.stringify(value) === body;
  const hidden = JSON.stringify(value, (name, each: unknown) => hide(name) ?? each);
  // What hides nothing stays as it was sent, to the byte.
  const text = value === undefined || hidden === JSON.stringify(value) ? body : hidden;
  const revive = (_: string, each: unknown) => marks.find(each) ?? each;
  return { pieces: marks.split(text), value: isExact ? JSON.parse(text, revive) : undefined };
}

function parse(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a snippet is written from: a request as it was sent. */
export type Asked = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

/** How a snippet is written. */
export type SnippetOptions = {
  /** Prints credentials as they were sent. They are named by environment variables otherwise. */
  readonly withSecrets?: boolean | undefined;
};

/** What `fetch` says of a text that nobody named a type for. */
const PLAIN_TEXT = 'text/plain;charset=UTF-8';

/** The headers of a request with names in lower case, and the type of its body among them. */
function headersOf({ headers, body }: Asked): [name: string, value: string][] {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const isTyped = body === undefined || named.some(([name]) => name === 'content-type');
  return isTyped ? named : [['content-type', PLAIN_TEXT], ...named];
}
