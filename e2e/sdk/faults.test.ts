import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type ClientOptions, isStakingError, type StakingError, type Step } from '@staking-agent/sdk';
import { createLedgerClient } from '../ledger-client.ts';
import { setFault } from '../world.ts';
import { createSigner, outlive, startSdkWorld } from './sdk-world.ts';

const world = await startSdkWorld({ after });
const ledger = createLedgerClient(world);
const ASK = { strategy: 'sol-native-stake', amount: '2' } as const;
const STAKED = 2_000_000_000n;
const FUNDS = 10_000_000_000n;

type Fetch = typeof globalThis.fetch;
type Signer = Awaited<ReturnType<typeof createSigner>>;

/** The service as it is reached by a connection that does this to an exchange. */
const via =
  (spoil: (path: string, exchange: () => Promise<Response>) => Promise<Response>): Fetch =>
  async (url, init) =>
    await spoil(new URL(String(url)).pathname.replace('/api/v1', ''), async () => await fetch(url, init));

/** Lets the service answer, and loses the answer. */
async function lose(exchange: () => Promise<Response>): Promise<never> {
  await (await exchange()).text();
  throw new TypeError('terminated');
}

/** A clock that a test moves on, and on which nobody sleeps. */
function createPace() {
  let ahead = 0;
  const pass = (milliseconds: number) => {
    ahead += milliseconds;
  };
  const pace = {
    now: () => performance.now() + ahead,
    sleep: async (milliseconds: number) => pass(milliseconds),
  };
  return { pace, pass };
}

async function countStakes({ address }: Signer): Promise<number> {
  const spent = FUNDS - (await ledger.balance(address));
  return Number(spent / STAKED);
}

type Strategy = 'sol-native-stake' | 'sol-liquid-stake';
type Outcome = { readonly error?: StakingError; readonly steps: readonly Step[]; readonly stakes: number };

async function stake(
  signer: Signer,
  options: Partial<ClientOptions> = {},
  strategy: Strategy = ASK.strategy,
): Promise<Outcome> {
  const steps: Step[] = [];
  const onStep = (step: Step) => void steps.push(step);
  try {
    const { transaction } = await world
      .connect(options)
      .stakeAndConfirm({ ...ASK, strategy, signer, onStep });
    assert.equal(transaction.status, 'landed');
    return { steps, stakes: await countStakes(signer) };
  } catch (error) {
    assert.ok(isStakingError(error), String(error));
    return { error, steps, stakes: await countStakes(signer) };
  }
}

const namesOf = (steps: readonly Step[]) => steps.map(({ step }) => step);

describe('a connection that breaks after the service has accepted', { concurrency: true }, () => {
  test('at the broadcast: exactly one stake', async () => {
    let lost = 0;
    const spoil = via((path, exchange) => {
      lost += path === '/broadcast' ? 1 : 0;
      return path === '/broadcast' && lost === 1 ? lose(exchange) : exchange();
    });
    const { error, stakes } = await stake(await createSigner(world, '10'), { fetch: spoil });
    assert.equal(error, undefined);
    assert.equal(lost >= 1, true);
    assert.equal(stakes, 1);
  });

  test('at every broadcast: exactly one stake, which the ledger shows', async () => {
    const spoil = via((path, exchange) => (path === '/broadcast' ? lose(exchange) : exchange()));
    const { error, stakes } = await stake(await createSigner(world, '10'), { fetch: spoil });
    assert.equal(error, undefined);
    assert.equal(stakes, 1);
  });

  test('at the build: its answer is given again, and there is one stake', async () => {
    const accounts: string[] = [];
    let builds = 0;
    const spoil = via(async (path, exchange) => {
      if (path !== '/stake') return await exchange();
      builds += 1;
      const answer = await exchange();
      accounts.push(((await answer.clone().json()) as { stakeAccount: string }).stakeAccount);
      if (builds === 1) throw new TypeError('terminated');
      return answer;
    });
    const { stakes } = await stake(await createSigner(world, '10'), { fetch: spoil });
    assert.equal(builds, 2);
    assert.equal(new Set(accounts).size, 1);
    assert.equal(stakes, 1);
  });

  test('and for good: nobody knows, the signature says where to look, and there is one stake', async () => {
    const spoil = via((path, exchange) => {
      if (path === '/broadcast') return lose(exchange);
      return path.startsWith('/transactions')
        ? Promise.reject(new TypeError('no route to host'))
        : exchange();
    });
    const signer = await createSigner(world, '10');
    const { error, steps } = await stake(signer, { fetch: spoil, pace: createPace().pace });
    assert.equal(error?.code, 'OUTCOME_UNKNOWN');
    assert.deepEqual([error.outcome, error.retryable], ['unknown', false]);
    assert.ok(error.signedTransaction);
    assert.equal(error.signature, steps.find(({ step }) => step === 'signed')?.signature);
    assert.equal(namesOf(steps).includes('rebuilding'), false);
    assert.equal(await ledger.outcome(String(error.signature)), null);
    assert.equal(await countStakes(signer), 1);
  });
});

