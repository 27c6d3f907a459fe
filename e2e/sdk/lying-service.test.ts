import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { type ClientOptions, isStakingError, type Policy, type Step } from '@staking-agent/sdk';
import { findFate } from '@staking-agent/sdk/verify';
import { createLedgerClient } from '../ledger-client.ts';
import { DEPLOYMENT } from '../world.ts';
import { createSigner, outlive, startSdkWorld } from './sdk-world.ts';

const world = await startSdkWorld({ after });
const ledger = createLedgerClient(world);
const ASK = { strategy: 'sol-native-stake', amount: '2' } as const;
const STAKED = 2_000_000_000n;
const FUNDS = 10_000_000_000n;

type Signer = Awaited<ReturnType<typeof createSigner>>;
type Lies = {
  /** How often it says of a transaction that it has expired; always unless given. */
  readonly expired?: number;
  /** Seconds that its builds live, as it says. */
  readonly validForSeconds?: unknown;
  /** Keeps what it is to send. */
  readonly keeps?: boolean;
  /** Builds a second transaction in place of a refresh. */
  readonly rebuilds?: boolean;
  /** What it says of a transaction instead of `expired`. */
  readonly status?: 'failed' | 'landed' | 'pending';
  /** The outcome with which it refuses what it has sent, once the ledger shows it, or keeps. */
  readonly refuses?: 'rejected' | 'not_sent';
  /** Methods that the caller's own node does not answer. */
  readonly silent?: readonly string[];
};

/** A service that lies in these ways to one wallet, and counts how often it is asked to refresh. */
function createLiar({ address: wallet }: Signer, lies: Lies) {
  const { keeps, rebuilds, silent, validForSeconds, refuses, status = 'expired' } = lies;
  const { expired = Number.POSITIVE_INFINITY } = lies;
  const seen = { refreshes: 0, lookups: 0 };
  type Real = () => Promise<Response>;
  const answers: Readonly<Record<string, (real: Real, init: RequestInit | undefined) => Promise<Response>>> =
    {
      async '/'(real, init) {
        const { method } = JSON.parse(String(init?.body)) as { method: string };
        if (silent?.includes(method)) throw new TypeError('no route to host');
        return await real();
      },
      async '/stake'(real) {
        const body = (await (await real()).json()) as { expiry: object };
        const expiry = { ...body.expiry, ...(validForSeconds !== undefined && { validForSeconds }) };
        return Response.json({ ...body, expiry });
      },
      async '/broadcast'(real) {
        const isKept = keeps && seen.refreshes === 0;
        const answer = isKept ? new Response('', { status: 502 }) : await real();
        if (refuses === undefined) return answer;
        if (!isKept) await awaitLanded(((await answer.json()) as { signature: string }).signature);
        return Response.json(
          { type: 'x/ledger_rejected', detail: 'No.', code: 'LEDGER_REJECTED', outcome: refuses },
          { status: 422 },
        );
      },
      async '/refresh'(real) {
        seen.refreshes += 1;
        return rebuilds ? Response.json(await world.connect().stake({ ...ASK, wallet })) : await real();
      },
      async '/transactions'(real) {
        seen.lookups += 1;
        const answer = await real();
        if (seen.refreshes > 0 || seen.lookups > expired) return answer;
        return Response.json({ ...((await answer.json()) as object), status });
      },
    };
  const lying: typeof fetch = async (url, init) => {
    const [, first = ''] = new URL(String(url)).pathname.replace('/api/v1', '').split('/');
    const real = async () => await fetch(url, init);
    return await (answers[`/${first}`]?.(real, init) ?? real());
  };
  return { fetch: lying, seen };
}

async function awaitLanded(signature: string): Promise<void> {
  const { status } = await world.connect().getTransaction({ signature, wait: '20' });
  assert.equal(status, 'landed');
}

async function countStakes(wallet: string): Promise<number> {
  return Number((FUNDS - (await ledger.balance(wallet))) / STAKED);
}

