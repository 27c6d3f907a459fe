import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRpcNode, startSandbox } from '@staking-agent/sandbox';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { BROADCAST_OUTCOMES } from '@staking-agent/wire';
import { createHastyClock } from '../hasty-clock.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient, readSignature } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { type Answer, type Cleanup, createFundedWallet, DEPLOYMENT, send } from '../world.ts';
import type { Case, End, Topology, Word } from './fault.ts';
import { startFaultyGateway } from './fault.ts';

/** What callers of one case were told, and what the ledger says in the end. */
export type Story = {
  readonly signature: string;
  readonly first: Answer;
  /** After what was kept back has gone on, from a replica to which the token has expired. */
  readonly late: Answer;
  /** When no block can take the transaction any more; from both replicas. */
  readonly last: readonly Answer[];
  /** Whether a gateway gave the bytes to the ledger, before the late word and before they were broadcast again. */
  readonly wasPassedOn: { readonly early: boolean; readonly ever: boolean };
  readonly end: End;
};

/** More than a token lives. */
const TOKEN_AGE_MILLISECONDS = 130_000;
/** Behind the others, and still healthy. */
const LAG_SLOTS = 100;
const REST_MILLISECONDS = 750;
/** What a blockhash lives, the margin of the service, and what one node lags, and more. */
const SLOTS_TO_DEATH = 300;
/** Calls that a real wait for the router, 40 s, is cut short in. */
const EXECUTE_DEADLINES = [35_000, 50_000] as const;
const KEYS = `word:${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Plays all cases at once on one service behind a faulty gateway, at 200 ms slots, with a second replica to which every
 * token has expired.
 *
 * At most eight cases of the router: after twenty failures in ten seconds the service asks it no more.
 */
export async function playCases(
  t: Cleanup,
  topology: Topology,
  cases: readonly Case[],
): Promise<ReadonlyMap<Case, Story>> {
  assert.ok(cases.filter(({ route }) => route === 'router').length <= 8);
  const place = await setUp(t, topology);
  const begun = await Promise.all(cases.map((each) => beginCase(each, place)));
  const passedOn = begun.map(({ signature }) => place.gateway.hasPassedOn(signature));
  place.sandbox.ledger.advanceSlots(SLOTS_TO_DEATH);
  const ended = begun.map(async ({ body, isPassedOn, ...story }, i): Promise<readonly [Case, Story]> => {
    // Nothing lands from here on.
    const end = await findEnd(story.signature, place);
    const last = await Promise.all(place.replicas.map((replica) => askUntilFinal(replica, body, end)));
    const wasPassedOn = { early: isPassedOn, ever: passedOn[i] === true };
    return [cases[i] ?? assert.fail(), { ...story, last, wasPassedOn, end }];
  });
  return new Map(await Promise.all(ended));
}

/** Asks until no word is left that another one may follow: what was taken, and no more was known of, may have failed or died. */
async function askUntilFinal(replica: Replica, body: object, end: End): Promise<Answer> {
  return await until('there is a word that lasts', async () => {
    const answer = await post(replica, '/broadcast', body);
    const word = getWord(answer);
    const isLast = word !== 'unknown' && word !== 'not_sent' && (word !== 'ok' || end === 'landed');
    // Hundreds ask at a time: without a rest they would keep the service busy, and themselves from an answer.
    if (!isLast) await sleep(REST_MILLISECONDS);
    return isLast && answer;
  });
}

/** What an answer to a broadcast says, as far as a caller acts on it. */
export function getWord({ status, body, text }: Answer): Word {
  if (status === 200) return 'ok';
  return BROADCAST_OUTCOMES.find((each) => each === body?.outcome) ?? assert.fail(text);
}

type Replica = { readonly url: string };
type Place = Awaited<ReturnType<typeof setUp>>;

async function setUp(t: Cleanup, topology: Topology) {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const gateway = await startFaultyGateway(t, sandbox.url);
  const faulty = `${gateway.url}/node`;
  const others: Readonly<Record<Topology, () => Promise<string[]>>> = {
    alone: async () => [],
    'two faulty': async () => [`${gateway.url}/other`],
    'beside a sound one': async () => [sandbox.url],
    'beside one that lags': async () => {
      const node = await startRpcNode(sandbox.ledger, { lagSlots: LAG_SLOTS });
      t.after(() => node.close());
      return [node.url];
    },
  };
  const environment = {
    DATABASE_URL: await createSharedDatabase(),
    SERVICE_TOKEN_KEYS: KEYS,
    LEDGER_RPC_URLS: [faulty, ...(await others[topology]())].join(),
    ROUTER_URL: `${gateway.url}/router`,
    RATE_LIMITS: 'off',
  };
  const clock = createHastyClock();
  clock.hasten(EXECUTE_DEADLINES);
  const service = await startReplica(t, sandbox, environment, { clock });
  const ahead = { now: () => Date.now() + TOKEN_AGE_MILLISECONDS };
  const late = await startReplica(t, sandbox, environment, { clock: ahead });
  // What others make is withheld while two nodes do not agree on it.
  const sound = { ...environment, LEDGER_RPC_URLS: sandbox.url };
  const builder = topology === 'beside one that lags' ? await startReplica(t, sandbox, sound) : service;
  return { sandbox, gateway, service, late, builder, replicas: [service, late] };
}

const post = ({ url }: Replica, path: string, body: object) => send('POST', `${url}/api/v1${path}`, body);

/** Builds, signs, broadcasts under the fault, lets go what was kept back, and asks again when the token has expired. */
async function beginCase({ route, fault, isDoomed }: Case, place: Place) {
  const { gateway, service, late } = place;
  const { body, signature, first } = await until('a node tries it in time', async () => {
    const body = await (route === 'rpc' ? signStake(isDoomed, place) : signOrder(isDoomed, place));
    const signature = readSignature(body.signed_tx);
    gateway.setFault(signature, fault);
    const first = await post(service, '/broadcast', body);
    // On a busy machine no node may try it in time: nothing has left then, and another one is sent.
    if (getWord(first) === 'not_sent') assert.equal(gateway.hasPassedOn(signature), false, first.text);
    return getWord(first) !== 'not_sent' && { body, signature, first };
  });
  await gateway.release(signature);
  if (gateway.hasPassedOn(signature)) await untilConfirmed(signature, place);
  const isPassedOn = gateway.hasPassedOn(signature);
  return { body, signature, isPassedOn, first, late: await post(late, '/broadcast', body) };
}

/** Builds; on a busy machine a build can fail, of which no word is kept. */
async function buildStake(ask: object, { builder }: Place): Promise<Answer['body']> {
  return await until('it is built', async () => {
    const answer = await post(builder, '/stake', ask);
    return answer.status === 200 && answer.body;
  });
}

/** Of a doomed one, the wallet cannot pay for its stake account. */
async function signStake(isDoomed: boolean, place: Place) {
  const wallet = await createFundedWallet(place, isDoomed ? '0.5' : '5');
  const ask = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  return await signBuild(wallet, await buildStake(ask, place));
}

/** Of a doomed one, the wallet has spent on another stake what this one needs. */
async function signOrder(isDoomed: boolean, place: Place) {
  const wallet = await createFundedWallet(place, '5');
  const sign = async (amount: string) => {
    const ask = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount };
    return await signBuild(wallet, await buildStake(ask, place));
  };
  const signed = await sign('3');
  if (isDoomed) {
    const { signed_tx } = await sign('3.1');
    const params = [signed_tx, { encoding: 'base64', skipPreflight: true }];
    const call = { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params };
    await send('POST', place.sandbox.url, call);
    await untilConfirmed(readSignature(signed_tx), place);
  }
  return signed;
}

type Signatures = Parameters<ReturnType<typeof createLedgerClient>['rpc']['getSignatureStatuses']>[0];

async function readStatus(signature: string, place: Place) {
  const asked = [signature] as unknown as Signatures;
  const { value } = await createLedgerClient(place)
    .rpc.getSignatureStatuses(asked, { searchTransactionHistory: true })
    .send();
  return value[0];
}

async function untilConfirmed(signature: string, place: Place): Promise<void> {
  await until('it is confirmed', async () => {
    const status = await readStatus(signature, place);
    return status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized';
  });
}

async function findEnd(signature: string, place: Place): Promise<End> {
  const status = await readStatus(signature, place);
  if (!status) return 'absent';
  return status.err === null ? 'landed' : 'failed';
}
