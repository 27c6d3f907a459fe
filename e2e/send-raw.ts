import { connect } from 'node:net';
import type { Answer } from './world.ts';

const SILENCE_MILLISECONDS = 300;

/** Sends bytes on a bare socket and reads until the peer closes or, having answered, falls silent for a moment. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const done = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    let silence: NodeJS.Timeout | undefined;
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(silence);
      silence = setTimeout(done, SILENCE_MILLISECONDS);
    });
    socket.on('close', done);
    socket.on('error', reject);
  });
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