/** What came of one stake: how often it was signed, and how many stakes the ledger shows. */
async function stake(signer: Signer, options: Partial<ClientOptions>, policy?: Policy) {
  const steps: Step[] = [];
  const onStep = (step: Step) => void steps.push(step);
  const call = world.connect(options).stakeAndConfirm({ ...ASK, signer, onStep, policy });
  const error = await call.then(
    () => undefined,
    (reason: unknown) => (isStakingError(reason) ? reason : assert.fail(String(reason))),
  );
  const stakes = await countStakes(signer.address);
  const signed = steps.filter(({ step }) => step === 'signed');
  return { error, stakes, signed, steps: steps.map(({ step }) => step) };
}

/** A clock on which nobody sleeps for long. */
function createPace(onSleep: () => Promise<void> = async () => {}) {
  let ahead = 0;
  return {
    now: () => performance.now() + ahead,
    sleep: async (milliseconds: number) => {
      ahead += milliseconds;
      await onSleep();
    },
  };
}

describe('a service that calls a transaction expired which it has sent', { concurrency: true }, () => {
  test('and offers another one is not paid twice: the own node shows the first', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { rebuilds: true });
    const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
    assert.deepEqual([error?.code, error?.outcome, error?.retryable], ['OUTCOME_UNKNOWN', 'unknown', false]);
    assert.match(String(error?.message), /Your own node shows/);
    assert.equal(error?.signature, signed[0]?.signature);
    assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 1, 0]);
  });

  test('once, and then tells the truth, ends with what has landed', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { rebuilds: true, expired: 1 });
    const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
    assert.equal(error, undefined);
    assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 1, 0]);
  });

  test('and was the first to say that it is late does not get the signed bytes to refresh', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { rebuilds: true, expired: 0, validForSeconds: 0 });
    const { error, stakes, signed } = await stake(signer, { fetch });
    assert.equal(error, undefined);
    assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 1, 0]);
  });

  for (const silent of [['getBlockHeight'], ['getSignatureStatuses']]) {
    test(`is not believed where the own node does not answer ${silent}: nobody knows`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch, seen } = createLiar(signer, { rebuilds: true, silent });
      const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
      assert.deepEqual([error?.code, error?.outcome], ['OUTCOME_UNKNOWN', 'unknown']);
      assert.equal(error?.signature, signed[0]?.signature);
      assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 1, 0]);
    });
  }

  test('is not believed without a node either: the caller is told to look', async () => {
    const signer = await createSigner(world, '10');
    const lies = { rebuilds: true, validForSeconds: 0 };
    const { fetch, seen } = createLiar(signer, lies);
    const { error, stakes, signed } = await stake(signer, { fetch, rpc: undefined });
    assert.deepEqual(
      [error?.code, error?.outcome, error?.retryable],
      ['TRANSACTION_EXPIRED', 'unknown', false],
    );
    assert.match(String(error?.message), /Look its signature up/);
    assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 1, 0]);
  });

  test('is paid twice by a caller who trusts it and has no node', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { rebuilds: true });
    const { error, stakes } = await stake(signer, { fetch, rpc: undefined }, { trustService: true });
    assert.equal(error, undefined);
    assert.equal(stakes, 2);
  });

  test('is not trusted over a node, whatever the policy says', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { rebuilds: true });
    const { stakes, signed } = await stake(signer, { fetch, pace: createPace() }, { trustService: true });
    assert.deepEqual([stakes, signed.length], [1, 1]);
  });
});

