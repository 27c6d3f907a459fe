import { listSecrets, loadConfig } from '../../packages/api/src/config/config.ts';
import type { Ask } from '../../packages/api/src/routes/handler.ts';
import { HANDLERS } from '../../packages/api/src/routes/index.ts';
import { actFor, currentCaller } from '../../packages/api/src/runtime/context.ts';
import { openLog } from '../../packages/api/src/runtime/log.ts';
import { createRuntime, startServices } from '../../packages/api/src/services.ts';
import { openStore } from '../../packages/api/src/store/open.ts';
import type { OpenEndpoint } from '../../packages/api/src/upstreams/http.ts';
import type { StakeBody, UnstakeBody } from '../../packages/wire/src/index.ts';
import { createReplies } from '../replies.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * This service's builders without its HTTP: from a body that was checked to the answer, with the simulation's answer read,
 * the bytes proved and the token issued. What requests ask a node is answered at once with what it said the first time;
 * feeds go on asking the node.
 */
const [, , environment = '{}'] = process.argv;
const config = loadConfig(JSON.parse(environment));
const runtime = createRuntime();
const replies = createReplies();
const openEndpoint: OpenEndpoint = (upstream, url) => {
  const endpoint = runtime.openEndpoint(upstream, url);
  return {
    ...endpoint,
    async send(exchange) {
      const { body } = exchange;
      if (body === undefined || currentCaller() === undefined) return await endpoint.send(exchange);
      const text = await replies.answer(body, async () => (await endpoint.send(exchange)).text);
      return { status: 200, text, retryAfter: undefined };
    },
  };
};
const store = await openStore(config.store, { clock: runtime.clock, onQuery: () => undefined });
const services = startServices({
  config,
  log: openLog(
    config.logLevel,
    listSecrets(config),
    runtime.openLogWriter(() => undefined),
    runtime.clock,
  ),
  runtime: { ...runtime, openEndpoint },
  store,
  metrics: undefined,
});
await Promise.all([services.blockhash.get(), services.stakeTerms.get()]);

const ask = <Body>(body: Body) => ({
  body,
  query: undefined,
  params: undefined,
  headers: {},
  bindKey: async () => undefined,
  note: () => undefined,
  isGone: () => false,
  setHeader: () => undefined,
  choose: <Form>([form]: readonly [Form, ...Form[]]) => form,
  printProblem: () => '',
});

/** What the public SDKs can build too, by the names of the table of every build. */
const BUILDS: Readonly<Record<string, (wallet: string) => Promise<{ readonly transaction: string }>>> = {
  'stake leveraged': (wallet) => stake({ strategy: 'sol-leveraged-stake', wallet, amount: '10' }),
  'stake USDC': (wallet) => stake({ strategy: 'usdc-earn', wallet, amount: '1000' }),
  'unstake USDC': (wallet) => unstake({ strategy: 'usdc-earn', wallet, kind: 'instant', amount: '2' }),
};

async function stake(body: StakeBody) {
  return await HANDLERS.stake(ask(body) as Ask<'stake'>, services);
}

async function unstake(body: UnstakeBody) {
  return await HANDLERS.unstake(ask(body) as Ask<'unstake'>, services);
}

process.on('message', async ({ build, wallet, times }: { build: string; wallet: string; times: number }) => {
  const before = process.cpuUsage();
  await actFor({ caller: 'bench' }, async () => {
    for (let left = times; left > 0; left -= 1) await BUILDS[build]?.(wallet);
  });
  const { user, system } = process.cpuUsage(before);
  tellParent((user + system) / times / 1_000);
});
tellParent(Object.keys(BUILDS));
