import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { Keypair } from '@solana/web3.js';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { control } from '../world.ts';
import { startSdkWorld } from './sdk-world.ts';

const ROOT = join(import.meta.dirname, '../..');
const world = await startSdkWorld({ after });

test('the examples of the README do what they show', async (t) => {
  const readme = readFileSync(join(ROOT, 'packages/sdk/README.md'), 'utf8');
  const documents = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const [first = ''] = readme.match(/^```ts\n[\s\S]*?^```$/m) ?? [];
  const local = first.replace("'https://stake.example'", "'http://127.0.0.1:3000', deployment: 'sandbox'");
  assert.ok(documents.includes(local), 'the documents open with the first example of the README');
  const blocks = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  assert.ok(blocks.length >= 4);
  const here = `url: '${world.service.url}', deployment: 'sandbox'`;
  const code = blocks
    .join('\n')
    .replaceAll("url: 'https://stake.example'", here)
    .replaceAll('https://rpc.example', world.sandbox.url);
  // Beside the packages, so that imports find them.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/sdk-readme-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { publicKey, secretKey } = Keypair.generate();
  writeFileSync(join(folder, 'id.json'), JSON.stringify([...secretKey]));
  writeFileSync(join(folder, 'readme.mjs'), code);
  const wallet = publicKey.toBase58();
  await control(world, 'fund', { wallet, sol: '10' });
  const options = { cwd: folder, env: CHILD_ENVIRONMENT };
  const { stdout } = await promisify(execFile)(process.execPath, ['readme.mjs'], options);
  const [staked = '', second = '', row = '', third = ''] = stdout.split('\n');
  assert.match(staked, /^\w{64,88} \w{32,44}$/);
  assert.match(second, /^1 /);
  assert.match(row, /^deposit \d/);
  assert.match(third, /^[A-Z_]+ (rejected|undefined)/);
  const { positions } = await world.connect().listPositions({ wallet });
  assert.equal(positions.length, 1);
});