describe('a proxy in the way', { concurrency: true }, () => {
  for (const [what, answer] of [
    ['502 and a page', () => new Response('<html>', { status: 502 })],
    ['429 without a problem', () => new Response('', { status: 429 })],
    ['200 and a page', () => new Response('<html>')],
    ['half an answer', () => new Response('{"signature":"')],
  ] as const) {
    test(`that answers ${what} to the first two of each kind ends in one stake`, async () => {
      const seen = new Map<string, number>();
      const spoil = via(async (path, exchange) => {
        const kind = path.split('/')[1] ?? '';
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        return (seen.get(kind) ?? 0) <= 2 ? answer() : await exchange();
      });
      const { error, stakes } = await stake(await createSigner(world, '10'), { fetch: spoil });
      assert.equal(error, undefined);
      assert.equal(stakes, 1);
    });
  }

  test('that refuses the broadcast in its own words leaves it unsent, and says that nobody knows', async () => {
    const spoil = via(async (path, exchange) =>
      path === '/broadcast' ? new Response('<html>', { status: 403 }) : await exchange(),
    );
    const { error, stakes } = await stake(await createSigner(world, '10'), {
      fetch: spoil,
      pace: createPace().pace,
    });
    assert.equal(error?.outcome, 'unknown');
    assert.equal(stakes, 0);
  });

  test('a refusal without an outcome leaves the outcome unknown, though the service is trusted', async () => {
    const problem = {
      type: 'x/payload_too_large',
      detail: 'Too large.',
      code: 'BODY_TOO_LARGE',
      status: 413,
    };
    const spoil = via(async (path, exchange) =>
      path === '/broadcast' ? Response.json(problem, { status: 413 }) : await exchange(),
    );
    const signer = await createSigner(world, '10');
    const client = world.connect({ fetch: spoil, rpc: undefined, pace: createPace().pace });
    const policy = { trustService: true };
    const error = await client.stakeAndConfirm({ ...ASK, signer, policy }).catch((reason: unknown) => reason);
    assert.ok(isStakingError(error, 'BODY_TOO_LARGE'), String(error));
    assert.equal(error.outcome, 'unknown');
  });
});

