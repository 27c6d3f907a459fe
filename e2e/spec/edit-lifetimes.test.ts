import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Address, type Base64EncodedWireTransaction, getBase58Decoder } from '@solana/kit';
import { createWallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { passSlots } from '../pass-slots.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { type Answer, DEPLOYMENT, fundUsdc, setLedgerFault, startWorld } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);
const USDC = 100_000_000n;

type Build = Answer['body'];

async function build(path: string, body: object): Promise<Build> {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const deposit = ({ address }: Pick<SandboxWallet, 'address'>, amount: string) =>
  build('/stake', { strategy: 'usdc-earn', wallet: address, amount });
const makeWallet = () => makeSandboxWallet(world, { sol: '5', usdc: '100' });
const usdcOf = ({ address }: Pick<SandboxWallet, 'address'>) => ledger.tokens(address, DEPLOYMENT.usdcMint);

/** Broadcasts what a wallet made of a build. */
const postEdit = ({ transaction, service_token }: Build, signed_tx: string) =>
  world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction });

async function restamp(wallet: SandboxWallet, built: Build): Promise<string> {
  // Else the newest blockhash may still be the one that was built with.
  world.sandbox.ledger.advanceSlots(3);
  return await wallet.sign(built.transaction, 'restamp');
}

/** Where the blockhash of a message starts, after the header and the keys. */
function replaceBlockhash(transaction: string, blockhash: Uint8Array): string {
  const bytes = Buffer.from(transaction, 'base64');
  const message = 1 + 64 * (bytes[0] ?? 0);
  const isVersioned = (bytes[message] ?? 0) >= 128;
  const keys = message + (isVersioned ? 4 : 3);
  bytes.set(blockhash, keys + 1 + 32 * (bytes[keys] ?? 0));
  return bytes.toString('base64');
}

const readSignature = (signed: string) =>
  getBase58Decoder().decode(Buffer.from(signed, 'base64').subarray(1, 65));

async function sendDirectly(signed: string): Promise<void> {
  const bytes = signed as Base64EncodedWireTransaction;
  await ledger.rpc.sendTransaction(bytes, { encoding: 'base64', skipPreflight: true }).send();
  await ledger.outcome(readSignature(signed));
}

describe('edits with another blockhash', () => {
  test('that no node knows: nothing is sent, and the build is as good as before', async () => {
    const wallet = await createWallet();
    world.sandbox.ledger.fund(wallet.address as Address, 1_000_000_000n);
    await fundUsdc(world, wallet, '100');
    const built = await deposit(wallet, '30');
    for (const byte of [0, 7, 255]) {
      const edited = replaceBlockhash(built.transaction, new Uint8Array(32).fill(byte));
      const answer = await postEdit(built, await wallet.sign(edited));
      assertProblem(answer, { slug: 'upstream_error', code: 'BLOCKHASH_UNKNOWN', outcome: 'not_sent' });
      assert.equal(answer.body.retryable, true);
    }
    assert.equal(await usdcOf(wallet), USDC);
    const { service_token, transaction } = built;
    const sent = await world.post('/broadcast', { signed_tx: await wallet.sign(transaction), service_token });
    assert.equal(sent.status, 200, sent.text);
    await ledger.outcome(sent.body.signature);
    assert.equal(await usdcOf(wallet), USDC - 30_000_000n);
  });

  test('after a refresh: refused, whoever signed it, and one of the two deposits lands', async () => {
    const wallet = await makeWallet();
    const built = await deposit(wallet, '40');
    await passSlots(world, 170);
    const { transaction, service_token } = built;
    const refreshed = await until('the first is dead', async () => {
      const answer = await world.post('/refresh', { transaction, service_token });
      return answer.status === 200 && answer.body;
    });
    const signed = await restamp(wallet, built);
    const answer = await postEdit(built, signed);
    assertProblem(answer, { slug: 'forbidden', code: 'BUILD_REPLACED', outcome: 'not_sent' });
    assert.equal(answer.body.signature, readSignature(signed));
    const sent = await world.post('/broadcast', {
      signed_tx: await wallet.sign(refreshed.transaction),
      service_token: refreshed.service_token,
    });
    assert.equal(sent.status, 200, sent.text);
    await ledger.outcome(sent.body.signature);
    assertProblem(await postEdit(built, signed), { slug: 'forbidden', code: 'BUILD_REPLACED' });
    assert.equal(await usdcOf(wallet), USDC - 40_000_000n);
  });

  test('after a refresh: what the wallet landed past the service is a success all the same', async () => {
    const wallet = await makeWallet();
    const built = await deposit(wallet, '40');
    await passSlots(world, 170);
    const { transaction, service_token } = built;
    await until('the first is dead', async () => {
      const answer = await world.post('/refresh', { transaction, service_token });
      return answer.status === 200;
    });
    const signed = await restamp(wallet, built);
    await sendDirectly(signed);
    const sent = await until('it is known to have landed', async () => {
      const said = await postEdit(built, signed);
      return said.body.code !== 'BUILD_REPLACED' && said;
    });
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.body.signature, readSignature(signed));
    assert.equal(await usdcOf(wallet), USDC - 40_000_000n);
  });

  test('the same bytes keep their first height, however often they come', async (t) => {
    const wallet = await makeWallet();
    const built = await deposit(wallet, '20');
    const signed = await restamp(wallet, built);
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: '500', method: 'sendTransaction' });
    const first = await postEdit(built, signed);
    assertProblem(first, { slug: 'upstream_error', outcome: 'unknown' });
    const { height } = world.sandbox.ledger.blocks.tip();
    await passSlots(world, 100);
    assertProblem(await postEdit(built, signed), { slug: 'upstream_error', outcome: 'unknown' });
    await passSlots(world, 80);
    const last = await until('it is dead', async () => {
      const answer = await postEdit(built, signed);
      return answer.body.outcome !== 'unknown' && answer;
    });
    assertProblem(last, { slug: 'upstream_error', code: 'BLOCKHASH_EXPIRED', outcome: 'expired' });
    // Counted from the second post on, it would live 250 blocks.
    assert.ok(world.sandbox.ledger.blocks.tip().height < height + 250n);
    assert.equal(await usdcOf(wallet), USDC);
  });
});

