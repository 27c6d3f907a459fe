import { connect } from 'node:net';
import type { Answer } from './world.ts';

/**
 * Sends bytes on a bare socket and reads until the peer closes.
 *
 * @param answers - how many answers are enough, where the peer leaves the connection open.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  answers = Number.POSITIVE_INFINITY,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (countWhole(Buffer.concat(chunks).toString('latin1')) >= answers) socket.destroy();
    });
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
  });
}

/** Counts the answers that have come to their end, a byte a character; all of these say how long they are. */
function countWhole(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) {
    const end = text.indexOf('\r\n\r\n', at);
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(at, end))?.[1];
    if (end < 0 || length === undefined) break;
    at = end + 4 + Number(length);
    if (at > text.length) break;
  }
  return count;
}

/** Reads the first answer of what came over a socket. */
export function parseRaw(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text: body, body: JSON.parse(body || 'null') };
}
