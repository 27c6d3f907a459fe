import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import type { Deployment, LeveragedDeployment, WholeDeployment } from '@staking-agent/chain/deployment';
import { request } from 'undici';
import { createSandboxLedger } from '../src/world/create-sandbox-ledger.ts';
import { leveragedDeployment, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

const OTHER = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address;

function startWith(change: (given: WholeDeployment) => LeveragedDeployment): void {
  const deployment: Deployment = { ...DEPLOYMENT, leveraged: change(leveragedDeployment()) };
  createSandboxLedger(deployment, Date.now);
}

describe('a deployment of the sandbox', () => {
  for (const [field, change] of [
    ['adaptor.program', (d) => ({ ...d, adaptor: { ...d.adaptor, program: OTHER } })],
    ['adaptor.strategy', (d) => ({ ...d, adaptor: { ...d.adaptor, strategy: OTHER } })],
    ['adaptor.position', (d) => ({ ...d, adaptor: { ...d.adaptor, position: OTHER } })],
    [
      'adaptor.accounts',
      (d) => ({ ...d, adaptor: { ...d.adaptor, accounts: d.adaptor.accounts.toReversed() } }),
    ],
    ['adaptor.accounts', (d) => ({ ...d, adaptor: { ...d.adaptor, accounts: d.adaptor.accounts.slice(1) } })],
    ['adaptor.arguments', (d) => ({ ...d, adaptor: { ...d.adaptor, arguments: Uint8Array.of(1) } })],
    ['lending.program', (d) => ({ ...d, lending: { ...d.lending, program: OTHER } })],
    ['market.program', (d) => ({ ...d, market: { ...d.market, program: OTHER } })],
    ['market.address', (d) => ({ ...d, market: { ...d.market, address: OTHER } })],
    ['market.rasolVault', (d) => ({ ...d, market: { ...d.market, rasolVault: d.market.solVault } })],
    ['market.solVault', (d) => ({ ...d, market: { ...d.market, solVault: OTHER } })],
    ['lookupTables', (d) => ({ ...d, lookupTables: [OTHER] })],
    ['lookupTables', (d) => ({ ...d, lookupTables: [...d.lookupTables, OTHER] })],
  ] satisfies (readonly [string, (given: WholeDeployment) => LeveragedDeployment])[]) {
    test(`is refused with another ${field}, saying which`, () => {
      const message = new RegExp(
        `^The deployment is not that of a sandbox: leveraged\\.${field} must be [^;]+\\.$`,
      );
      assert.throws(() => startWith(change), { message });
    });
  }

  test('is refused with another strategy of the USDC vault, saying what it must be', () => {
    const { adaptors = [], lookupTables = [] } = DEPLOYMENT.usdcStrategies ?? {};
    for (const usdcStrategies of [
      { adaptors: adaptors.toReversed(), lookupTables },
      { adaptors: adaptors.slice(1), lookupTables },
      { adaptors, lookupTables: [OTHER] },
    ]) {
      assert.throws(
        () => createSandboxLedger({ ...DEPLOYMENT, usdcStrategies }, Date.now),
        /^Error: The deployment is not that of a sandbox: usdcStrategies must be \{"adaptors":/,
      );
    }
  });

  test('is refused with a vault whose LP mint is another', () => {
    assert.throws(() => startWith((given) => ({ ...given, vault: OTHER })), /LP mint of the vault .* is /);
  });

  for (const part of ['address', 'program']) {
    test(`is refused with another ${part} of the stake pool, leveraged vault or not`, () => {
      const { leveraged: _, ...without } = DEPLOYMENT;
      for (const deployment of [DEPLOYMENT, without]) {
        const stakePool = { ...deployment.stakePool, [part]: OTHER };
        assert.throws(
          () => createSandboxLedger({ ...deployment, stakePool }, Date.now),
          /^Error: The deployment is not that of a sandbox: stakePool must be [^;]+\.$/,
        );
      }
    });
  }

  test('is refused without a part of exits through a flash loan, saying which', () => {
    assert.throws(
      () => startWith(({ market: _, lending: __, ...rest }) => rest),
      /^Error: The deployment is not that of a sandbox: leveraged\.lending, leveraged\.market must be there\.$/,
    );
  });

  test('names every field that is wrong', () => {
    const change = (given: WholeDeployment) => ({
      ...given,
      adaptor: { ...given.adaptor, position: OTHER },
      lookupTables: [OTHER],
    });
    assert.throws(
      () => startWith(change),
      /leveraged\.adaptor\.position must be .*; leveraged\.lookupTables must be /,
    );
  });

  test('may have any group and bank, and no leveraged vault at all', () => {
    startWith((given) => ({ ...given, lending: { ...given.lending, group: OTHER, bank: OTHER } }));
    const { leveraged: _, ...without } = DEPLOYMENT;
    const ledger = createSandboxLedger(without, Date.now);
    assert.equal(ledger.leveraged, undefined);
    ledger.advanceEpochs(1);
    assert.equal(ledger.findAccount(leveragedDeployment().vault), undefined);
  });
});

describe('GET /sandbox', () => {
  test('says where the leveraged vault is, and what is in the position', async (t) => {
    const world = await startLeveragedSandbox(t);
    const { body } = await request(`${world.sandbox.url}/sandbox`);
    const { leveraged } = (await body.json()) as { leveraged: Record<string, unknown> };
    const { collateral, debt } = world.position();
    assert.deepEqual(leveraged, {
      ...JSON.parse(JSON.stringify(world.leveraged)),
      totalValue: '20000000000000',
      idle: '1000000000000',
      lpSupply: world.readSupply(world.leveraged.lpMint).toString(),
      rasolPerLp: '1198800000',
      held: { collateral: collateral.toString(), debtLamports: debt.toString() },
      lent: { liquidityLamports: '60000000000000' },
    });
  });
});
