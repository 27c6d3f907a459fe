import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Evidence, type Finding, type Message, RULES, type Rule } from '@staking-agent/verify';
import { createManualClock } from '../../test/manual-clock.ts';
import { printTransaction } from '../../test/message-bytes.ts';
import { part } from '../../test/part.ts';
import { createScriptedLedger } from '../../test/scripted-ledger.ts';
import { settle } from '../../test/settle.ts';
import { SYSTEM_RANDOM } from '../runtime/clock.ts';
import type { Lifetime } from '../upstreams/ledger/blockhash.ts';
import { findNewStakeAccount } from './build.ts';
import {
  type BuildServices,
  boundLifetime,
  checkProvidedTransaction,
  refuseProvidedTransaction,
} from './provided.ts';
import { DEPLOYMENT, giveEvidence, type Shows, wallet, writeForeign } from './provided.world.ts';

const POOL = 'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY';
const FAULT = { InstructionError: [0, { Custom: 39 }] };
const STAKE = 'Stake11111111111111111111111111111111111111';
const ofProgram = (program: string, code: number) => [
  `Program ${program} invoke [1]`,
  `Program ${program} failed: custom program error: 0x${code.toString(16)}`,
];
const u32 = (bytes: Buffer, index: number) => Buffer.from(bytes).fill(1, index, index + 1);

function collect() {
  const [logged, refused]: [unknown[], unknown[]] = [[], []];
  return {
    logged,
    refused,
    ports: {
      log: { error: (facts: unknown, message: string) => void logged.push([facts, message]) },
      metrics: {
        refusals: { inc: (by: Record<string, string>) => void refused.push([by['provider'], by['rule']]) },
      },
      config: { deployment: DEPLOYMENT, instantExitLossBps: 100 },
    } as unknown as Parameters<typeof refuseProvidedTransaction>[2],
  };
}

type Given = {
  readonly nodes?: readonly Shows[];
  readonly transaction?: string;
  readonly asset?: 'SOL' | 'raSOL';
  readonly by?: 'router' | 'vault provider';
};