describe('a service that says failed or rejected of a transaction that it has sent', {
  concurrency: true,
}, () => {
  const lies: readonly Lies[] = [{ status: 'failed' }, { refuses: 'rejected' }, { refuses: 'not_sent' }];
  for (const lie of lies) {
    const what = JSON.stringify(lie);
    test(`is not believed over the own node: ${what}`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch } = createLiar(signer, { ...lie, expired: lie.refuses === undefined ? 1 : 0 });
      const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
      assert.equal(error, undefined);
      assert.deepEqual([stakes, signed.length], [1, 1]);
    });

    test(`and stays with it ends with what the own node shows: ${what}`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch } = createLiar(signer, { status: 'failed', ...lie });
      const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
      assert.deepEqual(
        [error?.code, error?.outcome, error?.retryable],
        ['OUTCOME_UNKNOWN', 'unknown', false],
      );
      assert.match(String(error?.message), /Your own node shows/);
      assert.equal(error?.signature, signed[0]?.signature);
      assert.deepEqual([stakes, signed.length], [1, 1]);
    });

    test(`leaves it open where the own node does not answer: ${what}`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch } = createLiar(signer, { ...lie, silent: ['getSignatureStatuses'] });
      const { error, signed } = await stake(signer, { fetch, pace: createPace() });
      assert.deepEqual([error?.outcome, error?.retryable], ['unknown', false]);
      assert.deepEqual([error?.signature, signed.length], [signed[0]?.signature, 1]);
    });

    test(`is quoted where there is no node, and the caller is told to look: ${what}`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch } = createLiar(signer, lie);
      const { error, signed } = await stake(signer, { fetch, rpc: undefined });
      assert.deepEqual([error?.outcome, error?.retryable], ['unknown', false]);
      assert.match(String(error?.message), /without rpc nothing proves.* Look its signature up/i);
      assert.equal(signed.length, 1);
    });
  }

  for (const refuses of ['rejected', 'not_sent'] as const) {
    test(`${refuses} of one that it keeps says from when on it is dead`, async () => {
      const signer = await createSigner(world, '10');
      const { fetch } = createLiar(signer, { keeps: true, refuses });
      const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
      assert.deepEqual([error?.code, error?.outcome], ['LEDGER_REJECTED', 'unknown']);
      assert.equal(error?.deadAfter, signed[0]?.deadAfter);
      assert.deepEqual([stakes, signed.length], [0, 1]);
      const told = JSON.parse(JSON.stringify(error)) as { outcome: string; detail: string };
      assert.deepEqual([told.outcome, told.detail], ['unknown', error?.message]);
      const sought = { signature: String(error?.signature), deadAfter: error?.deadAfter };
      assert.equal(await findFate({ rpc: world.sandbox.url, ...sought }), 'alive');
    });
  }
});

describe('a service that says landed of a transaction that it keeps', () => {
  test('is not believed over the own node', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { keeps: true, status: 'landed' });
    const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
    assert.deepEqual([error?.code, error?.outcome, error?.retryable], ['OUTCOME_UNKNOWN', 'unknown', false]);
    assert.match(String(error?.message), /your own node does not show it/);
    assert.deepEqual([error?.deadAfter, stakes, signed.length], [signed[0]?.deadAfter, 0, 1]);
  });

  test('is believed without a node: nothing is signed after it', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { keeps: true, status: 'landed' });
    const { error, stakes, signed } = await stake(signer, { fetch, rpc: undefined, pace: createPace() });
    assert.deepEqual([error, stakes, signed.length], [undefined, 0, 1]);
  });
});

describe('a service that holds signed bytes back until they bring less than was proved', () => {
  /** Makes raSOL dearer by a twentieth, as a new epoch does by less. */
  function raisePrice(): void {
    const { bank } = world.sandbox.ledger;
    const account = bank.findAccount(DEPLOYMENT.stakePool.address) ?? assert.fail('There is a pool.');
    const pool = STAKE_POOL_CODEC.decode(account.data);
    const data = Uint8Array.from(account.data);
    STAKE_POOL_CODEC.write({ ...pool, totalLamports: (pool.totalLamports * 21n) / 20n }, data, 0);
    bank.setAccount({ ...account, data });
  }

  test('is told by the amounts that the own node shows', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = globalThis;
    const holding: typeof fetch = async (url, init) => {
      if (String(url).endsWith('/broadcast')) raisePrice();
      return await fetch(url, init);
    };
    const ask = { strategy: 'sol-liquid-stake', amount: '2', signer } as const;
    await assert.rejects(world.connect({ fetch: holding }).stakeAndConfirm(ask), (error) => {
      assert.ok(isStakingError(error, 'AMOUNTS_DIFFER'), String(error));
      assert.deepEqual([error.kind, error.retryable], ['ledger', false]);
      assert.match(error.message, /has landed.* units of \w+ arrived in \w+; at least \d+ were proved/);
      return error.signature !== undefined;
    });
  });
});

