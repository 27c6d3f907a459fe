import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { build } from 'esbuild';
import { control, startWorld } from '../world.ts';
import { openBrowser, openPage } from './open-browser.ts';

/** Serves a page with the bundled client, at an origin of its own. */
async function servePage(t: TestContext): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page.ts')],
    bundle: true,
    format: 'esm',
    conditions: ['@staking-agent/source'],
    platform: 'browser',
    write: false,
  });
  const script = outputFiles[0]?.text ?? assert.fail('It is bundled.');
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<link rel="icon" href="data:,"><script type="module" src="/page.js"></script>',
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a page of another origin goes into all strategies and out, in Chromium', async (t) => {
  const world = await startWorld(t, {}, {}, { slotMilliseconds: 60 });
  const { secretKey } = await control(world, 'wallets', { sol: '20', usdc: '20' });
  const origin = await servePage(t);
  const { page, errors, origins } = await openPage(await openBrowser(t), origin);
  await page.waitForFunction('typeof stakeEverywhere === "function"');
  const means = { url: world.service.url, rpc: world.sandbox.url, secretKey };
  const { said, landed, refused } = (await page.evaluate(`stakeEverywhere(${JSON.stringify(means)})`)) as {
    said: string[];
    landed: string[][];
    refused: { code: string; requestId?: string };
  };
  assert.deepEqual(said, ['built', 'verified', 'signed', 'sent', 'confirmed']);
  assert.ok(landed.length >= 7);
  for (const [status, level] of landed) {
    assert.equal(status, 'landed');
    assert.match(level ?? '', /^(exact|bounded)$/);
  }
  assert.equal(refused.code, 'INSUFFICIENT_FUNDS');
  // Readable in a page only because the service exposes it.
  assert.ok(refused.requestId);
  assert.deepEqual([...origins].toSorted(), [origin, world.service.url, world.sandbox.url].toSorted());
  // Chromium itself reports the refusal that was provoked.
  assert.deepEqual(
    errors.filter((error) => !/status of 502|status of 400/.test(error)),
    [],
  );
});
