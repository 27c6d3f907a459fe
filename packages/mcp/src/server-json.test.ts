import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import server from '../server.json' with { type: 'json' };
import { readSettings } from './local/settings.ts';

const [npm, ...others] = server.packages;
const variables = npm?.environmentVariables ?? [];
const names = variables.map(({ name }) => name);

describe('what a registry of MCP servers is told', () => {
  test('is of the package that it names, in the version that is released', () => {
    assert.deepEqual([server.name, npm?.identifier, others], [manifest.mcpName, manifest.name, []]);
    assert.deepEqual([server.version, npm?.version], [manifest.version, manifest.version]);
    // What a package has one command of is run by its name alone.
    assert.deepEqual(Object.keys(manifest.bin), ['staking-agent-mcp']);
    assert.deepEqual([npm?.registryType, npm?.transport], ['npm', { type: 'stdio' }]);
  });

  test('keeps to the bounds of the schema that it names', () => {
    assert.match(server.$schema, /\/2025-12-11\/server\.schema\.json$/);
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    for (const text of [server.title, server.description]) assert.ok(text.length <= 100, text);
    for (const variable of variables) {
      const { name, description, ...rest } = variable;
      assert.match(description, /^[A-Z].+\.$/, name);
      const known = ['default', 'format', 'isSecret'];
      assert.deepEqual(
        Object.keys(rest).filter((key) => !known.includes(key)),
        [],
      );
      if ('format' in variable) assert.equal(variable.format, 'filepath');
    }
  });

  test('lists the variables that the server reads and docs/agents.md describes, with their defaults', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'server-json-'));
    t.after(() => rmSync(directory, { recursive: true }));
    const read = new Set<string>();
    const env = new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          read.add(String(name));
          return name === 'STAKING_STATE' ? join(directory, 'mcp.db') : undefined;
        },
      },
    );
    const { url, deployment } = await readSettings(env);
    assert.deepEqual([...read].filter((name) => name.startsWith('STAKING_')).sort(), names.toSorted());
    const defaults = variables.flatMap((each) => ('default' in each ? [[each.name, each.default]] : []));
    assert.deepEqual(defaults, [
      ['STAKING_URL', url],
      ['STAKING_DEPLOYMENT', deployment],
    ]);
    const page = readFileSync(join(import.meta.dirname, '../../../docs/agents.md'), 'utf8');
    const described = [...page.matchAll(/^\| `(STAKING_\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(described, names);
  });

  test('marks as secret what is one, and takes keys as files alone', () => {
    const secret = variables.filter((each) => 'isSecret' in each && each.isSecret).map(({ name }) => name);
    assert.deepEqual(secret, ['STAKING_RPC_URL', 'STAKING_PARTNER_KEY']);
    const keypair = variables.find(({ name }) => name === 'STAKING_KEYPAIR');
    assert.deepEqual(keypair && 'format' in keypair && keypair.format, 'filepath');
  });
});