describe('what a broadcast refuses says why the transaction fails', () => {
  test('while one can land, no height of the build makes it expired', async (t) => {
    const wallet = await makeWallet();
    const built = await deposit(wallet, '5');
    await passSlots(world, 100);
    const signed = await restamp(wallet, built);
    t.after(() => setLedgerFault(world, { mode: 'none' }));
    await setLedgerFault(world, { mode: 'hang', method: 'sendTransaction' });
    const { body } = await postEdit(built, signed);
    assert.equal(body.outcome, 'unknown');
    const { lastValidBlockHeight } = built.expiry;
    await passSlots(world, 80);
    assert.ok(world.sandbox.ledger.blocks.tip().height > BigInt(lastValidBlockHeight) + 22n);
    const ask = async () =>
      (await world.get(`/transactions/${body.signature}?lastValidBlockHeight=${lastValidBlockHeight}`)).body;
    assert.equal((await ask()).status, 'pending');
    // Nobody is told to build another one, and none is needed: this one still lands.
    await setLedgerFault(world, { mode: 'none' });
    await until('it landed', async () => (await ask()).status === 'landed');
    assert.equal(await usdcOf(wallet), USDC - 5_000_000n);
  });

  test('a second one for the same stake account: the first has landed, so build no other', async () => {
    const wallet = await makeWallet();
    const ask = {
      strategy: 'sol-native-stake',
      wallet: wallet.address,
      amount: '1',
      stakeAccountForm: 'seed',
    };
    const built = await build('/stake', ask);
    await sendDirectly(await wallet.sign(built.transaction));
    const answer = await postEdit(built, await wallet.sign(built.transaction, 'android'));
    assertProblem(answer, { slug: 'upstream_error', code: 'STAKE_ACCOUNT_EXISTS', outcome: 'rejected' });
    assert.equal(answer.body.retryable, false);
    assert.equal(answer.body.failure.code, 'STAKE_ACCOUNT_EXISTS');
    assert.ok((await ledger.balance(wallet.address)) > 3_900_000_000n);
  });

  test('before it is sent: program, error, instruction and cure', async () => {
    const wallet = await makeWallet();
    const [first, second] = [await deposit(wallet, '60'), await deposit(wallet, '70')];
    await sendDirectly(await wallet.sign(first.transaction));
    const { transaction, service_token } = second;
    const body = { signed_tx: await wallet.sign(transaction), service_token };
    const answer = await until('the node has seen the first', async () => {
      const said = await world.post('/broadcast', body);
      return said.body.outcome === 'rejected' && said;
    });
    assertProblem(answer, { slug: 'upstream_error', code: 'LEDGER_REJECTED', outcome: 'rejected' });
    assertOfTokenProgram(answer);
  });

  test('after it failed in a block, from the log of the node', async () => {
    const wallet = await makeWallet();
    const [first, second] = [await deposit(wallet, '60'), await deposit(wallet, '70')];
    await sendDirectly(await wallet.sign(first.transaction));
    const signed_tx = await wallet.sign(second.transaction);
    await sendDirectly(signed_tx);
    const body = { signed_tx, service_token: second.service_token };
    const answer = await until('its block is confirmed', async () => {
      const said = await world.post('/broadcast', body);
      return said.body.outcome === 'rejected' && said;
    });
    assertProblem(answer, { slug: 'upstream_error', code: 'LEDGER_EXECUTION_FAILED', outcome: 'rejected' });
    assertOfTokenProgram(answer);
    assert.equal(await usdcOf(wallet), USDC - 60_000_000n);
  });
});

function assertOfTokenProgram({ body }: Answer): void {
  const { code, program, error, instruction, cause, cure } = body.failure;
  assert.deepEqual(
    [code, program, error],
    ['INSUFFICIENT_FUNDS', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'InsufficientFunds'],
  );
  assert.ok(Number.isInteger(instruction));
  assert.match(`${cause} ${cure}`, /Fund it/);
}
