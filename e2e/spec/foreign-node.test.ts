import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { getBase58Decoder } from '@solana/kit';
import { startSandbox } from '@staking-agent/sandbox';
import { NativeStakeAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { type LyingNode, startLyingNode } from '../lying-node.ts';
import { createLines, startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, deployWith, send } from '../world.ts';

const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

const FOREIGN = 'RPC endpoint of another ledger: it is not asked';

/** The ledger of all tests: each has wallets of its own. */
const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));

/** Starts a service on two nodes of the sandbox, whose genesis hash the deployment names. */
async function startNodes(
  t: TestContext,
  isDevnet: readonly boolean[],
  isSenderDevnet: readonly boolean[] = [],
) {
  const genesisHash = getBase58Decoder().decode(sandbox.ledger.genesisHash);
  const nodes = await Promise.all(isDevnet.map(() => startLyingNode(t, sandbox.url)));
  for (const [i, node] of nodes.entries()) if (isDevnet[i]) tellDevnet(node);
  const senders = await Promise.all(isSenderDevnet.map(() => startLyingNode(t, sandbox.url)));
  for (const [i, node] of senders.entries()) if (isSenderDevnet[i]) tellDevnet(node);
  const { lines, parts } = createLines();
  const start = async () => {
    const environment = {
      ...deployWith(t, { genesisHash }),
      LEDGER_RPC_URLS: nodes.map(({ url }) => url).join(','),
      ...(senders.length > 0 && { LEDGER_SEND_URLS: senders.map(({ url }) => url).join(',') }),
      ADMIN_PORT: '0',
      LOG_LEVEL: 'info',
    };
    const { url, adminUrl } = await startReplica(t, sandbox, environment, parts);
    return { url: `${url}/api/v1`, admin: adminUrl };
  };
  /** What is logged of nodes of another ledger. */
  const listReports = () => lines.filter((line) => line.includes(FOREIGN)).map((line) => JSON.parse(line));
  return { nodes, senders, start, listReports };
}

function tellDevnet(node: LyingNode): void {
  node.tell((answer) => {
    if (answer.method === 'getGenesisHash') answer.result = DEVNET;
  });
}

describe('a node of another ledger', () => {
  const liar = 1;

  test('is asked for nothing else, and named where operators look', async (t) => {
    const { nodes, start, listReports } = await startNodes(t, [false, true]);
    const { url, admin } = await start();
    const wallet = await createFundedWallet({ sandbox }, '5');
    const stake = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
    const post = (path: string, body: object) => send('POST', `${url}${path}`, body);
    const built = await post('/stake', stake);
    assertOk(built, NativeStakeAnswer);
    const sent = await post('/broadcast', await signBuild(wallet, built.body));
    assert.equal(sent.status, 200, sent.text);

    assert.deepEqual([...(nodes[liar]?.counts.keys() ?? [])], ['getGenesisHash']);
    const { status, body } = await send('GET', `${admin}/ready`);
    assert.deepEqual([status, body.ready, body.foreignNodes], [200, true, [`rpc${liar + 1}`]]);
    const { text } = await send('GET', `${admin}/metrics`);
    for (const i of [0, 1]) {
      assert.match(
        text,
        new RegExp(`^staking_ledger_node_foreign\\{node="rpc${i + 1}"\\} ${i === liar ? 1 : 0}$`, 'm'),
      );
    }
    await until('the log names it', () => listReports().length > 0);
    assert.deepEqual(
      listReports().map(({ node, genesisHash }) => [node, genesisHash]),
      [[`rpc${liar + 1}`, DEVNET]],
    );
  });

  test('is sent nothing as an endpoint for sending, the one beside it is', async (t) => {
    const { nodes, senders, start, listReports } = await startNodes(t, [false], [true, false]);
    const { url, admin } = await start();
    await until('it is found out', async () => {
      const { body } = await send('GET', `${admin}/ready`);
      return body.foreignNodes?.includes('send1');
    });
    const wallet = await createFundedWallet({ sandbox }, '5');
    const post = (path: string, body: object) => send('POST', `${url}${path}`, body);
    const built = await post('/stake', {
      strategy: 'sol-native-stake',
      wallet: wallet.address,
      amount: '1',
    });
    // Taken and lost: it has to be sent again.
    nodes[0]?.tell((answer) => {
      if (answer.method === 'getSignatureStatuses') answer.result.value = [null];
    });
    const sent = await post('/broadcast', await signBuild(wallet, built.body));
    assert.equal(sent.status, 200, sent.text);
    await until('it is sent', () => (senders[1]?.counts.get('sendTransaction') ?? 0) > 0);
    assert.deepEqual([...(senders[0]?.counts.keys() ?? [])], ['getGenesisHash']);
    await until('the log names it', () => listReports().length > 0);
    assert.deepEqual(
      listReports().map(({ node, genesisHash }) => [node, genesisHash]),
      [['send1', DEVNET]],
    );
  });

  test('does not let the service start where no other is left', async (t) => {
    const { start } = await startNodes(t, [true, true]);
    await assert.rejects(start(), /no endpoint of LEDGER_RPC_URLS is/);
  });
});
