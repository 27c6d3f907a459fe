import { Keypair } from '@solana/web3.js';
import { signAndBroadcast } from './sign-and-broadcast.ts';

/** Where the deployment and its sandbox are; `npm start` has them here. */
const { STAKING_URL = 'http://127.0.0.1:3000', SANDBOX_URL = 'http://127.0.0.1:8899' } = process.env;

// An older Node would end here and say nothing.
if (import.meta.main === undefined)
  throw new Error(`Node ${process.version} is too old, 24.2 is not: npx node.`);
if (import.meta.main) await earnOnUsdc(STAKING_URL, SANDBOX_URL, console.log);

/** Puts 50 USDC into the vault and takes everything out again. Prints what every build does before it is signed. */
export async function earnOnUsdc(url: string, sandbox: string, print: (line: string) => void): Promise<void> {
  const api = `${url}/api/v1`;
  const keypair = Keypair.generate();
  const wallet = keypair.publicKey.toBase58();
  await post(`${sandbox}/sandbox/fund`, { wallet, sol: '1', usdc: '100' });

  const earn = { strategy: 'usdc-earn', wallet, include: ['receipt'] };
  const land = async (path: string, body: object) => {
    const build = await post(`${api}/${path}`, body);
    print(build.receipt.summary);
    const signature = await signAndBroadcast(api, build, keypair);
    const { lastValidBlockHeight } = build.expiry;
    for (;;) {
      const query = `wait=30&lastValidBlockHeight=${lastValidBlockHeight}`;
      const { status } = await get(`${api}/transactions/${signature}?${query}`);
      if (status === 'landed') return;
      // Only these two say that it never will: whatever else it is, no second transaction may be built.
      if (status === 'failed' || status === 'expired') throw new Error(`${signature} is ${status}.`);
    }
  };
  await land('stake', { ...earn, amount: '50' });
  await land('unstake', { ...earn, kind: 'instant', isWithdrawAll: true });
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
