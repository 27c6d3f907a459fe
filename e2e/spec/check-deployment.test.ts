import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { checkDeployment, type DeploymentFault } from '@staking-agent/api/deployment';
import { hashProgramCode, parseDeployment } from '@staking-agent/chain/deployment';
import {
  INSTANT_WITHDRAW_VAULT_DISCRIMINATOR,
  VOLTR_VAULT_PROGRAM_ADDRESS,
} from '@staking-agent/chain/vault';
import mainnet from '../../deployments/mainnet.json' with { type: 'json' };
import file from '../../deployments/sandbox.json' with { type: 'json' };
import { runCheck } from '../../packages/api/src/check.ts';
import {
  findProgramDataAddress,
  readProgramVersions,
} from '../../packages/api/src/upstreams/ledger/programs.ts';
import { createDataDirectory } from '../admin.ts';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { signBuild } from '../land-build.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { createFundedWallet, deployWith, fundUsdc, send, startWorld } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'packages/api/src/check.ts');
const SANDBOX_FILE = join(ROOT, 'deployments/sandbox.json');

type Run = { readonly code: number; readonly out: string; readonly error: string };

async function check(...args: string[]): Promise<Run> {
  const told = { out: '', error: '' };
  const code = await runCheck(args, {
    out: (text) => {
      told.out += text;
    },
    error: (text) => {
      told.error += text;
    },
  });
  return { code, ...told };
}

type File = typeof file;
const STRANGER = '9CmdYDTzEUMPvuNSWGTcScvFdUVUNDEqkCykmjJSVgbx';

const world = await startWorld({ after });
const ledger = {
  async read(method: string, params: readonly unknown[]) {
    return (await send('POST', world.sandbox.url, { jsonrpc: '2.0', id: 1, method, params })).body.result;
  },
};

/** Checks the sandbox's deployment with changes made to it. */
async function findFaults(change: (copy: File) => unknown): Promise<readonly DeploymentFault[]> {
  const copy = structuredClone(file);
  change(copy);
  return checkDeployment(parseDeployment(copy), { ledger: ledger as never });
}

describe('checkDeployment', () => {
  test('finds nothing wrong with the deployment of the sandbox', async () => {
    assert.deepEqual(await findFaults(() => undefined), []);
  });

  for (const part of ['adaptor', 'lending', 'market', 'lookupTables'] as const) {
    test(`looks at the rest where leveraged has no ${part}`, async () => {
      const without = (copy: File) => Reflect.deleteProperty(copy.leveraged, part);
      assert.deepEqual(await findFaults(without), []);
      const faults = await findFaults((copy) => {
        without(copy);
        copy.leveraged.vault = copy.usdcVault;
      });
      assert.ok(faults.some(({ field }) => field === 'leveraged.vault'));
      assert.ok(faults.every(({ field }) => !field.startsWith(`leveraged.${part}`)));
    });
  }

  /** A field that gets the value of another one, or of nobody, and what is found there. */
  const wrong: readonly (readonly [field: string, value: unknown, detail: RegExp])[] = [
    ['voteAccount', file.rasolMint, /Its owner is Tokenkeg\S+ instead of Vote/],
    ['usdcMint', file.rasolMint, /It has 9 decimals instead of 6/],
    ['rasolMint', STRANGER, /no such account/],
    ['stakePool.address', file.usdcVault, /Its owner is vVoLTR\S+ instead of SP/],
    ['stakePool.program', file.usdcVault, /It is no program/],
    ['usdcVault', file.leveraged.vault, /Its receipt is \S+ instead of 53fZ/],
    ['routerPrograms[0]', STRANGER, /no such account/],
    ['leveraged.vault', file.usdcVault, /Its receipt is/],
    ['leveraged.adaptor.strategy, known to the vault', STRANGER, /no such account/],
    ['leveraged.lending.bank', file.leveraged.lending.group, /another kind of account|It lends/],
    ['leveraged.market.solVault', file.leveraged.market.address, /Its owner is/],
    ['leveraged.lookupTables[0]', file.usdcVault, /It is no lookup table/],
    ['reserve.address', file.usdcVault, /Its owner is vVoLTR\S+ instead of unpXTU2N/],
    ['reserve.program', file.usdcVault, /It is no program/],
    ['usdcStrategies.adaptors[1].strategy, known to the vault', STRANGER, /no such account/],
    ['usdcStrategies.adaptors[0].program', file.usdcVault, /It is no program/],
    ['usdcStrategies.adaptors[0].accounts[1]', { account: STRANGER }, /no such account/],
    ['usdcStrategies.lookupTables[0]', file.usdcVault, /It is no lookup table/],
    [
      `programs.${file.stakePool.program}`,
      { deploySlot: '77', upgradeAuthority: null },
      /It is deployed in slot 0, upgraded by \S+; the file records one deployed in slot 77, final/,
    ],
  ];
  for (const [field, value, detail] of wrong) {
    test(`names a wrong ${field}`, async () => {
      const faults = await findFaults((copy) => put(copy, field, value));
      assert.match(faults.find((each) => each.field === field)?.detail ?? 'nothing found', detail);
    });
  }
});

