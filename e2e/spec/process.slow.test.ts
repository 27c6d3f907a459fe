import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findFreePort, SANDBOX_DEPLOYMENT } from '@staking-agent/dev';
import { startSandbox } from '@staking-agent/sandbox';
import { createOperator, PARTNER_KEY_SECRETS } from '../admin.ts';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, send, setLedgerFault } from '../world.ts';

const MAIN = join(import.meta.dirname, '../../packages/api/src/main.ts');

const DATA_DIR = mkdtempSync(join(tmpdir(), 'staking-agent-'));
after(() => rmSync(DATA_DIR, { recursive: true }));

/** Runs the service as a process of its own and collects what it prints. */
function runMain(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: { ...CHILD_ENVIRONMENT, DATA_DIR, ...environment } });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output.text += String(chunk);
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output, exit };
}

test('a process stops on SIGTERM with status 0, and nothing secret is in its log or its answers', async (t) => {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const secrets = {
    rpc: 'canary-rpc-key',
    router: 'canary-router-key',
    partner: 'canary-partner',
    auth: 'canary-auth',
  };
  const tokenKey = randomBytes(32).toString('base64');
  const port = await findFreePort();
  const { child, output, exit } = runMain({
    // Two show what landed.
    LEDGER_RPC_URLS: `${sandbox.url}/?api-key=${secrets.rpc},${sandbox.url}/?key=${secrets.rpc},http://127.0.0.1:1/${secrets.rpc}`,
    ROUTER_URL: `${sandbox.url}/router`,
    ROUTER_API_KEY: secrets.router,
    VAULT_API_URL: sandbox.url,
    APY_VALIDATOR_URL: sandbox.apyUrl,
    DEPLOYMENT: SANDBOX_DEPLOYMENT,
    SERVICE_TOKEN_KEYS: `a:${tokenKey}`,
    PARTNER_KEY_SECRETS,
    PORT: String(port),
    LOG_LEVEL: 'trace',
    SHUTDOWN_SECONDS: '1',
  });
  const url = `http://127.0.0.1:${port}/api/v1`;
  const headers = { authorization: `Bearer ${secrets.auth}` };
  const post = (path: string, body: object, key = secrets.partner) =>
    send('POST', `${url}${path}`, body, { ...headers, 'x-partner-key': key });
  await until('the service answers', async () => {
    assert.equal(child.exitCode, null, output.text);
    return (await send('GET', `${url}/health`).catch(() => undefined))?.status === 200;
  });
  const operator = createOperator({ DATA_DIR });
  const partner = await operator.addPartner('Canary');
  const wallet = await createFundedWallet({ sandbox }, '5');
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const answers = [
    await post('/stake', body),
    await post('/stake', { ...body, partner_api_key: secrets.partner }),
  ];
  const build = await post('/stake', { ...body, partner_api_key: partner.key }, partner.key);
  const signed_tx = await wallet.sign(build.body.transaction);
  const { service_token } = build.body;
  answers.push(await post('/broadcast', { signed_tx, service_token: `${service_token}x` }));
  answers.push(await post('/broadcast', { signed_tx, service_token }));
  await operator.readCredit(wallet.address);
  await setLedgerFault({ sandbox }, { mode: '500' });
  answers.push(await post('/withdraw', { wallet: wallet.address, stakeAccount: build.body.stakeAccount }));
  child.kill('SIGTERM');
  assert.equal(await exit, 0);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 200, 502],
  );
  assert.match(output.text, /"status":200/);
  assert.match(output.text, new RegExp(`"signature":"${answers[3]?.body.signature}"`));
  assert.match(output.text, new RegExp(`"partner":"${partner.id}"`));
  const everything = output.text + answers.map(({ text }) => text).join('');
  for (const secret of [
    ...Object.values(secrets),
    partner.key.slice(5, 37),
    tokenKey,
    PARTNER_KEY_SECRETS.slice(5),
    service_token,
    signed_tx,
    '127.0.0.1:1/',
    sandbox.url,
  ]) {
    assert.ok(!everything.includes(secret), `${secret} is printed`);
  }
  assert.ok(!output.text.includes(wallet.address), 'the whole wallet address is logged');
});
