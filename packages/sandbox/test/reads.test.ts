import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { generateKeyPairSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { KEPT_REWARDS } from '../src/world/time.ts';
import { DEPLOYMENT, encode, SOL, startTestSandbox } from './start-test-sandbox.ts';

const RENT_EPOCH = '"rentEpoch":18446744073709551615';
const FROZEN = 60_000;
const VOTE_PROGRAM = 'Vote111111111111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

describe('JSON-RPC', () => {
  test('answers envelopes that are wrong with the codes of the protocol', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const cases = [
      ['{', { code: -32700, message: 'Parse error' }, null],
      ['[]', { code: -32600, message: 'Invalid request' }, null],
      ['7', { code: -32600, message: 'Invalid request' }, null],
      ['{"jsonrpc":"1.0","id":4,"method":"getSlot"}', { code: -32600, message: 'Invalid request' }, null],
      ['{"jsonrpc":"2.0","id":4}', { code: -32600, message: 'Invalid request' }, null],
      ['{"jsonrpc":"2.0","id":{},"method":"getSlot"}', { code: -32600, message: 'Invalid request' }, null],
      ['{"jsonrpc":"2.0","id":4,"method":"toString"}', { code: -32601, message: 'Method not found' }, 4],
    ] as const;
    for (const [body, error, id] of cases) {
      const { status, text } = await world.post('/', body);
      assert.equal(status, 200);
      assert.deepEqual(JSON.parse(text), { jsonrpc: '2.0', error, id });
    }
    const notification = await world.post('/', '{"jsonrpc":"2.0","method":"getSlot"}');
    assert.equal(notification.text, '');
  });

  test('answers a batch in its order, errors and all', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { text } = await world.post('/', [
      { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
      { jsonrpc: '2.0', id: 2, method: 'nope' },
      5,
      { jsonrpc: '2.0', method: 'getSlot' },
      { jsonrpc: '2.0', id: 9007199254740993n.toString(), method: 'minimumLedgerSlot' },
    ]);
    assert.deepEqual(JSON.parse(text), [
      { jsonrpc: '2.0', result: 'ok', id: 'a' },
      { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: 2 },
      { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null },
      { jsonrpc: '2.0', result: 0, id: '9007199254740993' },
    ]);
    const echoed = await world.post('/', '{"jsonrpc":"2.0","id":9007199254740993,"method":"getHealth"}');
    assert.equal(echoed.text, '{"jsonrpc":"2.0","result":"ok","id":9007199254740993}');
  });

  test('refuses parameters that do not fit, in a validator’s words', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const address = DEPLOYMENT.voteAccount;
    const many = Array.from({ length: 101 }, () => address);
    const cases: readonly (readonly [string, readonly unknown[], RegExp])[] = [
      ['getAccountInfo', [], /^`params` should have at least 1 argument\(s\)$/],
      ['getAccountInfo', [5], /^Invalid params: invalid type: integer `5`, expected a string\.$/],
      ['getAccountInfo', ['0'], /^Invalid param: Invalid$/],
      ['getAccountInfo', ['abc'], /^Invalid param: WrongSize$/],
      ['getAccountInfo', [address, { encoding: 'hex' }], /^Invalid params: unknown variant `hex`/],
      ['getAccountInfo', [address, { commitment: 'soon' }], /^Invalid params: unknown variant `soon`/],
      ['getAccountInfo', [address, { commitment: 3 }], /^Invalid params: invalid type: integer `3`/],
      ['getAccountInfo', [address, { dataSlice: { offset: 0 } }], /dataSlice needs offset and length/],
      ['getBalance', [address, { minContextSlot: -1 }], /^Invalid params: invalid value: integer `-1`/],
      [
        'getBalance',
        [address, 'processed'],
        /^Invalid params: invalid type: string "processed", expected struct/,
      ],
      ['getMultipleAccounts', [many], /^Too many inputs provided; max 100$/],
      ['getMultipleAccounts', [[1]], /^Invalid params: invalid type: integer `1`, expected a string\.$/],
      ['getMinimumBalanceForRentExemption', [1.5], /^Invalid params: invalid type: floating point `1\.5`/],
      ['getMinimumBalanceForRentExemption', [], /at least 1 argument/],
      ['getSignatureStatuses', [[address]], /^Invalid param: WrongSize$/],
      ['getTokenAccountBalance', [address], /^Invalid param: not a Token account$/],
      ['getTokenSupply', [VOTE_PROGRAM], /^Invalid param: not a Token mint$/],
      ['getTokenAccountsByOwner', [address, { mint: address }], /^Invalid param: not a Token mint$/],
      [
        'getTokenAccountsByOwner',
        [address, { programId: address }],
        /^Invalid param: unrecognized Token program id$/,
      ],
      ['getTokenAccountsByOwner', [address, {}], /unknown filter/],
      ['getProgramAccounts', [VOTE_PROGRAM, { filters: [{}] }], /unknown filter/],
      [
        'getProgramAccounts',
        [VOTE_PROGRAM, { filters: [1, 2, 3, 4, 5] }],
        /^Too many filters provided; max 4$/,
      ],
      ['getTransaction', ['x'], /^Invalid param: WrongSize$/],
      ['getSignaturesForAddress', [address, { limit: 0 }], /^Invalid limit; max 1000$/],
      ['getSignaturesForAddress', [address, { commitment: 'processed' }], /below `confirmed`/],
      ['getFeeForMessage', ['AQID'], /^failed to deserialize/],
      ['requestAirdrop', [address, -5], /^Invalid params: invalid value: integer `-5`, expected u64\.$/],
      ['simulateTransaction', ['AA==', { sigVerify: 'yes' }], /expected a boolean/],
    ];
    for (const [method, params, message] of cases) {
      const { error } = await world.call(method, params);
      assert.equal(error?.code, -32602, `${method} ${JSON.stringify(params)}`);
      assert.match(error?.message ?? '', message);
    }
    const named = await world.post('/', '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}');
    assert.equal(JSON.parse(named.text).error.code, -32602);
  });

  test('answers whatever is no JSON-RPC over HTTP as a validator does', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { request } = await import('undici');
    const { url } = world.sandbox;
    const get = await request(url);
    assert.equal(get.statusCode, 405);
    assert.match(await get.body.text(), /POST or OPTIONS is required/);
    const plain = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    });
    assert.equal(plain.statusCode, 415);
    await plain.body.dump();
    const huge = await world.post('/', `"${'x'.repeat(60_000)}"`);
    assert.equal(huge.status, 413);
    const preflight = await request(url, { method: 'OPTIONS' });
    assert.equal(preflight.statusCode, 204);
    assert.equal(preflight.headers['access-control-allow-origin'], '*');
    const health = await request(`${url}/health`);
    assert.equal(await health.body.text(), 'ok');
  });

  test('prints accounts in every encoding, u64 with all their digits', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { address } = await world.createWallet();
    const raw = await world.post('/', {
      jsonrpc: '2.0',
      id: 1,
      method: 'getAccountInfo',
      params: [DEPLOYMENT.voteAccount, { encoding: 'base64' }],
    });
    assert.ok(raw.text.includes(RENT_EPOCH), raw.text);
    const read = async (of: string, config: object) =>
      (await world.call('getAccountInfo', [of, config])).result.value;

    const wallet = await read(address, { encoding: 'jsonParsed' });
    assert.deepEqual(wallet.data, ['', 'base64'], 'what nobody can parse is base64');
    assert.equal(wallet.lamports, Number(100n * SOL));
    const vote = await read(DEPLOYMENT.voteAccount, { encoding: 'base64' });
    assert.equal(vote.space, 3762);
    const zipped = await read(DEPLOYMENT.voteAccount, { encoding: 'base64+zstd' });
    assert.deepEqual(
      zstdDecompressSync(Buffer.from(zipped.data[0], 'base64')),
      Buffer.from(vote.data[0], 'base64'),
    );
    const slice = await read(DEPLOYMENT.voteAccount, {
      encoding: 'base64',
      dataSlice: { offset: 0, length: 4 },
    });
    assert.deepEqual(slice.data, ['AgAAAA==', 'base64']);
    const mint = await read(DEPLOYMENT.usdcMint, { encoding: 'base58' });
    assert.equal(mint.data[1], 'base58');
    const tooLong = await world.call('getAccountInfo', [DEPLOYMENT.voteAccount, { encoding: 'base58' }]);
    assert.equal(tooLong.error?.code, -32600);
    assert.match(tooLong.error?.message ?? '', /less than 128 bytes, please use Base64/);
    assert.equal(await read((await generateKeyPairSigner()).address, { encoding: 'base64' }), null);
  });

  test('keeps the newest slot ahead of the confirmed and the finalized one', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger } = world.sandbox;
    const slotAt = async (commitment?: string) => (await world.call('getSlot', [{ commitment }])).result;
    const processed = await slotAt('processed');
    assert.equal(await slotAt('confirmed'), processed - 1);
    assert.equal(await slotAt('finalized'), processed - 32);
    assert.equal(await slotAt(), processed - 32, 'finalized is the default');
    const hashes = new Set<string>();
    for (const commitment of ['processed', 'confirmed', 'finalized']) {
      hashes.add((await world.call('getLatestBlockhash', [{ commitment }])).result.value.blockhash);
    }
    assert.equal(hashes.size, 3);
    const [hash] = hashes;
    const isValid = async (commitment: string) =>
      (await world.call('isBlockhashValid', [hash, { commitment }])).result.value;
    assert.equal(await isValid('processed'), true);
    assert.equal(await isValid('finalized'), false);
    ledger.advanceSlots(32);
    assert.equal(await isValid('finalized'), true);
    ledger.advanceSlots(119);
    assert.equal(await isValid('processed'), false);
    assert.equal(await isValid('finalized'), true);
    const { error } = await world.call('getSlot', [{ commitment: 'processed', minContextSlot: 2 ** 52 }]);
    assert.equal(error?.code, -32016);
    assert.equal(error?.data.contextSlot, await slotAt('processed'));
  });

  test('lets a signature rise from unseen to finalized', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger } = world.sandbox;
    const { address } = await generateKeyPairSigner();
    const signature = ledger.fund(address, SOL);
    const statusAfter = async (slots: number) => {
      ledger.advanceSlots(slots);
      const [status] = (await world.call('getSignatureStatuses', [[signature]])).result.value;
      return status && [status.confirmationStatus, status.confirmations];
    };
    assert.equal(await statusAfter(0), null);
    assert.deepEqual(await statusAfter(1), ['processed', 0]);
    assert.deepEqual(await statusAfter(1), ['confirmed', 1]);
    assert.deepEqual(await statusAfter(30), ['confirmed', 31]);
    assert.deepEqual(await statusAfter(1), ['finalized', null]);
    assert.equal(await statusAfter(300), null, 'the status cache has forgotten it');
    const old = await world.call('getSignatureStatuses', [[signature], { searchTransactionHistory: true }]);
    assert.equal(old.result.value[0].confirmationStatus, 'finalized');
  });

  test('does not say of an epoch that is kept no more that nothing was paid', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger } = world.sandbox;
    const first = (await world.call('getEpochInfo', [])).result.epoch;
    const askRewards = async (epoch: number) =>
      await world.call('getInflationReward', [[VOTE_PROGRAM], { epoch }]);
    ledger.advanceEpochs(KEPT_REWARDS);
    assert.deepEqual((await askRewards(first)).result, [null]);
    assert.deepEqual((await askRewards(first - 1)).error?.code, -32004);
    ledger.advanceEpochs(1);
    assert.deepEqual((await askRewards(first)).error?.code, -32004);
    assert.deepEqual((await askRewards(first + 1)).result, [null]);
  });

  test('reports fees that were really offered', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const wallet = await world.createWallet();
    const { getSetComputeUnitPriceInstruction } = await import('@solana-program/compute-budget');
    const destination = (await generateKeyPairSigner()).address;
    const transaction = await world.sign(wallet, [
      getSetComputeUnitPriceInstruction({ microLamports: 12_345n }),
      getTransferSolInstruction({ source: wallet, destination, amount: lamports(SOL) }),
    ]);
    const config = { encoding: 'base64', preflightCommitment: 'confirmed' };
    assert.ok((await world.call('sendTransaction', [encode(transaction), config])).result);
    world.sandbox.ledger.advanceSlots(2);
    const feesFor = async (accounts: readonly string[]) =>
      (await world.call('getRecentPrioritizationFees', [accounts])).result as { prioritizationFee: number }[];
    const mine = await feesFor([destination]);
    assert.equal(mine.length, 150);
    assert.equal(mine.at(-1)?.prioritizationFee, 12_345);
    assert.equal(mine.at(-2)?.prioritizationFee, 0);
    // The faucet's own transfer in that block was free, so the block's minimum is zero.
    assert.equal((await feesFor([])).at(-1)?.prioritizationFee, 0);
  });

  test('lists program and token accounts by filter', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const wallet = await world.createWallet();
    const supply = async () =>
      BigInt((await world.call('getTokenSupply', [DEPLOYMENT.usdcMint])).result.value.amount);
    const before = await supply();
    const funded = await world.post('/sandbox/fund', { wallet: wallet.address, usdc: '12.345678' });
    assert.equal(funded.status, 200);
    const held = await world.call('getTokenAccountsByOwner', [
      wallet.address,
      { mint: DEPLOYMENT.usdcMint },
      { encoding: 'jsonParsed' },
    ]);
    const [{ pubkey, account }] = held.result.value;
    assert.equal(account.data.program, 'spl-token');
    assert.deepEqual(account.data.parsed.info.tokenAmount, {
      amount: '12345678',
      decimals: 6,
      uiAmount: 12.345678,
      uiAmountString: '12.345678',
    });
    const balance = await world.call('getTokenAccountBalance', [pubkey]);
    assert.equal(balance.result.value.amount, '12345678');
    assert.equal((await supply()) - before, 12_345_678n);

    const find = async (filters: unknown[]) =>
      (await world.call('getProgramAccounts', [TOKEN_PROGRAM, { encoding: 'base64', filters }])).result;
    assert.deepEqual(
      (await find([{ dataSize: 165 }, { memcmp: { offset: 32, bytes: wallet.address } }])).map(
        (found: { pubkey: string }) => found.pubkey,
      ),
      [pubkey],
    );
    assert.deepEqual(await find([{ dataSize: 166 }]), []);
    const framed = await world.call('getProgramAccounts', [
      VOTE_PROGRAM,
      { encoding: 'base64', withContext: true },
    ]);
    assert.equal(framed.result.value.length, 2);
    assert.ok(framed.result.context.slot > 0);
  });
});