describe('a wallet that takes long', () => {
  test('while the first transaction can still land: it does, and nothing is built again', async () => {
    const { pace, pass } = createPace();
    const signer = await createSigner(world, '10');
    const slow: Signer = {
      ...signer,
      signBytes: async (bytes) => {
        pass(60_000);
        return await signer.signBytes(bytes);
      },
    };
    const { error, steps, stakes } = await stake(slow, { pace });
    assert.equal(error, undefined);
    assert.deepEqual(namesOf(steps), ['built', 'verified', 'signed', 'sent', 'confirmed']);
    assert.equal(stakes, 1);
  });

  /** A wallet during whose first so many signatures the ledger passes the end of the transaction. */
  async function createSleeper(times: number, pass: (milliseconds: number) => void = () => {}) {
    const signer = await createSigner(world, '10');
    let signed = 0;
    const sleeper: Signer = {
      ...signer,
      signBytes: async (bytes) => {
        const given = await signer.signBytes(bytes);
        signed += 1;
        if (signed <= times) {
          await outlive(world, signer.address);
          pass(60_000);
        }
        return given;
      },
    };
    return sleeper;
  }

  test('until the first is dead: it is made anew, verified and signed again, and there is one stake', async () => {
    const { pace, pass } = createPace();
    const { error, steps, stakes } = await stake(await createSleeper(1, pass), { pace });
    assert.equal(error, undefined);
    const [first, second] = [namesOf(steps).slice(0, 4), namesOf(steps).slice(4)];
    assert.deepEqual(first, ['built', 'verified', 'signed', 'rebuilding']);
    assert.deepEqual(second, ['built', 'verified', 'signed', 'sent', 'confirmed']);
    assert.equal(stakes, 1);
  });

  test('unnoticed by its clock: the service proves the first dead before another is signed', async () => {
    const { error, steps, stakes } = await stake(await createSleeper(1));
    assert.equal(error, undefined);
    assert.equal(namesOf(steps).filter((step) => step === 'rebuilding').length, 1);
    assert.equal(stakes, 1);
  });

  test('twice: the flow ends, dead, with no stake and no third transaction', async () => {
    const { error, steps, stakes } = await stake(await createSleeper(9));
    assert.deepEqual([error?.code, error?.outcome], ['TRANSACTION_EXPIRED', 'expired']);
    assert.equal(namesOf(steps).filter((step) => step === 'signed').length, 2);
    assert.equal(stakes, 0);
  });
});

describe('a server that answers another transaction', { concurrency: true }, () => {
  const signer = { address: '', signBytes: () => assert.fail('The wallet was asked.') };

  type Ask = (terms: {
    strategy?: 'sol-leveraged-stake';
    amount?: string;
    wallet?: string;
  }) => Promise<object>;
  const cases: readonly (readonly [string, (mine: object, ask: Ask) => object | Promise<object>])[] = [
    ['for another wallet', async (_, ask) => ask({ wallet: (await createSigner(world, '10')).address })],
    ['into another strategy', (_, ask) => ask({ strategy: 'sol-leveraged-stake' })],
    [
      'into another strategy, in the words of the first',
      async (mine, ask) => ({
        ...(await ask({ strategy: 'sol-leveraged-stake' })),
        strategy: Object(mine).strategy,
      }),
    ],
    ['of another amount', (_, ask) => ask({ amount: '3' })],
    ['that is none', (mine) => ({ ...mine, transaction: 'AA==' })],
    ['that is missing', (mine) => ({ ...mine, transaction: undefined })],
  ];
  for (const [what, spoil] of cases) {
    test(`${what} is found out before the wallet is asked`, async () => {
      const { address } = await createSigner(world, '10');
      const ask: Ask = (terms) => world.connect().stake({ ...ASK, wallet: address, ...terms });
      const fetch = via(async (_, exchange) => {
        const answer = await exchange();
        return Response.json(await spoil((await answer.json()) as object, ask));
      });
      const call = world.connect({ fetch }).stakeAndConfirm({ ...ASK, signer: { ...signer, address } });
      await assert.rejects(call, (error) => isStakingError(error, 'VERIFICATION_FAILED'));
    });
  }
});

describe('an upstream of the service that fails', () => {
  // All modes: ledger-faults.test.ts and router.test.ts, by the words of the service.
  for (const [upstream, method] of [
    ['ledger', 'sendTransaction'],
    ['ledger', 'getSignatureStatuses'],
    ['router', undefined],
  ] as const) {
    test(`${upstream} ${method ?? ''}: never two stakes, and what is said is true`, async (t) => {
      t.after(() => setFault(world, upstream, { mode: 'none' }));
      const signer = await createSigner(world, '10');
      const count = upstream === 'ledger' ? 2 : 1;
      await setFault(world, upstream, { mode: '500', count, ...(method && { method }) });
      const strategy = upstream === 'router' ? 'sol-liquid-stake' : ASK.strategy;
      const { error, stakes } = await stake(signer, {}, strategy);
      assert.equal(stakes, error === undefined ? 1 : 0, String(error));
    });
  }
});
