import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Address } from '@solana/kit';
import { getMarketCodec } from '@staking-agent/chain/leverage';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { findVaultIdleTokenAccount, findVaultLpMintPda, getVaultCodec } from '@staking-agent/chain/vault';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { setTokens } from '../change-account.ts';
import { signBuild } from '../land-build.ts';
import { type LyingNode, type NodeAnswer, startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { type Answer, createFundedWallet, DEPLOYMENT, fundUsdc, send } from '../world.ts';

const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));

async function startOn(nodes: readonly LyingNode[]) {
  const service = await startReplica({ after }, sandbox, {
    LEDGER_RPC_URLS: nodes.map(({ url }) => url).join(','),
  });
  return (path: string, body: object) => send('POST', `${service.url}/api/v1${path}`, body);
}
const startNode = () => startLyingNode({ after }, sandbox.url);
const [alone, first, second] = [await startNode(), await startNode(), await startNode()];
const askOfOne = await startOn([alone]);
const askOfTwo = await startOn([first, second]);
const wallet = await createFundedWallet({ sandbox }, '300');
await fundUsdc({ sandbox }, wallet, '300');

const { leveraged, usdcVault, rausdcMint } = DEPLOYMENT;
const EARN = { strategy: 'usdc-earn', wallet: wallet.address, include: ['receipt'] };
const LEVERAGED = { strategy: 'sol-leveraged-stake', wallet: wallet.address, include: ['receipt'] };
for (const [path, body] of [
  ['/stake', { ...LEVERAGED, amount: '100' }],
  ['/stake', { ...EARN, amount: '50' }],
] as const) {
  const { body: built } = await askOfOne(path, body);
  assertOk(await askOfOne('/broadcast', await signBuild(wallet, built)), BroadcastAnswer);
}

// So little that a larger exit needs a flash loan.
const idle = await findVaultIdleTokenAccount({ vault: leveraged.vault, assetMint: DEPLOYMENT.rasolMint });
setTokens({ sandbox }, idle, 1_000_000_000n);

/** Changes what a node shows of the accounts that a build reads; the simulation tells the truth. */
const lieAbout =
  (address: Address, change: (data: Buffer) => void) =>
  ({ method, params, result }: NodeAnswer): void => {
    const account =
      method === 'getMultipleAccounts' && result.value[(params[0] as string[]).indexOf(address)];
    if (!account) return;
    const data = Buffer.from(account.data[0], 'base64');
    change(data);
    account.data[0] = data.toString('base64');
  };

/** So many thousandths of an amount. */
type Share = bigint;
const take = (amount: bigint, thousandths: Share) => (amount * thousandths) / 1_000n;

const pool = (thousandths: Share) =>
  lieAbout(DEPLOYMENT.stakePool.address, (data) => {
    const state = STAKE_POOL_CODEC.decode(data);
    STAKE_POOL_CODEC.write({ ...state, totalLamports: take(state.totalLamports, thousandths) }, data, 0);
  });
const value = (vault: Address, thousandths: Share) =>
  lieAbout(vault, (data) => {
    const state = getVaultCodec().decode(data);
    const asset = { ...state.asset, totalValue: take(state.asset.totalValue, thousandths) };
    getVaultCodec().write({ ...state, asset }, data, 0);
  });
const market = (thousandths: Share) => {
  return lieAbout(leveraged.market.address, (data) => {
    const state = getMarketCodec().decode(data);
    getMarketCodec().write({ ...state, virtualTokens: take(state.virtualTokens, thousandths) }, data, 0);
  });
};
const supply = (lpMint: Address, thousandths: Share) =>
  lieAbout(lpMint, (data) => data.writeBigUInt64LE(take(data.readBigUInt64LE(36), thousandths), 36));

const [leveragedMint] = await findVaultLpMintPda({ vault: leveraged.vault });
const BUILDS = {
  'a leveraged stake': {
    request: ['/stake', { ...LEVERAGED, amount: '20' }],
    lies: {
      'pool is richer': pool(1_500n),
      'vault is richer': value(leveraged.vault, 1_500n),
      'vault has less LP': supply(leveragedMint, 500n),
    },
  },
  'a leveraged exit from idle funds': {
    request: ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '0.5' }],
    lies: {
      'vault is poorer': value(leveraged.vault, 500n),
      'vault has more LP': supply(leveragedMint, 1_500n),
    },
  },
  'a leveraged exit through a flash loan': {
    request: ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '20' }],
    lies: {
      'market asks more for SOL': market(1_001n),
    },
  },
  'a deposit of USDC': {
    request: ['/stake', { ...EARN, amount: '100' }],
    lies: {
      'vault is richer': value(usdcVault, 1_500n),
      'vault has less LP': supply(rausdcMint, 500n),
    },
  },
  'a withdrawal of USDC': {
    request: ['/unstake', { ...EARN, kind: 'instant', amount: '20' }],
    lies: {
      'vault is poorer': value(usdcVault, 500n),
      'vault has more LP': supply(rausdcMint, 1_500n),
    },
  },
} as const;

const ask = (service: typeof askOfOne, [path, body]: readonly [string, object]) => service(path, body);

/** What a unit that leaves the wallet brings at the least; as computed, where the transaction has no room for a minimum. */
function priceOf({ body, text }: Answer): number {
  const { receive, changes } = body.receipt ?? assert.fail(text);
  const [given] = changes.filter(({ direction }: { direction: string }) => direction === 'out');
  return Number((receive.atLeast ?? receive.expected).baseUnits) / Number(given.baseUnits);
}

for (const [name, { request, lies }] of Object.entries(BUILDS)) {
  for (const [fact, lie] of Object.entries(lies)) {
    test(`${name} is not dearer because one node of two says that the ${fact}`, async () => {
      const truth = await ask(askOfOne, request);
      alone.tell(lie);
      const deceived = await ask(askOfOne, request);
      alone.tell(undefined);
      assert.ok(
        priceOf(deceived) < 0.9995 * priceOf(truth),
        'The lie costs something where one node is asked.',
      );
      for (const liar of [first, second]) {
        liar.tell(lie);
        const answer = await ask(askOfTwo, request);
        liar.tell(undefined);
        assertProblem(answer, { slug: 'upstream_error', code: 'NODES_DISAGREE' });
        assert.equal(answer.body.retryable, true);
        assert.equal(answer.body.service_token, undefined);
      }
    });
  }
}
