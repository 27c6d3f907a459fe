import { createServer } from 'node:http';
import sodium from 'sodium-native';
import { tellParent } from '../tell-parent.ts';

/**
 * What no service of this kind can beat: bare node:http that reads the body, makes one key pair, signs about as
 * many bytes as a native message has, and answers as many bytes under the same headers as ours does, the request's id one
 * of its own. It checks and builds nothing. Its argument is an answer of ours.
 */
const MESSAGE = Buffer.alloc(568, 7);
const answer = Buffer.from(JSON.stringify({ transaction: '' }));
const { size, headers } = JSON.parse(process.argv[2] ?? '') as {
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
};
const body = Buffer.concat([
  answer.subarray(0, -2),
  Buffer.alloc(Math.max(size - answer.length, 0), 'A'),
  answer.subarray(-2),
]);

let answered = 0;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const publicKey = Buffer.alloc(sodium.crypto_sign_PUBLICKEYBYTES);
    const secretKey = Buffer.alloc(sodium.crypto_sign_SECRETKEYBYTES);
    sodium.crypto_sign_keypair(publicKey, secretKey);
    sodium.crypto_sign_detached(Buffer.alloc(sodium.crypto_sign_BYTES), MESSAGE, secretKey);
    answered += 1;
    response.writeHead(200, { ...headers, 'x-request-id': `req_${answered}`, 'content-length': body.length });
    response.end(body);
  });
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  tellParent(`http://127.0.0.1:${port}/api/v1/stake`);
});
