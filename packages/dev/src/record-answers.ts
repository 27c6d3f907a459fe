import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { createWallet } from './create-wallet.ts';
import { startWorld, type World } from './start-world.ts';

type Json = Readonly<Record<string, unknown>>;

/** Answers of a running service that are examples of the contract, by name. */
export type RecordedAnswers = Readonly<
  Record<'limits' | 'entryOptions' | 'exitOptions' | 'leveragedFacts' | 'nativeFacts', Json>
>;

/** Who stands in the examples for the wallet that records them, and for its stake account. */
export type Stand = { readonly wallet: string; readonly stakeAccount: string };

/** Finished epochs, so that yields over seven days and over all captures differ. */
const EPOCHS = 12;
/** Milliseconds between two looks at an answer that lacks estimates of time. */
const PAUSE = 100;
/** Looks at an answer, when its estimates of time are wanted, until the service has measured how long slots take. */
const LOOKS = 600;
const NATIVE = 'sol-native-stake';
/** Members that need a measured slot time. */
const MOVING: readonly string[] = ['earliest', 'latest', 'rewards'];

/**
 * Records answers that depend on the ledger, on a sandbox of its own.
 *
 * @param isPatient - waits until answers have estimates of time; without it they may lack them.
 */
export async function recordAnswers(stand: Stand, isPatient: boolean): Promise<RecordedAnswers> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const variables = { PORT: '0', LOG_LEVEL: 'silent', SHUTDOWN_SECONDS: '0', DATA_DIR: dataDirectory };
  const world = await startWorld({ port: 0, epochsBehind: EPOCHS }, variables);
  try {
    return await record(world, stand, isPatient ? LOOKS : 1);
  } finally {
    await world.close();
    rmSync(dataDirectory, { recursive: true });
  }
}

async function record({ service, sandbox }: World, stand: Stand, looks: number): Promise<RecordedAnswers> {
  const signer = await createWallet();
  const wallet = signer.address;
  const base = `${service.url}/api/v1`;
  const fund = (funds: object) => call(`${sandbox.url}/sandbox/fund`, { wallet, ...funds });
  await fund({ sol: '10', usdc: '500' });
  const limits = await callFor(looks, `${base}/limits?wallet=${wallet}`);
  await fund({ sol: '10' });
  const entryOptions = await call(`${base}/entry-options`, { wallet, asset: 'SOL', amount: '10' });
  const leveragedFacts = await call(`${base}/strategies/sol-leveraged-stake/facts`);
  const nativeFacts = await call(`${base}/strategies/${NATIVE}/facts`);
  const built = await call(`${base}/stake`, { strategy: NATIVE, wallet, amount: '2' });
  const stakeAccount = String(built['stakeAccount']);
  const signed_tx = await signer.sign(String(built['transaction']));
  await call(`${base}/broadcast`, { signed_tx, service_token: built['service_token'] });
  sandbox.ledger.advanceEpochs(1);
  const exitOptions = await callFor(looks, `${base}/exit-options`, {
    strategy: NATIVE,
    wallet,
    stakeAccount,
  });
  const recorded = { limits, entryOptions, exitOptions, leveragedFacts, nativeFacts };
  const text = JSON.stringify(recorded)
    .replaceAll(wallet, stand.wallet)
    .replaceAll(stakeAccount, stand.stakeAccount);
  return JSON.parse(text);
}

/** Calls until the answer has estimates of time, which need a measured slot time, or so many calls were made. */
async function callFor(looks: number, url: string, body?: object): Promise<Json> {
  const answer = await call(url, body);
  if (looks === 1 || JSON.stringify(answer).includes('"earliest"')) return answer;
  await setTimeout(PAUSE);
  return await callFor(looks - 1, url, body);
}

async function call(url: string, body?: object): Promise<Json> {
  const answer = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const said = (await answer.body.json()) as Json;
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${JSON.stringify(said)}`);
  return said;
}

/**
 * Prints answers with everything that moves made still: figures, times and addresses, and estimates of time, which an answer
 * may lack. Two recordings with the same print differ in nothing else.
 */
export function printStill(answers: unknown): string {
  return JSON.stringify(answers, (name, value) => {
    if (MOVING.includes(name)) return undefined;
    if (typeof value === 'number') return 0;
    if (typeof value !== 'string') return value;
    return value
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time')
      .replace(/\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g, 'address')
      .replace(/\d+(\.\d+)?/g, '0');
  });
}