async function check({ nodes = [{}], transaction, asset = 'SOL', by = 'router' }: Given) {
  const { ledger } = createScriptedLedger(nodes.map((shows) => giveEvidence(shows)));
  const clock = createManualClock();
  const { logged, refused, ports } = collect();
  const build = {
    by,
    operation: 'unstake',
    transaction: transaction ?? printTransaction(writeForeign()),
    route: 'token',
    request: { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1', wallet },
    spends: { asset, amount: 7n },
    lifetime: {},
    wallet,
    fields: () => ({}),
  };
  const services = {
    ...ports,
    ledger,
    clock,
    random: SYSTEM_RANDOM,
    stakeTerms: { get: async () => ({ signatureFee: 5_000n }) },
  } as unknown as BuildServices;
  const settled = settle(checkProvidedTransaction(build as never, services));
  settled.catch(() => undefined);
  await clock.pass(30_000);
  return { ...(await settled), logged, refused };
}

suite('a transaction of others', () => {
  test('that rests on what nodes do not show is refused, logged and counted', async () => {
    for (const by of ['router', 'vault provider'] as const) {
      for (const nodes of [[{}], [{}, {}]]) {
        const { end, logged, refused } = await check({ by, nodes });
        assert.deepEqual([end, logged.length, refused], ['EVIDENCE_INCOMPLETE', 1, [[by, 'evidence']]]);
      }
    }
  });

  test('is refused that is no unsigned transaction of one signer', async () => {
    const message = writeForeign();
    const slots = (count: number) => Buffer.concat([Buffer.of(count), Buffer.alloc(64 * count), message]);
    const two = slots(2);
    two[129] = 2;
    for (const transaction of [
      'AQID',
      two.toString('base64'),
      u32(slots(1), 1).toString('base64'),
      u32(slots(1), 64).toString('base64'),
    ]) {
      const { end, detail, refused } = await check({ transaction });
      assert.deepEqual([end, refused], ['ROUTER_TRANSACTION_REFUSED', [['router', 'message']]]);
      assert.match(detail ?? '', /cannot be read as one transaction/);
    }
  });

  test('is refused that nodes see differently', async () => {
    for (const nodes of [
      [{ fault: 'AccountInUse' }, {}],
      [{}, { fault: 'AccountInUse' }],
    ]) {
      const { end, logged, refused } = await check({ nodes });
      assert.deepEqual([end, refused], ['NODES_DISAGREE', [['router', 'nodes']]]);
      const [[facts]] = logged as [
        [{ readonly by: string; readonly shown: readonly { readonly result: string }[] }],
      ];
      assert.deepEqual(facts.shown.map(({ result }) => result).toSorted(), ['fails', 'refused']);
    }
    const same = await check({ nodes: [{ fault: 'AccountInUse' }, { fault: FAULT }] });
    assert.equal(same.end, 'SIMULATION_FAILED');
  });

  for (const [name, given, code, detail] of [
    ['tokens', { nodes: [{ fault: FAULT }], asset: 'raSOL' }, 'INSUFFICIENT_FUNDS', /raSOL/],
    ['lamports', { nodes: [{ fault: 'AccountNotFound' }] }, 'INSUFFICIENT_FUNDS', /SOL/],
  ] as const) {
    test(`is refused for the ${name} that the wallet lacks`, async () => {
      const { end, detail: told } = await check(given);
      assert.equal(end, code);
      assert.match(told ?? '', detail);
    });
  }

  for (const [code, logs, fault] of [
    ['POOL_NOT_UPDATED', ofProgram(POOL, 17), FAULT],
    ['SLIPPAGE_EXCEEDED', ofProgram(POOL, 39), FAULT],
    ['SIMULATION_FAILED', ofProgram(POOL, 1), FAULT],
    ['EPOCH_REWARDS_BEING_PAID', ofProgram(STAKE, 16), FAULT],
  ] as const) {
    test(`is refused for what its programs say: ${code}`, async () => {
      const told = await check({ nodes: [{ fault, logs: [...logs] }] });
      assert.equal(told.end, code);
    });
  }

  test('is refused while the wallet goes on changing', async () => {
    const holds = Array.from({ length: 20 }, (_, i) => i);
    assert.equal((await check({ nodes: [{ holds }] })).end, 'WALLET_STATE_CHANGING');
  });

  test('makes the stake account that arrives', () => {
    const effects = (arrives: readonly object[]) => ({ effects: { arrives } }) as never;
    assert.equal(findNewStakeAccount(effects([])), undefined);
    assert.equal(
      findNewStakeAccount(
        effects([
          { asset: 'SOL', account: 'a' },
          { asset: 'stake', account: 'b' },
        ]),
      ),
      'b',
    );
  });
});

suite('a refusal of what others built', () => {
  const finding = (rule: Rule, price?: object): Finding =>
    ({ rule, detail: `of ${rule}`, ...(price && { price }) }) as never;
  const price = (mint: string, least = 2_000_000_000n, offered = 1n) => ({ mint, least, offered });
  const refuse = (findings: readonly Finding[], by: 'router' | 'vault provider' = 'router') => {
    const { logged, refused, ports } = collect();
    return { error: refuseProvidedTransaction(by, findings, ports), logged, refused };
  };

  test('names each rule in words of its own', () => {
    const words = new Set<string>();
    for (const rule of RULES) {
      const { error, refused } = refuse([finding(rule)], 'vault provider');
      assert.equal(error.code, rule === 'evidence' ? 'EVIDENCE_INCOMPLETE' : 'VAULT_TRANSACTION_REFUSED');
      assert.deepEqual(refused, [['vault provider', rule]]);
      assert.doesNotMatch(error.message, /undefined/);
      words.add(error.message);
    }
    assert.equal(words.size, RULES.length);
  });

  test('tells the price only where nothing else is wrong', () => {
    const low = finding('price', price(DEPLOYMENT.rasolMint));
    assert.equal(refuse([low]).error.code, 'PRICE_OUT_OF_BOUNDS');
    assert.equal(refuse([low, finding('shape')]).error.code, 'ROUTER_TRANSACTION_REFUSED');
    const minimum = finding('minimum', price(DEPLOYMENT.rasolMint, 3_000_000_000n));
    assert.match(refuse([minimum, low]).error.message, /at least 2 raSOL/);
    assert.match(refuse([minimum]).error.message, /at least 3 raSOL/);
    assert.equal(refuse([]).error.code, 'ROUTER_TRANSACTION_REFUSED');
  });

  test('counts each rule once and logs all findings, amounts as text', () => {
    const { logged, refused } = refuse([
      finding('shape'),
      finding('shape'),
      finding('price', price(DEPLOYMENT.usdcMint, 5n, 3n)),
    ]);
    assert.deepEqual(refused, [
      ['router', 'shape'],
      ['router', 'price'],
    ]);
    const [[facts]] = logged as [[{ readonly by: string; readonly findings: readonly object[] }]];
    assert.equal(facts.by, 'router');
    assert.deepEqual(facts.findings[2], {
      rule: 'price',
      detail: 'of price',
      price: { mint: DEPLOYMENT.usdcMint, least: '5', offered: '3' },
    });
    assert.deepEqual(facts.findings[0], { rule: 'shape', detail: 'of shape' });
  });

  test('names the asset and its amounts, never below nothing', () => {
    for (const [mint, least, offered, words] of [
      [DEPLOYMENT.rasolMint, 1_500_000_000n, 1n, /as little as 0.000000001 raSOL; at least 1.5 raSOL/],
      [DEPLOYMENT.usdcMint, 1_500_000n, 1n, /as little as 0.000001 USDC; at least 1.5 USDC/],
      [DEPLOYMENT.rausdcMint, 1_500_000_000n, -1n, /as little as 0 raUSDC; at least 1.5 raUSDC/],
      [DEPLOYMENT.rasolMaxMint, 1_500_000_000n, 0n, /as little as 0 raSOLMax; at least 1.5 raSOLMax/],
      [DEPLOYMENT.solMint, 1_500_000_000n, 0n, /as little as 0 SOL; at least 1.5 SOL/],
    ] as const) {
      assert.match(refuse([finding('price', price(mint, least, offered))]).error.message, words);
    }
  });
});

suite('the life of a blockhash that others chose', () => {
  const own = { contextSlot: 1_000n, lastValidBlockHeight: 950n } as Lifetime;
  /** Bounds it by what simulations show at slots, and what our nodes show each time that they are asked again. */
  async function bound(slots: readonly bigint[], ...newest: readonly object[]) {
    const clock = createManualClock();
    const testimonies = slots.map((slot) => ({ node: 'n', shown: part<Evidence>({ slot }) }));
    let reads = 0;
    const blockhash = part<BuildServices['blockhash']>({
      get: async () => ({ ...own, ...newest[Math.min(reads++, newest.length - 1)] }),
    });
    const message = part<Message>({ blockhash: new Uint8Array(32) });
    const bounding = boundLifetime(message, own, testimonies, part<BuildServices>({ clock, blockhash }));
    await clock.pass(30_000);
    const { lastValidBlockHeight, contextSlot } = await bounding;
    assert.equal(contextSlot, own.contextSlot, 'it is looked for from our first reading on');
    return [lastValidBlockHeight, reads];
  }

  test('ends at most so many blocks after ours as slots have passed', async () => {
    assert.deepEqual(await bound([999n]), [950n, 0]);
    assert.deepEqual(await bound([1_000n, 1_149n]), [1_099n, 0]);
  });

  test('ends after a jump of the ledger as a blockhash of after the jump says', async () => {
    const after = { contextSlot: 1_500n, lastValidBlockHeight: 1_440n };
    assert.deepEqual(await bound([1_400n], after), [1_440n, 1]);
    assert.deepEqual(await bound([1_400n], own, own, { ...after, contextSlot: 1_390n }), [1_450n, 3]);
  });

  test('is no longer than any ledger makes it where a node makes slots up', async () => {
    assert.deepEqual(await bound([9_000n], own), [1_100n, 11]);
  });
});
