import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, getBase58Decoder } from '@solana/kit';
import { startService } from '../packages/api/src/index.ts';
import { parseDeployment } from '../packages/chain/src/deployment.ts';
import { createWallet, sandboxEnvironment, type Wallet } from '../packages/dev/src/index.ts';
import { type Sandbox, startSandbox } from '../packages/sandbox/src/index.ts';
import { readDeployment } from './deployment.ts';
import { type LimitedNode, startLimitedNode } from './landing/limited-node.ts';
import { postJson } from './landing/post-json.ts';
import { type Signed, startNaiveSender } from './landing/send-naively.ts';
import { print, printTable } from './report.ts';

const base58 = getBase58Decoder();

/** Calls a second of each node, and the broadcasts a second that are made through two of them. */
const SCENARIOS = [
  { perSecond: 10, broadcasts: 5 },
  { perSecond: 50, broadcasts: 25 },
] as const;
const NODES = 2;
const STATUSES_PER_CALL = 256;
const LOST = 0.85;
const SECONDS = 20;
/** What the last one has to land or die: the life of a blockhash, and room. */
const REST_MILLISECONDS = 40_000;

type Scenario = (typeof SCENARIOS)[number];
type Built = { readonly signed: Signed; readonly token: string };

/** Says what became of broadcasts through limited nodes: by this service, and by sending everything to everybody. */
export async function compareLanding(): Promise<void> {
  print(`\nLanding: ${NODES} nodes, ${LOST * 100} % of what they take is lost, ${SECONDS} s of broadcasts`);
  const rows: string[][] = [];
  for (const scenario of SCENARIOS) {
    rows.push(await measure('this service', scenario, broadcastByService));
    rows.push(await measure('everything to everybody every 2 s', scenario, broadcastNaively));
  }
  printTable(['Sender', 'calls/s a node', 'broadcasts/s', 'landed', 'sends each', '429 of calls'], rows);
}

type Place = { readonly sandbox: Sandbox; readonly nodes: readonly LimitedNode[] };

async function measure(
  name: string,
  scenario: Scenario,
  broadcast: (place: Place, scenario: Scenario) => Promise<readonly string[]>,
): Promise<string[]> {
  const sandbox = await startSandbox({ deployment: parseDeployment(readDeployment()), port: 0 });
  const nodes = await Promise.all(
    Array.from({ length: NODES }, (_, seed) =>
      startLimitedNode(sandbox.url, { perSecond: scenario.perSecond, lost: LOST, seed }),
    ),
  );
  try {
    const signatures = await broadcast({ sandbox, nodes }, scenario);
    const landed = await countLanded(sandbox, signatures);
    const sum = (what: keyof LimitedNode['counts']) =>
      nodes.reduce((total, { counts }) => total + counts[what], 0);
    const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
    const row = [
      name,
      String(scenario.perSecond),
      String(scenario.broadcasts),
      percent(landed, signatures.length),
      (sum('sends') / signatures.length).toFixed(1),
      percent(sum('refused'), sum('calls')),
    ];
    print(row.join(' | '));
    return row;
  } finally {
    for (const node of nodes) node.close();
    await sandbox.close();
  }
}

async function broadcastByService(place: Place, scenario: Scenario): Promise<readonly string[]> {
  const urls = place.nodes.map(({ url }) => url).join(',');
  return await withService(place, { LEDGER_RPC_URLS: urls }, async (url) => {
    const signatures: string[] = [];
    const answers: Promise<unknown>[] = [];
    await everyInterval(
      scenario,
      async (wallet) => {
        const { signed, token } = await build(url, wallet);
        signatures.push(signed.signature);
        answers.push(post(`${url}/broadcast`, { signed_tx: signed.base64, service_token: token }));
      },
      place,
    );
    await Promise.all(answers);
    await sleep(REST_MILLISECONDS);
    return signatures;
  });
}

async function broadcastNaively(place: Place, scenario: Scenario): Promise<readonly string[]> {
  const sender = startNaiveSender(place.nodes.map(({ url }) => url));
  // What builds has a node of its own.
  return await withService(place, {}, async (url) => {
    const signatures: string[] = [];
    await everyInterval(
      scenario,
      async (wallet) => {
        const { signed } = await build(url, wallet);
        signatures.push(signed.signature);
        sender.send(signed);
      },
      place,
    );
    await sleep(REST_MILLISECONDS);
    await sender.stop();
    return signatures;
  });
}

/** Makes so many broadcasts a second, each of a wallet of its own. */
async function everyInterval(
  { broadcasts }: Scenario,
  make: (wallet: Wallet) => Promise<void>,
  { sandbox }: Place,
): Promise<void> {
  const wallets = await Promise.all(Array.from({ length: broadcasts * SECONDS }, createWallet));
  for (const { address } of wallets) sandbox.ledger.fund(address as Address, 5_000_000_000n);
  sandbox.ledger.advanceSlots(2);
  const begun = performance.now();
  const made: Promise<void>[] = [];
  for (const [i, wallet] of wallets.entries()) {
    await sleep(Math.max(0, begun + (i * 1_000) / broadcasts - performance.now()));
    made.push(make(wallet));
  }
  await Promise.all(made);
}

async function withService<Result>(
  { sandbox }: Place,
  environment: Record<string, string>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const quiet = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    SHUTDOWN_SECONDS: '0',
    DATA_DIR: directory,
  };
  const service = await startService({ ...sandboxEnvironment(sandbox), ...quiet, ...environment });
  try {
    return await work(`${service.url}/api/v1`);
  } finally {
    await service.close();
    rmSync(directory, { recursive: true });
  }
}

async function build(url: string, wallet: Wallet): Promise<Built> {
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const answer = await post(`${url}/stake`, body);
  if (!('transaction' in Object(answer))) throw new Error(JSON.stringify(answer));
  const {
    transaction,
    service_token: token,
    expiry,
  } = answer as {
    transaction: string;
    service_token: string;
    expiry: { lastValidBlockHeight: string };
  };
  const base64 = await wallet.sign(transaction);
  const signature = base58.decode(Buffer.from(base64, 'base64').subarray(1, 65));
  const lastValidBlockHeight = Number(expiry.lastValidBlockHeight);
  return { token, signed: { base64, signature, lastValidBlockHeight } };
}

async function post(url: string, body: object): Promise<unknown> {
  return JSON.parse((await postJson(url, JSON.stringify(body))).text);
}

async function countLanded({ url }: Sandbox, signatures: readonly string[]): Promise<number> {
  let landed = 0;
  for (let from = 0; from < signatures.length; from += STATUSES_PER_CALL) {
    const part = signatures.slice(from, from + STATUSES_PER_CALL);
    const params = [part, { searchTransactionHistory: true }];
    const { result } = (await post(url, {
      jsonrpc: '2.0',
      id: 1,
      method: 'getSignatureStatuses',
      params,
    })) as {
      result: { value: readonly ({ err: unknown } | null)[] };
    };
    landed += result.value.filter((status) => status !== null && status.err === null).length;
  }
  return landed;
}

if (import.meta.main) await compareLanding();