describe('a build whose receipt warns that it would fail', () => {
  test('is not given to the wallet: the error names what is held and the call that would work', async () => {
    const signer = await createSigner(world, '1');
    const { error, signed } = await stake(signer, {});
    assert.deepEqual([error?.code, error?.retryable, signed.length], ['BUILD_WOULD_FAIL', false, 0]);
    assert.match(String(error?.message), /WALLET_TOO_POOR: The wallet held 1 SOL .* this needs 2\.\d+ SOL/);
    assert.deepEqual(error?.next?.body['amount'], 'max');
    assert.deepEqual([error?.next?.endpoint, error?.next?.body['strategy']], ['/api/v1/stake', ASK.strategy]);
  });

  test('is given to it by a policy that accepts warnings', async () => {
    const signer = await createSigner(world, '1');
    const { error, signed } = await stake(signer, {}, { acceptWarnings: true });
    assert.equal(signed.length, 1);
    assert.equal(error?.code === 'BUILD_WOULD_FAIL', false);
  });
});

describe('a transaction that was never sent', () => {
  test('is made anew once, as soon as the own node proves it dead and no sooner', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { keeps: true });
    let pauses = 0;
    const pace = createPace(async () => {
      pauses += 1;
      assert.equal(seen.refreshes, 0);
      if (pauses === 3) await outlive(world, signer.address);
    });
    const { error, stakes, signed, steps } = await stake(signer, { fetch, pace });
    assert.equal(error, undefined);
    assert.equal(pauses >= 3, true);
    assert.deepEqual([stakes, signed.length, seen.refreshes], [1, 2, 1]);
    assert.equal(steps.filter((step) => step === 'rebuilding').length, 1);
    const [first] = signed;
    const rpc = world.sandbox.url;
    const asked = { rpc, signature: String(first?.signature), deadAfter: first?.deadAfter };
    assert.equal(await findFate(asked), 'dead');
    const [, second] = signed;
    assert.equal(await findFate({ ...asked, signature: String(second?.signature) }), 'landed');
    assert.equal(await findFate({ ...asked, deadAfter: second?.deadAfter }), 'alive');
  });

  test('and is called pending for ever is made anew once the own node proves it dead', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { keeps: true, status: 'pending', validForSeconds: 'x' });
    let pauses = 0;
    const pace = createPace(async () => {
      pauses += 1;
      if (pauses === 3) await outlive(world, signer.address);
    });
    const { error, stakes, signed } = await stake(signer, { fetch, pace });
    assert.deepEqual([error, stakes, signed.length], [undefined, 1, 2]);
  });

  test('is rejected by a service that says so, once it is dead', async () => {
    const signer = await createSigner(world, '10');
    const { fetch } = createLiar(signer, { keeps: true, refuses: 'rejected' });
    const signBytes = async (bytes: Uint8Array) => {
      await outlive(world, signer.address);
      return await signer.signBytes(bytes);
    };
    const { error, stakes } = await stake({ ...signer, signBytes }, { fetch, pace: createPace() });
    assert.deepEqual([error?.code, error?.outcome, error?.kind], ['LEDGER_REJECTED', 'rejected', 'ledger']);
    assert.equal(stakes, 0);
  });

  test('and does not die in time leaves open what becomes of it', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { keeps: true });
    const { error, stakes, signed } = await stake(signer, { fetch, pace: createPace() });
    assert.equal(error?.code, 'OUTCOME_UNKNOWN');
    assert.deepEqual([stakes, signed.length, seen.refreshes], [0, 1, 0]);
  });

  test('stays open when the caller stops waiting for the proof', async () => {
    const signer = await createSigner(world, '10');
    const { fetch, seen } = createLiar(signer, { keeps: true });
    const pace = { sleep: () => Promise.reject(new Error('stopped')) };
    const { error, signed } = await stake(signer, { fetch, pace });
    assert.deepEqual([error?.code, error?.outcome], ['ABORTED', 'unknown']);
    assert.equal(error?.signature, signed[0]?.signature);
    assert.equal(seen.refreshes, 0);
  });
});
