import { signBuild } from '../e2e/land-build.ts';
import { send } from '../e2e/send.ts';
import { createWallet, type Wallet } from '../packages/dev/src/index.ts';

/** Sends one request and returns the answer; fails unless it is a 200. */
export type Call = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<Readonly<Record<string, unknown>>>;

/** One kind of request: a GET without a body; a body that is made for each time by a function. */
export type Request = readonly [title: string, path: string, body?: object | (() => object)];

/**
 * Gives a wallet something of every strategy, and returns the requests to measure, all of that wallet.
 *
 * @param times - how often a broadcast will be asked for.
 */
export async function prepareRequests(
  sandbox: { readonly url: string },
  call: Call,
  times: number,
): Promise<readonly Request[]> {
  const wallet = await createWallet();
  const own = { wallet: wallet.address };
  await control(sandbox, 'fund', { ...own, sol: '20000', usdc: '20000' });
  const native = { strategy: 'sol-native-stake', ...own, amount: '2' };
  const liquid = { strategy: 'sol-liquid-stake', ...own, amount: '50' };
  const leveraged = { strategy: 'sol-leveraged-stake', ...own, amount: '4000' };
  const usdc = { strategy: 'usdc-earn', ...own, amount: '1000' };
  const { stakeAccount } = await land(call, wallet, '/stake', native);
  for (const stake of [liquid, leveraged, usdc]) await land(call, wallet, '/stake', stake);
  const ended = await land(call, wallet, '/stake', native);
  const deactivate = { strategy: 'sol-native-stake', ...own, kind: 'deactivate' };
  await land(call, wallet, '/unstake', { ...deactivate, stakeAccount: ended['stakeAccount'] });
  await control(sandbox, 'advance-epoch', { epochs: 2 });
  const instant = { kind: 'instant', amount: '2' };
  const broadcasts = await prepareBroadcasts(call, wallet, native, times);
  return [
    // First, while their tokens are good.
    ['broadcast native', '/broadcast', () => broadcasts.pop() ?? fail()],
    ['stake native', '/stake', native],
    ['unstake native, deactivate', '/unstake', { ...deactivate, stakeAccount }],
    [
      'unstake native, instant',
      '/unstake',
      { strategy: 'sol-native-stake', ...own, kind: 'instant', stakeAccount },
    ],
    [
      'withdraw native',
      '/withdraw',
      { strategy: 'sol-native-stake', ...own, stakeAccount: ended['stakeAccount'] },
    ],
    ['stake liquid', '/stake', vary(liquid)],
    ['unstake liquid, instant', '/unstake', vary({ ...liquid, ...instant })],
    ['unstake liquid, slow', '/unstake', vary({ ...liquid, ...instant, kind: 'slow' })],
    ['stake leveraged', '/stake', vary({ ...leveraged, amount: '10' })],
    ['unstake leveraged, flash loan', '/unstake', vary({ ...leveraged, ...instant, amount: '3000' })],
    ['stake USDC', '/stake', vary(usdc)],
    ['unstake USDC', '/unstake', vary({ ...usdc, ...instant })],
    ['quote liquid', '/quote', vary(liquid)],
    ['quote leveraged', '/quote', vary({ ...leveraged, amount: '100' })],
    ['exit options of native', '/exit-options', { strategy: 'sol-native-stake', ...own, stakeAccount }],
    ['list', '/strategies'],
    ['detail of native', '/strategies/sol-native-stake'],
    ['detail of liquid', '/strategies/sol-liquid-stake'],
    ['positions', `/wallets/${wallet.address}/positions`],
    ['limits of liquid', `/limits?strategy=sol-liquid-stake&wallet=${wallet.address}`],
  ];
}

/**
 * Makes bodies of another amount each time. A router's transactions are equal where wallet and amount are, within a slot,
 * and equal ones are ordered again slot by slot: repeated, one request would count several orders.
 *
 * @param body - its amount is whole.
 */
function vary(body: { readonly amount: string; readonly [member: string]: unknown }): () => object {
  let count = 0;
  return () => {
    count += 1;
    return { ...body, amount: `${body.amount}.${String(count).padStart(6, '0')}` };
  };
}

/** Signed transactions for one broadcast each: who sends the same again is given the same answer. */
async function prepareBroadcasts(
  call: Call,
  wallet: Wallet,
  native: object,
  times: number,
): Promise<object[]> {
  const broadcasts: object[] = [];
  for (let i = 0; i < times; i += 1) {
    const build = await call('POST', '/stake', { ...native, amount: `1.5${String(i).padStart(4, '0')}` });
    broadcasts.push(await signBuild(wallet, build));
  }
  return broadcasts;
}

function fail(): never {
  throw new Error('More broadcasts were asked for than prepared.');
}

async function land(
  call: Call,
  wallet: Wallet,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const build = await call('POST', path, body);
  await call('POST', '/broadcast', await signBuild(wallet, build));
  return build;
}

/** Calls an API below a base URL. */
export function createCall(base: string): Call {
  return async (method, path, body) => {
    const answer = await send(method, base + path, body);
    if (answer.status !== 200) throw new Error(`${path} was refused: ${answer.text}`);
    return answer.body;
  };
}

async function control({ url }: { readonly url: string }, path: string, body: object): Promise<void> {
  await createCall(`${url}/sandbox`)('POST', `/${path}`, body);
}
