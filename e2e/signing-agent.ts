import { callChecked, createSignAndSubmit, openAttempts, parsePolicy } from '@staking-agent/mcp/local';
import { createStakingClient, fromKeypairBytes } from '@staking-agent/sdk';
import { type Receipt, STRATEGY_KEYS } from '@staking-agent/wire';
import { until } from './until.ts';
import { control, type World } from './world.ts';

export const STAKE = { strategy: 'sol-native-stake', amount: '1' };

type Fetch = typeof globalThis.fetch;

/** Answer or refusal of a call. */
type Told = {
  readonly status?: string;
  readonly outcome?: string;
  readonly isRepeat?: boolean;
  readonly code?: string;
  readonly risk?: string;
  readonly receipt?: Receipt;
};

/** The tool of an agent that has a wallet with 100 SOL and a policy. */
export async function give(
  world: World,
  policy: object,
  change: (answer: Response, path: string) => Promise<Response> | Response = (same) => same,
  rpc: string = world.sandbox.url,
  instead: (path: string, body: string) => Promise<Response | undefined> | Response | undefined = () =>
    undefined,
) {
  const { secretKey } = await control(world, 'wallets', { sol: '100', usdc: '50' });
  const signer = await fromKeypairBytes(secretKey as number[]);
  const fetch: Fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const answer = (await instead(path, String(init?.body))) ?? (await globalThis.fetch(input, init));
    return change(answer, path);
  };
  const client = createStakingClient({
    url: world.service.url,
    deployment: 'sandbox',
    rpc: rpc || undefined,
    fetch,
  });
  const clock = { ahead: 0 };
  const attempts = openAttempts(':memory:', () => Date.now() + clock.ahead);
  const open = { wallets: [signer.address], strategies: STRATEGY_KEYS, risk: 'leveraged' };
  const limits = parsePolicy(JSON.stringify({ ...open, ...policy }));
  const { run } = createSignAndSubmit(
    { client, signer, rpc: rpc || undefined, deployment: 'sandbox', attempts },
    limits,
  );
  /** Builds by a tool, and signs nothing. */
  const check = async (tool: Parameters<typeof callChecked>[1], args: object) => {
    const terms = {
      client,
      verify: { deployment: 'sandbox', rpc: rpc || undefined },
      policy: limits,
    } as const;
    return await callChecked(terms, tool, { ...args, wallet: signer.address }).catch(
      (error: unknown) => error as Told,
    );
  };
  const call = async (args: object, tool = 'build_stake', attempt?: string) => {
    try {
      const request = { tool, arguments: args, ...(attempt !== undefined && { attempt }) };
      return (await run(request, caller)) as Told;
    } catch (error) {
      return error as Told;
    }
  };
  const countStakes = async () => {
    const { body } = await world.get(`/wallets/${signer.address}/positions`);
    return body.positions.length as number;
  };
  const untilSigned = async () =>
    void (await until('a signature', () => attempts.listOpen(signer.address).length > 0));
  return { call, check, run, countStakes, untilSigned, attempts, clock, wallet: signer.address };
}

/** A client that cannot ask its person. */
export const caller = { canAsk: false, answer: () => undefined, signal: undefined };

/** Answers a broadcast as the service does while its database is away: it has sent nothing. */
export function withoutStore(): Response {
  const problem = {
    type: 'https://example.com/errors/service_unavailable',
    title: 'Database unavailable',
    status: 503,
    detail: 'The database does not answer.',
    code: 'STORE_UNAVAILABLE',
    retryable: true,
    outcome: 'unknown',
  };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '0' };
  return new Response(JSON.stringify(problem), { status: 503, headers });
}