/** Puts a value where a field is; members of an object over those that are there. */
function put(copy: File, field: string, value: unknown): void {
  const [path = ''] = field.split(',');
  const names = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const last = names.pop() ?? '';
  let at = Object(copy);
  for (const name of names) at = at[name] ??= {};
  at[last] = typeof value === 'string' ? value : { ...at[last], ...Object(value) };
}

describe('check:deployment', () => {
  test('the deployment of the sandbox fits the sandbox', async () => {
    const run = await check('--rpc', world.sandbox.url, '--deployment', SANDBOX_FILE);
    assert.deepEqual([run.code, run.error], [0, '']);
    const [first, ...lines] = run.out.trimEnd().split('\n');
    assert.equal(first, 'The node serves 21 of 21 methods that the service calls.');
    assert.equal(lines.pop(), `${SANDBOX_FILE} matches the ledger.`);
    assert.ok(lines.every((line) => /^ {4}\w+ in \d+ ms$/.test(line)));
    assert.equal(lines.length, 21);
  });

  test('methods that a node does not serve are named, with what is done without them', async (t) => {
    const node = await startLyingNode(t, world.sandbox.url);
    node.tell((answer) => {
      const code = { getProgramAccounts: -32_010, getTransaction: -32_601, getEpochInfo: -32_601 };
      const refused = Object.entries(code).find(([method]) => method === answer.method);
      if (refused !== undefined) answer.error = { code: refused[1], message: 'not here' };
    });
    const { out } = await check('--rpc', node.url, '--deployment', SANDBOX_FILE);
    assert.match(out, /^The node serves 18 of 21 methods/);
    assert.match(
      out,
      / {2}getProgramAccounts: refused with code -32010; stake accounts are searched for with/,
    );
    assert.match(out, / {2}getTransaction: refused with code -32601; what a transaction did/);
    assert.match(out, / {2}getEpochInfo: refused with code -32601; the service cannot do without it\./);
  });

  test('a program whose code is not the one that the file pins is named', async (t) => {
    const place = createDataDirectory(t);
    const path = join(place, 'pinned.json');
    const { program } = parseDeployment(file).stakePool;
    const { bank } = world.sandbox.ledger;
    const [version] = (await readProgramVersions([program], { ledger: ledger as never })).values();
    const { data } = bank.findAccount(findProgramDataAddress(program)) ?? assert.fail();
    const sha256 = hashProgramCode(data.slice(45));
    for (const pin of [sha256, 'f'.repeat(64)]) {
      const pinned = {
        deploySlot: String(version?.deploySlot),
        upgradeAuthority: version?.upgradeAuthority,
        sha256: pin,
      };
      writeFileSync(path, JSON.stringify({ ...file, programs: { [program]: pinned } }));
      const { code, out } = await check('--rpc', world.sandbox.url, '--deployment', path);
      const expected =
        pin === sha256
          ? `${path} matches the ledger.\n`
          : `programs.${program}.sha256 ${program}\n    The sha256 of its code is ${sha256}; flows were run on ${pin}.\n1 address differs.\n`;
      assert.deepEqual([code, out.slice(out.lastIndexOf(' ms\n') + 4)], [pin === sha256 ? 0 : 1, expected]);
    }
  });

  test('a file of another network is named so', async () => {
    const { code, out } = await check('--rpc', world.sandbox.url);
    assert.equal(code, 1);
    assert.match(
      out,
      /^genesisHash 5eykt\S+\n {4}The ledger has the genesis hash \S+; the file is of another one\.\n1 address/,
    );
  });

  test('a file of other addresses is named address by address', async (t) => {
    const place = createDataDirectory(t);
    const path = join(place, 'other.json');
    writeFileSync(path, JSON.stringify({ ...mainnet, genesisHash: undefined }));
    const { code, out } = await check('--rpc', world.sandbox.url, '--deployment', path);
    assert.equal(code, 1);
    assert.match(
      out,
      /stakePool\.address ECRqn7gaNASuvTyC5xfCUjehWZCSowMXstZiM5DNweyB\n {4}The ledger has no such account\./,
    );
  });

  test('a call that is not understood shows how it is made', async () => {
    const { code, error } = await check('--rcp', world.sandbox.url);
    assert.equal(code, 2, error);
    assert.match(error, /npm run check:deployment -- --rpc URL/);
    // The command itself ends with the code, and says it on the other stream.
    const run = promisify(execFile)(process.execPath, [MAIN, '--rcp'], { env: CHILD_ENVIRONMENT });
    await assert.rejects(run, { code: 2, stdout: '', stderr: /npm run check:deployment -- --rpc URL/ });
  });

  test('a ledger that does not answer is no verdict', async () => {
    const { code, out, error } = await check('--rpc', 'http://127.0.0.1:1', '--deployment', SANDBOX_FILE);
    assert.equal(code, 1);
    assert.equal(out, '');
    assert.match(error, /unreachable/);
  });
});

