import { Pool } from 'undici';
import type { Deployment } from '../packages/chain/src/deployment.ts';
import { createWallet } from '../packages/dev/src/index.ts';
import type { Call } from './prepare-requests.ts';

/** One kind of call to the sandbox. */
export type SandboxCalls = {
  readonly title: string;
  /** What it is held to: so many sends a second, or so much CPU for a build. */
  readonly aim?: 'sends' | 'build';
  /** Makes inputs for as many calls; what the sandbox takes for it does not count. */
  readonly prepare: (count: number) => Promise<readonly string[]>;
  readonly ask: (input: string) => Promise<unknown>;
  /** Whether the inputs are transactions that the VM can run by itself. */
  readonly isForVm?: boolean;
};

type Places = {
  readonly sandboxUrl: string;
  readonly service: Call;
  readonly deployment: Deployment;
};

const LAMPORTS_OF_STAKE = 1_000_000_000;

/** Gives a wallet what it takes, and returns the calls to measure. */
export async function prepareSandboxCalls(places: Places): Promise<readonly SandboxCalls[]> {
  const { sandboxUrl, service, deployment } = places;
  const request = createRequest(sandboxUrl);
  const rpc = (method: string, ...params: unknown[]) =>
    request('POST', '/', { jsonrpc: '2.0', id: 1, method, params });

  const wallet = await createWallet();
  await request('POST', '/sandbox/fund', { wallet: wallet.address, sol: '9000000' });
  let lamports = LAMPORTS_OF_STAKE;
  const buildAs = (strategy: string) => async (): Promise<string> => {
    lamports += 1;
    const amount = (lamports / LAMPORTS_OF_STAKE).toFixed(9);
    const build = await service('POST', '/stake', { strategy, wallet: wallet.address, amount });
    return String(build['transaction']);
  };
  const times =
    (make: () => Promise<string>) =>
    async (count: number): Promise<readonly string[]> => {
      const made: string[] = [];
      for (let i = 0; i < count; i += 1) made.push(await make());
      return made;
    };
  const [native, liquid] = [buildAs('sol-native-stake'), buildAs('sol-liquid-stake')];
  const signed = (make: () => Promise<string>) => times(async () => wallet.sign(await make()));
  const send = (text: string) =>
    rpc('sendTransaction', text, { encoding: 'base64', preflightCommitment: 'confirmed' });
  const { voteAccount, stakePool, rasolMint, usdcMint, usdcVault, solMint } = deployment;
  const accounts = [voteAccount, stakePool.address, rasolMint, usdcMint, usdcVault, wallet.address];
  const order = `/router/swap/token/order?${new URLSearchParams({
    apiKey: 'bench',
    inp: solMint,
    out: rasolMint,
    amt: '1000000000',
    mode: 'ExactIn',
    signer: wallet.address,
    slippageBps: '50',
  })}`;
  const simulate = (text: string) =>
    rpc('simulateTransaction', text, {
      encoding: 'base64',
      commitment: 'confirmed',
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [wallet.address] },
    });
  const none = async (count: number) => Array.from({ length: count }, () => '');
  return [
    {
      title: 'sendTransaction, a native stake',
      aim: 'sends',
      prepare: signed(native),
      ask: send,
      isForVm: true,
    },
    { title: 'sendTransaction, a liquid stake', prepare: signed(liquid), ask: send },
    { title: 'simulateTransaction, a native stake', prepare: times(native), ask: simulate },
    { title: 'simulateTransaction, a liquid stake', prepare: times(liquid), ask: simulate },
    {
      title: 'getAccountInfo',
      prepare: none,
      ask: () => rpc('getAccountInfo', usdcVault, { encoding: 'base64' }),
    },
    {
      title: `getMultipleAccounts of ${accounts.length}`,
      prepare: none,
      ask: () => rpc('getMultipleAccounts', accounts, { encoding: 'base64' }),
    },
    { title: 'an order of the router', prepare: none, ask: () => request('GET', order) },
    { title: 'all that a liquid stake asks', aim: 'build', prepare: none, ask: liquid },
  ];
}

/** Asks the sandbox over connections that stay open; fails unless the answer is a result. */
function createRequest(url: string) {
  const node = new Pool(url, { connections: 8 });
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<object> => {
    const answer = await node.request({
      method,
      path,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    const value = (await answer.body.json()) as { error?: unknown };
    if (answer.statusCode !== 200 || value.error !== undefined)
      throw new Error(`${path} was refused: ${JSON.stringify(value)}`);
    return value;
  };
}
