import { request } from 'undici';

/**
 * Sends on what a stand-in was asked, to what it stands in front of.
 *
 * @param url - with the path that the stand-in was asked for.
 * @param body - JSON text; a GET without one.
 * @returns undefined where the other has hung up: a test may end it first, while the service still asks.
 */
export async function askTarget(
  url: string,
  body?: string | Buffer,
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  try {
    const { statusCode, body: answer } = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    return { status: statusCode, text: await answer.text() };
  } catch {
    return;
  }
}
