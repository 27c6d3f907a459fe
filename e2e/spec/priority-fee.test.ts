import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import type { Wallet } from '@staking-agent/dev';
import { createDataDirectory } from '../admin.ts';
import { decodeTransaction } from '../decode-transaction.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  type Answer,
  type Cleanup,
  createCleanup,
  createFundedWallet,
  DEPLOYMENT,
  fundUsdc,
  send,
  startWorld,
  type World,
} from '../world.ts';

const NATIVE = { strategy: 'sol-native-stake' };
const EARN = { strategy: 'usdc-earn' };
const LEVERAGED = { strategy: 'sol-leveraged-stake' };

describe('the price of priority', () => {
  const cleanup = createCleanup();
  let world: World;
  let wallet: Wallet;

  before(async () => {
    world = await startWorld(cleanup);
    wallet = await createFundedWallet(world, '9000');
    await fundUsdc(world, wallet, '50000000');
    await broadcast(await build('/stake', { ...EARN, amount: '40000000' }));
    await broadcast(await build('/stake', { ...LEVERAGED, amount: '4000' }));
    // The vaults put what was paid in to work: exits are paid by strategies and through flash loans.
    world.sandbox.ledger.advanceEpochs(1);
  });

  async function build(path: string, body: object) {
    const answer = await world.post(path, { ...body, wallet: wallet.address });
    assertBuilt(answer);
    return answer.body;
  }

  async function broadcast({ transaction, service_token }: Record<string, string>) {
    const signed_tx = await wallet.sign(transaction ?? '');
    assertBuilt(await world.post('/broadcast', { signed_tx, service_token, route: 'rpc' }));
  }

  test("is asked of what builds write, of all that is not the wallet's, and of nothing else", async (t) => {
    const { asked } = await startWatched(t, world);
    const written = new Map<string, Set<string>>();
    for (const [path, body] of [
      ['/stake', { ...NATIVE, amount: '2' }],
      ['/stake', { ...EARN, amount: '5' }],
      ['/unstake', { ...EARN, kind: 'instant', amount: '2' }],
      // Out of all strategies.
      ['/unstake', { ...EARN, kind: 'instant', isWithdrawAll: true }],
      ['/stake', { ...LEVERAGED, amount: '3' }],
      ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '1' }],
      ['/unstake', { ...LEVERAGED, kind: 'instant', amount: '1500' }],
    ] as const) {
      const { transaction } = await build(path, body);
      const accounts = new Set(writableOf(world, transaction));
      written.set(body.strategy, (written.get(body.strategy) ?? new Set()).union(accounts));
    }
    const listed = asked();
    const sharedBy = ({ strategy }: typeof NATIVE) =>
      [...(written.get(strategy) ?? [])].filter((account) => !isOf(world, wallet, account));
    const assertListed = (build: typeof NATIVE, one: string, exceptions: readonly string[] = []) => {
      const accounts = new Set(listed.find((list) => list.includes(one)));
      assert.deepEqual(
        accounts.difference(written.get(build.strategy) ?? new Set()),
        new Set(),
        'nothing that builds do not write',
      );
      assert.deepEqual(new Set(sharedBy(build)).difference(accounts), new Set(exceptions));
    };
    assertListed(LEVERAGED, DEPLOYMENT.stakePool.address, writtenWithPool(world));
    assertListed(EARN, DEPLOYMENT.usdcVault);
    // A native stake writes nothing that another wallet writes, but reads what votes write.
    assert.deepEqual(sharedBy(NATIVE), []);
    assert.ok(listed.some((list) => list.length === 1 && list[0] === DEPLOYMENT.voteAccount));
    assert.equal(listed.length, 3);
  });

  test('is of the level that is asked for, within the most that it may cost, and a level more at a refresh', async (t) => {
    const still = await startWorld(t, {}, {}, { slotMilliseconds: 60_000 });
    const payer = await createFundedWallet(still, '100');
    await fundUsdc(still, payer, '100');
    const pay = async () => {
      for (const price of [100_000, 200_000, 300_000, 400_000]) {
        await writeAt(still, payer, DEPLOYMENT.usdcVault, price);
        await writeAt(still, payer, payer.address, 0);
        still.sandbox.ledger.advanceSlots(2);
      }
    };
    await pay();
    const { url } = await startWatched(t, still);
    const post = (path: string, body: object) => send('POST', `${url}${path}`, body);
    const asked = { ...EARN, wallet: payer.address, amount: '5', include: ['receipt'] };
    const feeOf = ({ body }: Answer) => {
      const { instructions } = decodeTransaction(body.transaction);
      const [limit, price] = ['setComputeUnitLimit', 'setComputeUnitPrice'].map((name) => {
        const data = instructions.find((each) => each.name === name)?.data ?? assert.fail(name);
        return name.endsWith('Limit') ? BigInt(data.readUInt32LE(1)) : data.readBigUInt64LE(1);
      }) as [bigint, bigint];
      const fee = (limit * price + 999_999n) / 1_000_000n;
      const told = body.receipt?.costs.find(({ kind }: { kind: string }) => kind === 'priority-fee');
      if (told !== undefined) assert.equal(told.baseUnits, fee.toString());
      return { fee, price: Number(price) };
    };
    const paid = async (priority: unknown) => {
      const answer = await post('/stake', { ...asked, ...(priority !== undefined && { priority }) });
      assertBuilt(answer);
      return { answer, ...feeOf(answer) };
    };
    // They are read in rounds, and for a moment after a jump nothing is built.
    const untilKnown = () =>
      until('the fees are known', async () => {
        const answer = await post('/stake', { ...asked, priority: 'high' });
        return answer.status === 200 && feeOf(answer).price > 350_000;
      });
    await untilKnown();
    const prices = [];
    for (const priority of ['low', undefined, 'medium', 'high'])
      prices.push(Math.round((await paid(priority)).price / 100_000));
    assert.deepEqual(prices, [1, 3, 3, 4]);
    for (const most of [100n, 5_000n, 20_000n]) {
      const { fee } = await paid({ maxLamports: most.toString() });
      assert.ok(fee <= most && fee > most - 81n, `${fee} of ${most}`);
    }

    // Where a node has estimates, a stake that writes nothing of others pays what all pay.
    const native = { ...NATIVE, wallet: payer.address, amount: '2', priority: 'high' };
    await until('the estimate is read again', async () => {
      const answer = await still.post('/stake', native);
      return answer.status === 200 && Math.round(feeOf(answer).price / 100_000) === 4;
    });

    // The fees of before are forgotten with the blockhash.
    const expire = async () => {
      still.sandbox.ledger.advanceSlots(200);
      await pay();
      await untilKnown();
    };
    const low = await paid('low');
    await expire();
    const again = ({ body: { transaction, service_token } }: Answer) =>
      until('it can be refreshed', async () => {
        const refreshed = await post('/refresh', { transaction, service_token });
        return refreshed.status === 200 && refreshed;
      });
    const second = await again(low.answer);
    assert.equal(Math.round(feeOf(second).price / 100_000), 3);
    await expire();
    const third = await again(second);
    assert.equal(Math.round(feeOf(third).price / 100_000), 4);

    const routed = { strategy: 'sol-liquid-stake', wallet: payer.address, amount: '1', priority: 'high' };
    assert.equal((await post('/stake', routed)).body.code, 'FEES_OF_PROVIDER');
  });
});

