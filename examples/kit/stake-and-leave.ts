import { generateKeyPair, getAddressFromPublicKey } from '@solana/kit';
import { signAndBroadcast } from './sign-and-broadcast.ts';

/** Where the deployment and its sandbox are; `npm start` has them here. */
const { STAKING_URL = 'http://127.0.0.1:3000', SANDBOX_URL = 'http://127.0.0.1:8899' } = process.env;

// An older Node would end here and say nothing.
if (import.meta.main === undefined)
  throw new Error(`Node ${process.version} is too old, 24.2 is not: npx node.`);
if (import.meta.main) await stakeAndLeave(STAKING_URL, SANDBOX_URL, console.log);

/** Stakes 1.5 SOL natively, lands it, and starts the way back. Prints what every build does before it is signed. */
export async function stakeAndLeave(
  url: string,
  sandbox: string,
  print: (line: string) => void,
): Promise<void> {
  const api = `${url}/api/v1`;
  const keyPair = await generateKeyPair();
  const wallet = await getAddressFromPublicKey(keyPair.publicKey);
  await post(`${sandbox}/sandbox/fund`, { wallet, sol: '5' });

  const native = { strategy: 'sol-native-stake', wallet, include: ['receipt'] };
  const land = async (path: string, body: object) => {
    const build = await post(`${api}/${path}`, body);
    print(build.receipt.summary);
    const signature = await signAndBroadcast(api, build, keyPair);
    const { lastValidBlockHeight } = build.expiry;
    for (;;) {
      const query = `wait=30&lastValidBlockHeight=${lastValidBlockHeight}`;
      const { status } = await get(`${api}/transactions/${signature}?${query}`);
      if (status === 'landed') return build;
      // Only these two say that it never will: whatever else it is, no second transaction may be built.
      if (status === 'failed' || status === 'expired') throw new Error(`${signature} is ${status}.`);
    }
  };
  const { stakeAccount } = await land('stake', { ...native, amount: '1.5' });
  await land('unstake', { ...native, kind: 'deactivate', stakeAccount });
  print(`${stakeAccount} can be withdrawn when the epoch is over.`);
}

// biome-ignore lint/suspicious/noExplicitAny: docs/openapi.json has the types; the SDK has them as TypeScript.
type Answer = any;

async function get(url: string): Promise<Answer> {
  return read(await fetch(url));
}

async function post(url: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }));
}

async function read(response: Response): Promise<Answer> {
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);
  return answer;
}
