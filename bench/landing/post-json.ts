import { request } from 'undici';

const HEADERS = { 'content-type': 'application/json' };

/** Posts JSON text, and returns status and text of the answer. */
export async function postJson(url: string, body: string): Promise<{ status: number; text: string }> {
  const answer = await request(url, { method: 'POST', headers: HEADERS, body });
  return { status: answer.statusCode, text: await answer.body.text() };
}
