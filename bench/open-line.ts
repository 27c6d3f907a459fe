import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection that is kept, with one request at a time. */
export type Line = {
  /** Sends the bytes of one request; resolves when all of its answer has come. @throws {Error} unless it is a 200. */
  ask(request: string): Promise<void>;
  close(): void;
};

const HEAD_END = '\r\n\r\n';

/**
 * Connects to a server. Answers are counted and not parsed, so that the load takes a small part of what the servers do:
 * where it is as busy as they are, requests a second are its own figure.
 */
export async function openLine(url: URL): Promise<Line> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  await once(socket, 'connect');
  let waiting: PromiseWithResolvers<void> | undefined;
  /** What has come of a head that is not whole. */
  let head = '';
  /** Bytes of the body that have not come; undefined before its head. */
  let left: number | undefined;
  const fail = (error: Error) => {
    waiting?.reject(error);
    socket.destroy();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error(`${url.origin} closed a connection in the middle of an answer.`)));
  socket.on('data', (chunk: Buffer) => {
    if (left === undefined) {
      head += chunk.toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      const length = /\r\ncontent-length: ([0-9]+)\r\n/i.exec(head.slice(0, end + 2))?.[1];
      if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) return fail(new Error(head));
      left = Number(length) - (head.length - end - HEAD_END.length);
      head = '';
    } else left -= chunk.length;
    if (left > 0) return;
    left = undefined;
    waiting?.resolve();
  });
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request, 'latin1');
      return waiting.promise;
    },
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}
