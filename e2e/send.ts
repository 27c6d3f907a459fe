import { request } from 'undici';

/** An answer as it came over the socket. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, then validate them.
  readonly body: any;
};

/** Sends one HTTP request and reads the answer, JSON or not. A body that is no text is sent as JSON. */
export async function send(
  method: string,
  url: string,
  body?: string | object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isJson = typeof body === 'object';
  const answer = await request(url, {
    method: method as 'GET',
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    body: isJson ? JSON.stringify(body) : (body ?? null),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