test('the service does not start on a deployment that the ledger contradicts, and names every address', async (t) => {
  const place = createDataDirectory(t);
  const path = join(place, 'wrong.json');
  writeFileSync(path, JSON.stringify({ ...file, voteAccount: file.usdcMint, usdcVault: STRANGER }));
  await assert.rejects(
    startReplica(t, world.sandbox, { DATA_DIR: join(place, 'data'), DEPLOYMENT: path }),
    /voteAccount EPjFW.*: Its owner is(?:.|\n)*usdcVault 9Cmd.*: The ledger has no such account/,
  );
});

// Last: the vault program stays changed.
const VAULT = VOLTR_VAULT_PROGRAM_ADDRESS;

/** Deploys the vault program anew, in a build that lacks an instruction. */
function deployVaultWithout(discriminator: ArrayLike<number>): void {
  const { bank } = world.sandbox.ledger;
  const model = bank.models.get(VAULT);
  assert.ok(model !== undefined);
  bank.upgrade({
    ...model,
    run(call) {
      const isMissing = Array.from(discriminator).every((byte, i) => call.data[i] === byte);
      model.run(isMissing ? { ...call, data: new Uint8Array(8) } : call);
    },
  });
}

/** The line of metrics on the vault program, once the service has looked at it. */
async function seenChange(service: { readonly adminUrl: string | undefined }): Promise<string> {
  for (;;) {
    const { text } = await send('GET', `${service.adminUrl}/metrics`);
    const line = text
      .split('\n')
      .find((each) => each.startsWith(`staking_program_changed{program="${VAULT}"}`));
    if (line !== undefined) return line.slice(line.lastIndexOf(' ') + 1);
  }
}

describe('a program upgraded under the running service', () => {
  test('is refused at build by name where it lacks the instruction, and nowhere else', async (t) => {
    const wallet = await createFundedWallet(world, '1');
    await fundUsdc(world, wallet, '100');
    const own = { strategy: 'usdc-earn', wallet: wallet.address };
    const built = await world.post('/stake', { ...own, amount: '50' });
    const sent = await world.post('/broadcast', await signBuild(wallet, built.body));
    assert.equal(sent.status, 200, sent.text);
    await world.get(`/transactions/${sent.body.signature}?wait=30`);
    const exit = { ...own, kind: 'instant', amount: '0.000001' };
    assert.equal((await world.post('/unstake', exit)).status, 200);

    const { bank } = world.sandbox.ledger;
    const before = bank.models.get(VAULT);
    deployVaultWithout(INSTANT_WITHDRAW_VAULT_DISCRIMINATOR);
    t.after(() => before && bank.upgrade(before));

    const refused = await world.post('/unstake', exit);
    assert.equal(refused.status, 502, refused.text);
    assert.equal(refused.body.code, 'PROGRAM_CHANGED');
    assert.match(
      refused.body.detail,
      new RegExp(`vault program at ${VAULT} would refuse .* with InstructionFallbackNotFound`),
    );
    assert.equal((await world.post('/stake', { ...own, amount: '1' })).status, 200);
  });

  test('is counted where the deployment records another version of it', async (t) => {
    const { openSlot } = world.sandbox.ledger.bank;
    const before = openSlot();
    deployVaultWithout([0xff]);
    const recorded = (deploySlot: bigint) =>
      deployWith(t, { programs: { [VAULT]: { deploySlot: String(deploySlot), upgradeAuthority: null } } });
    const changed = await startReplica(t, world.sandbox, { ...recorded(before - 1n), ADMIN_PORT: '0' });
    assert.equal(await seenChange(changed), '1');
    const unrecorded = await startReplica(t, world.sandbox, { ADMIN_PORT: '0' });
    assert.equal(await seenChange(unrecorded), '0');
  });
});
