import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createFundedWallet, startWorld } from './world.ts';

/*
 * Makes typed clients from docs/openapi.json with generators of npm, and stakes with each. Their folder has a lock file of its
 * own: they want an older TypeScript than this project has.
 */

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const GENERATORS = join(import.meta.dirname, 'generators');
const DOCUMENT = join(ROOT, 'docs/openapi.json');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const STRICTLY = [
  '--noEmit',
  '--strict',
  '--allowImportingTsExtensions',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--lib',
  'es2023,dom,dom.iterable',
  '--types',
  '',
];

const world = await startWorld({ after });
const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs a generator on the document. */
async function generate(name: string, ...argv: readonly string[]): Promise<void> {
  await run(join(GENERATORS, 'node_modules/.bin', name), argv, { cwd: folder });
}

/** Checks the types of a program beside the generated code, and runs it. Returns what it prints. */
async function check(name: string, program: string): Promise<string> {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, name), program);
  await run(process.execPath, [TSC, ...STRICTLY, name], { cwd: folder }).catch(({ stdout }) =>
    assert.fail(stdout),
  );
  const { address } = await createFundedWallet(world, '5');
  const { stdout } = await run(process.execPath, [name, `${world.service.url}/api/v1`, address], {
    cwd: folder,
  });
  return stdout;
}

const STAKED = /^sol-native-stake [1-9A-HJ-NP-Za-km-z]{32,44} ALL RIGHT\n$/;

describe('docs/openapi.json', () => {
  before(async () => void (await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: GENERATORS })));

  test('gives types by openapi-typescript, which a stake compiles and runs with', async () => {
    await generate('openapi-typescript', DOCUMENT, '--output', 'schema.ts');
    assert.match(await check('types.ts', TYPES), STAKED);
  });

  test('gives a client by openapi-ts of Hey API, which a stake compiles and runs with', async () => {
    const output = JSON.stringify({ path: 'client', importFileExtension: '.ts' });
    const config = `export default { input: ${JSON.stringify(DOCUMENT)}, output: ${output} };`;
    writeFileSync(join(folder, 'openapi-ts.config.mjs'), config);
    await generate('openapi-ts', '--file', 'openapi-ts.config.mjs');
    assert.match(await check('calls.ts', CALLS), STAKED);
  });
});

const TYPES = `
import type { paths } from './schema.ts';
type Stake = paths['/stake']['post'];
type Body = Stake['requestBody']['content']['application/json'];
type Answer = Stake['responses']['200']['content']['application/json'];
const [, , api = '', wallet = ''] = process.argv;
const body: Body = { strategy: 'sol-native-stake', wallet, amount: '1.5', include: ['receipt'] };
// @ts-expect-error an amount as a number
export const wrong: Body = { ...body, amount: 1.5 };
const headers = { 'content-type': 'application/json' };
const response = await fetch(api + '/stake', { method: 'POST', headers, body: JSON.stringify(body) });
const answer: Answer = await response.json();
if (answer.strategy !== 'sol-native-stake') throw new Error(answer.strategy);
const warnings = answer.receipt?.warnings.map(({ code }) => code).join() || 'ALL RIGHT';
console.log(answer.strategy, answer.stakeAccount, warnings);
declare const process: { argv: string[] };
`;

const CALLS = `
import { client } from './client/client.gen.ts';
import { stake } from './client/sdk.gen.ts';
const [, , api = '', wallet = ''] = process.argv;
client.setConfig({ baseUrl: api });
const body = { strategy: 'sol-native-stake', wallet, amount: '1.5', include: ['receipt'] } as const;
// @ts-expect-error an amount as a number
export const wrong = () => stake({ body: { ...body, amount: 1.5 } });
const { data, error } = await stake({ body: { ...body, include: ['receipt'] } });
if (data?.strategy !== 'sol-native-stake') throw new Error(JSON.stringify(error));
const warnings = data.receipt?.warnings.map(({ code }) => code).join() || 'ALL RIGHT';
console.log(data.strategy, data.stakeAccount, warnings);
declare const process: { argv: string[] };
`;
