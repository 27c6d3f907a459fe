import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorld, type World } from '@staking-agent/dev';
import { send } from './send.ts';

type Call = {
  readonly method?: string;
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
};

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE_ACCOUNT = '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ';
const VOTE_ACCOUNT = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';
const STAKE = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };
const EARN = { strategy: 'usdc-earn', wallet: WALLET };
const KEY = { 'idempotency-key': '8b4f2f0e-6c0b-4a55-9d2e-3f6d7c1f9a10' };

/** Requests that are refused the same way on every run: nothing in the answer depends on time or chance. */
const REFUSED: readonly Call[] = [
  { path: '/stake', body: { ...STAKE, amount: '1.5000000001' } },
  { path: '/stake', body: { ...STAKE, amount: '1e9' } },
  { path: '/stake', body: { ...STAKE, amount: '0' } },
  { path: '/stake', body: { ...EARN, amount: '1000000.5' } },
  { path: '/stake', body: { ...STAKE, amount: '18446744074' } },
  { path: '/stake', body: { strategy: STAKE.strategy, wallet: WALLET } },
  { path: '/stake', body: { ...STAKE, amount: 1.5 } },
  { path: '/stake', body: { ...STAKE, wallet: 'nobody' } },
  { path: '/stake', body: { ...STAKE, wallet: '11111111111111111111111111111111' } },
  { path: '/stake', body: { ...STAKE, include: ['recipt'] } },
  { path: '/stake', body: { ...STAKE, referral_code: 'no' } },
  { path: '/stake', body: { ...STAKE, referral_code: 'ACORN23' } },
  { path: '/stake', body: { ...STAKE, partner_api_key: 'sapk_unknown' } },
  { path: '/stake', body: '' },
  { path: '/stake', body: '{' },
  { path: '/stake', body: '{"amount":"1","amount":"2"}' },
  { path: '/stake', body: JSON.stringify({ padding: 'x'.repeat(65_536) }) },
  { path: '/stake', body: STAKE, headers: { 'content-type': 'text/plain' } },
  { path: '/stake', body: { ...STAKE, amount: '2' }, headers: KEY },
  { path: '/stake', body: STAKE, headers: { 'idempotency-key': 'not visible ASCII: \u00e9' } },
  { path: '/stake', body: { ...STAKE, amount: '0.5' } },
  { path: '/stake', body: { ...EARN, amount: '250' } },
  { path: '/unstake', body: { ...EARN, kind: 'slow', amount: '1' } },
  { path: '/unstake', body: { ...EARN, kind: 'instant', step: 'request', amount: '1' } },
  { path: '/unstake', body: { ...EARN, kind: 'instant', step: 'claim' } },
  { path: '/quote', body: { ...EARN, amount: '1' } },
  { path: '/withdraw', body: { wallet: WALLET, stakeAccount: STAKE_ACCOUNT } },
  { path: '/withdraw', body: { wallet: WALLET, stakeAccount: VOTE_ACCOUNT } },
  { path: '/broadcast', body: { signed_tx: 'AQ==', service_token: 'st1' } },
  { path: '/broadcast', body: { signed_tx: 'AQ==', service_token: 'st1', route: 'vault' } },
  { path: '/strategies/sol-nativ-stake', method: 'GET' },
  { path: '/strategies/sol-leveraged-stake', method: 'GET' },
  { path: '/apy/history?strategy=usdc-earn&range=1Y', method: 'GET' },
  { path: '/nothing', method: 'GET' },
  { path: '/stake', method: 'DELETE' },
  {
    path: '/health',
    method: 'GET',
    headers: Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`x-trace-${i}`, '1'])),
  },
];

/**
 * Records problems as a running service answers them, on a sandbox of its own.
 *
 * @returns bodies by code, sorted; with the origin `https://stake.example`.
 */
export async function recordProblems(): Promise<Readonly<Record<string, { readonly code: string }>>> {
  const found = new Map<string, { readonly code: string }>();
  await withService(
    {},
    { COMING_SOON: 'sol-leveraged-stake', VALUE_LIMITS: 'usdc-earn.transaction=1000000' },
    async (world) => {
      await ask(world, { path: '/stake', body: STAKE, headers: KEY });
      for (const call of REFUSED) keep(found, await ask(world, call));
      const bySeed = { ...STAKE, stakeAccountForm: 'seed' };
      const [one, other] = await Promise.all(
        ['2', '3'].map((amount) => ask(world, { path: '/stake', body: { ...bySeed, amount } })),
      );
      for (const token of [one, other]) {
        const body = { signed_tx: one?.transaction, service_token: token?.service_token };
        keep(found, await ask(world, { path: '/broadcast', body }));
      }
    },
  );
  let isBroken = false;
  // A time that cannot be printed: the only fault of the service that can be made from outside.
  const clock = { now: () => (isBroken ? Number.NaN : Date.now()) };
  const fail = async (world: World) => {
    isBroken = true;
    keep(found, await ask(world, { path: '/health', method: 'GET' }));
    isBroken = false;
  };
  await withService({}, {}, fail, clock);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Does work with a service on a sandbox of its own, whose answers name the origin `https://stake.example`. */
export async function withService<Result>(
  options: { readonly epochsBehind?: number },
  environment: Readonly<Record<string, string>>,
  work: (world: World) => Promise<Result>,
  clock: { now(): number } = Date,
): Promise<Result> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const BASE_URL = 'https://stake.example';
  const variables = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_SECONDS: '0',
    DATA_DIR,
    BASE_URL,
    ...environment,
  };
  const world = await startWorld({ port: 0, ...options }, variables, { clock });
  try {
    return await work(world);
  } finally {
    await world.close();
    rmSync(DATA_DIR, { recursive: true });
  }
}

type Answer = { readonly code?: string; readonly transaction?: string; readonly service_token?: string };

async function ask({ service }: World, { method = 'POST', path, body, headers }: Call): Promise<Answer> {
  const fields = { 'content-type': 'application/json', ...headers };
  return (await send(method, `${service.url}/api/v1${path}`, body, fields)).body;
}

function keep(found: Map<string, { readonly code: string }>, answer: Answer): void {
  const { code } = answer;
  if (code === undefined) throw new Error(`Not refused: ${JSON.stringify(answer)}`);
  if (found.has(code)) throw new Error(`${code} is recorded twice.`);
  found.set(code, { ...answer, code });
}
