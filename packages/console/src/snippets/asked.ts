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
export function headersOf({ headers, body }: Asked): [name: string, value: string][] {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const isTyped = body === undefined || named.some(([name]) => name === 'content-type');
  return isTyped ? named : [['content-type', PLAIN_TEXT], ...named];
}
