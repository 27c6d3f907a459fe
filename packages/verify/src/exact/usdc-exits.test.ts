import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type AccountMeta, AccountRole, type Address } from '@solana/kit';
import { verify } from '../index.ts';
import { DEPLOYMENT, WALLET } from './keys.world.ts';
import { createMessage, createTransaction, verifyBuild } from './ledger.world.ts';
import { USDC_EXITS, WRONG_USDC_EXITS } from './usdc-exits.world.ts';

suite('an exit out of the strategies of the USDC vault', () => {
  for (const [name, build] of Object.entries(WRONG_USDC_EXITS)) {
    test(`is refused with ${name}`, () => {
      assert.notEqual(verifyBuild(build).findings.length, 0);
    });
  }

  test('is refused where the deployment lists no strategy', () => {
    const { usdcStrategies: _, ...deployment } = DEPLOYMENT;
    for (const { operation, request, answer, ...build } of Object.values(USDC_EXITS)) {
      const transaction = createTransaction(createMessage(build, build.instructions));
      const { findings } = verify(operation, request, { ...answer, transaction }, deployment);
      assert.equal(findings[0]?.rule, 'account');
    }
  });

  test('may take accounts that the adaptor picks, but never the wallet, and only where the deployment says so', () => {
    const build = USDC_EXITS['an exit by a strategy'] ?? assert.fail();
    const { usdcStrategies } = DEPLOYMENT;
    const picks = usdcStrategies?.adaptors.map((adaptor) => ({ ...adaptor, picks: 'kamino-vault' }));
    const picking = { ...DEPLOYMENT, usdcStrategies: { adaptors: picks ?? [] } };
    const judge = (deployment: typeof picking, ...further: AccountMeta[]) => {
      const instructions = build.instructions.map((each, index) =>
        index === 1 ? { ...each, accounts: [...(each.accounts ?? []), ...further] } : each,
      );
      const transaction = createTransaction(createMessage(build, instructions));
      return verify(build.operation, build.request, { ...build.answer, transaction }, deployment);
    };
    const other = (address: string, role: AccountRole) => ({ address: address as Address, role });
    const reserve = other(DEPLOYMENT.voteAccount, AccountRole.WRITABLE);
    const market = other(DEPLOYMENT.rasolMint, AccountRole.READONLY);
    assert.deepEqual(judge(picking, reserve, market).findings, []);
    assert.equal(judge(picking, reserve, market).level, 'exact');
    for (const role of [AccountRole.READONLY, AccountRole.WRITABLE_SIGNER]) {
      assert.equal(judge(picking, reserve, other(WALLET, role)).findings[0]?.rule, 'account');
    }
    assert.equal(judge(DEPLOYMENT as typeof picking, reserve).findings[0]?.rule, 'shape');
  });
});
