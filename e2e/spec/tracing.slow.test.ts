import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';

const ROOT = join(import.meta.dirname, '../..');

test('without a collector nothing of OpenTelemetry is loaded', () => {
  const script = `
    const { registerHooks } = await import('node:module');
    const names = [];
    registerHooks({ resolve(name, context, next) { names.push(name); return next(name, context); } });
    await import('./packages/api/src/start.ts');
    console.log(JSON.stringify(names));`;
  const argv = ['--input-type=module', '--eval', script];
  const names: string[] = JSON.parse(
    execFileSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8', env: CHILD_ENVIRONMENT }),
  );
  assert.ok(names.includes('find-my-way'));
  assert.deepEqual(
    // The interfaces alone come with prom-client.
    names.filter((name) => /@opentelemetry\/(?!api$)|\/open-telemetry\.ts$/.test(name)),
    [],
  );
});
