import { type Answer, send } from './send.ts';

/**
 * Sends on what a stand-in was asked, to what it stands in front of.
 *
 * @param url - with the path that the stand-in was asked for.
 * @param body - JSON text; a GET without one.
 * @returns undefined where the other has hung up: a test may end it first, while the service still asks.
 */
export async function askTarget(url: string, body?: string): Promise<Answer | undefined> {
  const method = body === undefined ? 'GET' : 'POST';
  try {
    return await send(method, url, body, { 'content-type': 'application/json' });
  } catch {
    return;
  }
}