/** Pays for priority in a transaction that writes an account: it gives it a lamport. */
async function writeAt({ sandbox }: World, payer: Wallet, account: string, microLamports: number) {
  const connection = new Connection(sandbox.url, 'confirmed');
  const payerKey = new PublicKey(payer.address);
  const { blockhash } = await connection.getLatestBlockhash();
  const message = new TransactionMessage({
    payerKey,
    recentBlockhash: blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
      SystemProgram.transfer({ fromPubkey: payerKey, toPubkey: new PublicKey(account), lamports: 1 }),
    ],
  }).compileToV0Message();
  const unsigned = Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
  await connection.sendRawTransaction(Buffer.from(await payer.sign(unsigned), 'base64'));
}

/** A service over a node without estimates, and the accounts whose fees it asks for. */
async function startWatched(t: Cleanup, { sandbox }: Pick<World, 'sandbox'>) {
  const node = await startLyingNode(t, sandbox.url);
  node.tell((answer) => {
    if (answer.method === 'getPriorityFeeEstimate') answer.error = { code: -32_601, message: 'Not found' };
  });
  const directory = createDataDirectory(t);
  const service = await startReplica(t, sandbox, { LEDGER_RPC_URLS: node.url, DATA_DIR: directory });
  const asked = (): string[][] =>
    node.calls
      .map((text) => JSON.parse(text))
      .filter(({ method }) => method === 'getRecentPrioritizationFees')
      .map(({ params }) => params[0]);
  await until('fees were asked for', () => asked().length >= 3);
  return { asked, url: `${service.url}/api/v1` };
}

/** What a transaction writes, lookup tables included. */
function writableOf({ sandbox }: World, base64: string): string[] {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'));
  const addressLookupTableAccounts = message.addressTableLookups.map(({ accountKey }) => {
    const { data } = sandbox.ledger.findAccount(accountKey.toBase58() as Address) ?? assert.fail();
    return new AddressLookupTableAccount({
      key: accountKey,
      state: AddressLookupTableAccount.deserialize(Uint8Array.from(data)),
    });
  });
  const keys = message.getAccountKeys({ addressLookupTableAccounts });
  return Array.from({ length: keys.length }, (_, i) => i)
    .filter((i) => message.isAccountWritable(i))
    .map((i) => keys.get(i)?.toBase58() ?? '');
}

/** Whether an account is a wallet's: it is the wallet, names it, or is yet to be made. */
function isOf({ sandbox }: World, { address }: Wallet, account: string): boolean {
  const found = sandbox.ledger.findAccount(account as Address);
  const isNamed = found !== undefined && Buffer.from(found.data).includes(new PublicKey(address).toBuffer());
  return account === address || found === undefined || isNamed;
}

/** What is written together with the pool only: its reserve, and where its manager's fees go. */
function writtenWithPool({ sandbox }: World): readonly string[] {
  const { data } = sandbox.ledger.findAccount(DEPLOYMENT.stakePool.address) ?? assert.fail();
  const { reserveStake, managerFeeAccount } = STAKE_POOL_CODEC.decode(data);
  return [reserveStake, managerFeeAccount];
}

function assertBuilt({ status, text }: Answer): void {
  assert.equal(status, 200, text);
}
