import { setTimeout as sleep } from 'node:timers/promises';
import { postJson } from './post-json.ts';

/** A signed transaction that is to land. */
export type Signed = {
  readonly base64: string;
  readonly signature: string;
  readonly lastValidBlockHeight: number;
};

/** Sends as many tools do: everything to every node every two seconds, until it is seen or too old. */
export type NaiveSender = { send(transaction: Signed): void; stop(): Promise<void> };

const RESEND_MILLISECONDS = 2_000;
const POLL_MILLISECONDS = 1_000;
const STATUSES_PER_CALL = 256;

/** Starts one that polls every node for its height each second, and asks for all statuses in one call a round. */
export function startNaiveSender(nodes: readonly string[]): NaiveSender {
  const pending = new Map<string, Signed>();
  let isStopped = false;
  let height = 0;
  const poll = async () => {
    while (!isStopped) {
      const answers = await Promise.all(nodes.map((url) => call(url, 'getBlockHeight', [])));
      height = Math.max(height, ...answers.map((answer) => Number(answer ?? 0)));
      await sleep(POLL_MILLISECONDS);
    }
  };
  const resend = async () => {
    while (!isStopped) {
      await sleep(RESEND_MILLISECONDS);
      const all = [...pending.values()];
      const asked = all.slice(0, STATUSES_PER_CALL).map(({ signature }) => signature);
      const read = (await call(nodes[0] ?? '', 'getSignatureStatuses', [asked])) as
        | { value: readonly unknown[] }
        | undefined;
      for (const [i, one] of all.entries()) {
        if (read?.value[i] || height > one.lastValidBlockHeight) pending.delete(one.signature);
      }
      await Promise.all([...pending.values()].flatMap((one) => nodes.map((url) => sendTo(url, one))));
    }
  };
  const loops = [poll(), resend()];
  return {
    send(transaction) {
      pending.set(transaction.signature, transaction);
      void sendTo(nodes[0] ?? '', transaction);
    },
    async stop() {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

function sendTo(url: string, { base64 }: Signed): Promise<unknown> {
  return call(url, 'sendTransaction', [base64, { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]);
}

/** @returns undefined when the node refuses. */
async function call(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { status, text } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return status === 200 ? JSON.parse(text).result : undefined;
}
