import assert from 'node:assert/strict';
import { after, describe, type TestContext, test } from 'node:test';
import { getBase58Decoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer, LiquidStakeAnswer, NativeStakeAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { changeData } from '../change-account.ts';
import { type LyingNode, type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { type Answer, type Cleanup, createFundedWallet, DEPLOYMENT, send, type World } from '../world.ts';

type Ledger = Pick<World, 'sandbox'>;
type Nodes = { readonly world: Ledger; readonly nodes: readonly LyingNode[]; readonly url: string };
type Lie = (answer: NodeAnswer) => void | Promise<void>;

const base58 = getBase58Decoder();
const RENT = 'SysvarRent111111111111111111111111111111111';

async function startLedger(t: Cleanup): Promise<Ledger> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(async () => void (await sandbox.close()));
  return { sandbox };
}

/** The ledger of all tests that change nothing but wallets of their own. */
const shared = await startLedger({ after });

/** Starts a service on nodes that may lie, all in front of one ledger. */
async function startNodes(t: TestContext, count: number, world = shared): Promise<Nodes> {
  const nodes = await Promise.all(Array.from({ length: count }, () => startLyingNode(t, world.sandbox.url)));
  const service = await startReplica(t, world.sandbox, {
    LEDGER_RPC_URLS: nodes.map(({ url }) => url).join(','),
  });
  return { world, nodes, url: `${service.url}/api/v1` };
}

function post({ url }: Pick<Nodes, 'url'>, path: string, body: object): Promise<Answer> {
  return send('POST', `${url}${path}`, body);
}

const stake = (nodes: Nodes, wallet: string, strategy = 'sol-liquid-stake') =>
  post(nodes, '/stake', { strategy, wallet, amount: '1' });

function readBlockhash({ body }: Answer): string {
  return VersionedTransaction.deserialize(Buffer.from(body.transaction, 'base64')).message.recentBlockhash;
}

function poolData({ sandbox }: Ledger): string {
  const { data } = sandbox.ledger.findAccount(DEPLOYMENT.stakePool.address) ?? assert.fail();
  return Buffer.from(data).toString('base64');
}

/** Waits until every node has been asked for so many more blockhashes. */
async function untilBlockhashes({ nodes }: Nodes, more: number): Promise<void> {
  const counts = () => nodes.map(({ counts }) => counts.get('getLatestBlockhash') ?? 0);
  const before = counts();
  await until('blockhashes are asked for', () =>
    counts().every((count, i) => count >= (before[i] ?? 0) + more),
  );
}

/** Changes what a node says of one account. */
const aboutAccount =
  (method: string, address: string, change: (account: { lamports: number; data: string[] }) => void): Lie =>
  ({ method: asked, params, result }) => {
    if (asked !== method) return;
    const options = params[1] as { accounts?: { addresses: string[] } };
    const addresses = options.accounts?.addresses ?? (params[0] as string[]);
    const accounts = options.accounts === undefined ? result.value : result.value.accounts;
    const account = accounts?.[addresses.indexOf(address)];
    if (account) change(account);
  };

describe('with two nodes', { concurrency: 4 }, () => {
  test('each is asked by itself, at most once more than one alone', async (t) => {
    const nodes = await startNodes(t, 2);
    const wallet = await createFundedWallet(nodes.world, '5');
    const before = nodes.nodes.map(({ counts }) => counts.get('simulateTransaction') ?? 0);
    assertOk(await stake(nodes, wallet.address), LiquidStakeAnswer);
    for (const [i, { counts }] of nodes.nodes.entries()) {
      const asked = (counts.get('simulateTransaction') ?? 0) - (before[i] ?? 0);
      assert.ok(asked >= 1 && asked <= 2, String(asked));
    }
  });

  for (const liar of [0, 1]) {
    test(`node ${liar + 1} that hides what raSOL is worth lets nothing out`, async (t) => {
      const nodes = await startNodes(t, 2, await startLedger(t));
      const wallet = await createFundedWallet(nodes.world, '50');
      const staked = await stake(nodes, wallet.address);
      assertOk(staked, LiquidStakeAnswer);
      const { transaction, service_token } = staked.body;
      const signed_tx = await wallet.sign(transaction);
      assertOk(await post(nodes, '/broadcast', { signed_tx, service_token }), BroadcastAnswer);
      // The pool has earned a tenth, the market does not know it yet, and the pool itself pays out at a loss only.
      const { address } = DEPLOYMENT.stakePool;
      const data = poolData(nodes.world);
      changeData(nodes.world, address, (current) => {
        const pool = STAKE_POOL_CODEC.decode(current);
        const totalLamports = (pool.totalLamports * 11n) / 10n;
        const solWithdrawalFee = { numerator: 1n, denominator: 2n };
        STAKE_POOL_CODEC.write({ ...pool, totalLamports, solWithdrawalFee }, current, 0);
        return current;
      });
      const body = { strategy: 'sol-liquid-stake', kind: 'instant', wallet: wallet.address, amount: '0.5' };
      assertProblem(await post(nodes, '/unstake', body), {
        slug: 'upstream_error',
        code: 'PRICE_OUT_OF_BOUNDS',
        detail: /could bring as little as 0\.5\d+ SOL; at least 0\.5\d+ SOL must arrive/,
      });
      nodes.nodes[liar]?.tell(
        aboutAccount('getMultipleAccounts', address, (account) => {
          account.data[0] = data;
        }),
      );
      const answer = await post(nodes, '/unstake', body);
      assertProblem(answer, {
        slug: 'upstream_error',
        code: 'NODES_DISAGREE',
        detail: /report different effects/,
      });
      assert.equal(answer.body.retryable, true);
      assert.equal(answer.body.service_token, undefined);
    });
  }

  test('one whose rent is 90 SOL is no witness, and not believed by native stakes', async (t) => {
    const nodes = await startNodes(t, 2);
    const wallet = await createFundedWallet(nodes.world, '500');
    nodes.nodes[1]?.tell(
      aboutAccount('getMultipleAccounts', RENT, ({ data }) => {
        const rent = Buffer.from(data[0] ?? '', 'base64');
        rent.writeBigUInt64LE(137_000_000n, 0);
        data[0] = rent.toString('base64');
      }),
    );
    assertProblem(await stake(nodes, wallet.address), {
      slug: 'upstream_error',
      code: 'LEDGER_UNAVAILABLE',
    });
    const native = await stake(nodes, wallet.address, 'sol-native-stake');
    assertOk(native, NativeStakeAnswer);
    assert.equal(native.body.rentExemptReserveLamports, 1_666_240);
  });

  test('one that is a thousand slots ahead gives no blockhash', async (t) => {
    const nodes = await startNodes(t, 2);
    const wallet = await createFundedWallet(nodes.world, '5');
    const invented = base58.decode(new Uint8Array(32).fill(7));
    nodes.nodes[0]?.tell(({ method, result }) => {
      if (result?.context) result.context.slot += 1_000;
      if (method === 'getLatestBlockhash') result.value.blockhash = invented;
    });
    await untilBlockhashes(nodes, 2);
    const native = await stake(nodes, wallet.address, 'sol-native-stake');
    assertOk(native, NativeStakeAnswer);
    assert.notEqual(readBlockhash(native), invented);
    assertOk(await stake(nodes, wallet.address), LiquidStakeAnswer);
  });

  test('one that cannot simulate lets nothing out, with a third it is not missed', async (t) => {
    const cannot: Lie = (answer) => {
      if (answer.method === 'simulateTransaction')
        answer.error = { code: -32_601, message: 'Method not found' };
    };
    const two = await startNodes(t, 2);
    const wallet = await createFundedWallet(two.world, '5');
    two.nodes[0]?.tell(cannot);
    assertProblem(await stake(two, wallet.address), { slug: 'upstream_error', code: 'LEDGER_REFUSED' });
    const three = await startNodes(t, 3);
    const other = await createFundedWallet(three.world, '5');
    three.nodes[0]?.tell(cannot);
    assertOk(await stake(three, other.address), LiquidStakeAnswer);
  });
});
