import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { type Address, address } from '@solana/kit';
import { nameAddress, readData, readTokens, setData, setTokens } from '../../test/ledger-accounts.ts';
import { programFile, skip } from '../../test/vault/program-file.ts';
import * as real from '../../test/vault/vault-ledger.ts';
import * as vaults from './index.ts';

// The stake program stands in for an adaptor: asked for the minimum delegation, it pays nothing and answers with
// 10⁹, a position worth that much. A withdrawal of one base unit is thus one short, which the vault forgives.

const POSITION = 1_000_000_000n;
const adaptorProgram = address('Stake11111111111111111111111111111111111111');
const strategy = nameAddress('strategy');

type Case = real.VaultSetup & {
  reportedValue?: bigint;
  adaptorEpoch?: bigint;
  amount?: bigint;
  isAmountInLp?: boolean;
};

const reports: Record<string, Case> = {
  'a profit': {},
  'a profit without performance fees': {
    vault: { managerPerformanceFee: 0, adminPerformanceFee: 0, protocolPerformanceFee: 0 },
  },
  'a profit below the mark': { vault: { highWaterMark: 1n << 39n } },
  'a profit across the mark': { vault: { highWaterMark: (1n << 38n) + (1n << 36n) } },
  'a loss': { reportedValue: 1_100_000_000n },
  nothing: { reportedValue: POSITION },
  'a profit of a vault with all but its second bit off': { vault: { disabledOperations: 0xffff & ~2 } },
  'a profit of a vault with all but its third bit off': { vault: { disabledOperations: 0xffff & ~4 } },
};

const refusals: Record<string, Case> = {
  'switched off by the protocol': { operationalState: real.EVERYTHING_ON & ~4 },
  'switched off by the vault': { vault: { disabledOperations: 2 | 4 } },
  'an adaptor too new': { adaptorEpoch: real.EPOCH - 1n },
  nothing: { amount: 0n },
  'no LP': { vault: { lpMintSupply: 0n } },
  'a report in the future': { vault: { lastReport: real.NOW + 9n } },
  'all of it locked': { vault: { lastReport: real.NOW, lastUpdatedLockedProfit: real.VAULT.totalValue } },
  'a waiting period': { vault: { withdrawalWaitingPeriod: 1n } },
  'a fee update in the future': { vault: { lastManagementFeeUpdateTs: real.NOW + 5n } },
  'a fee of everything': { vault: { managerManagementFee: 10_000, lastManagementFeeUpdateTs: 1n } },
  'an amount for a fee of everything': { vault: { redemptionFee: 10_000 } },
  'LP worth nothing': { isAmountInLp: true },
  'a performance fee of everything': {
    vault: { managerPerformanceFee: 10_000, adminPerformanceFee: 0, protocolPerformanceFee: 0 },
  },
  'two base units short': { amount: 2n },
  'more LP than the user has': { userLp: 0n },
};

suite('withdrawals from a strategy agree with the real program', { skip }, () => {
  let world: real.VaultLedger;
  let receipts: Record<
    'strategyInitReceipt' | 'adaptorAddReceipt' | 'directWithdrawInitReceipt' | 'vaultStrategyAuth',
    Address
  >;
  let vaultStrategyAssetAta: Address;

  before(async () => {
    world = await real.openVaultLedger(programFile);
    const { vault, vaultAssetMint } = world.accounts;
    [receipts, vaultStrategyAssetAta] = await Promise.all([
      findReceipts(vault),
      vaults.findVaultStrategyTokenAccount({ vault, strategy, assetMint: vaultAssetMint }),
    ]);
  });

  async function findReceipts(vault: Address) {
    const seeds = { vault, strategy };
    return {
      strategyInitReceipt: (await vaults.findStrategyInitReceiptPda(seeds))[0],
      adaptorAddReceipt: (await vaults.findAdaptorAddReceiptPda({ vault, adaptorProgram }))[0],
      directWithdrawInitReceipt: (await vaults.findDirectWithdrawInitReceiptPda(seeds))[0],
      vaultStrategyAuth: (await vaults.findVaultStrategyAuthPda(seeds))[0],
    };
  }

  async function writeReceipts({ reportedValue = 900_000_000n, adaptorEpoch = 0n }: Case): Promise<void> {
    const { svm, accounts } = world;
    const seeds = { vault: accounts.vault, strategy };
    const [[, bump], [, addBump], [, directBump], [, vaultStrategyAuthBump]] = await Promise.all([
      vaults.findStrategyInitReceiptPda(seeds),
      vaults.findAdaptorAddReceiptPda({ ...seeds, adaptorProgram }),
      vaults.findDirectWithdrawInitReceiptPda(seeds),
      vaults.findVaultStrategyAuthPda(seeds),
    ]);
    const common = { ...seeds, adaptorProgram, version: 1 };
    const put = (at: Address, data: ArrayLike<number>) =>
      setData(svm, vaults.VOLTR_VAULT_PROGRAM_ADDRESS, at, 100_000_000n, Uint8Array.from(data));
    const position = { positionValue: reportedValue, lastUpdatedTs: 0n, bump, vaultStrategyAuthBump };
    put(
      receipts.strategyInitReceipt,
      vaults.getStrategyInitReceiptEncoder().encode({ ...common, ...position }),
    );
    const added = { lastUpdatedEpoch: adaptorEpoch, bump: addBump };
    put(receipts.adaptorAddReceipt, vaults.getAdaptorAddReceiptEncoder().encode({ ...common, ...added }));
    const call = {
      instructionDiscriminator: Uint8Array.of(13, 0, 0, 0),
      additionalArgs: null,
      allowUserArgs: true,
    };
    put(
      receipts.directWithdrawInitReceipt,
      vaults.getDirectWithdrawInitReceiptEncoder().encode({ ...common, ...call, bump: directBump }),
    );
    const owner = receipts.vaultStrategyAuth;
    setTokens(svm, vaultStrategyAssetAta, { mint: accounts.vaultAssetMint, owner, amount: 0n });
  }

  async function withdraw(setup: Case) {
    const { amount = 1n, isAmountInLp = false, userLp = 10n ** 12n } = setup;
    const { operationalState = real.EVERYTHING_ON, reportedValue = 900_000_000n, adaptorEpoch = 0n } = setup;
    const state = await real.writeVault(world, setup);
    await writeReceipts(setup);
    const asked = { amount, isAmountInLp, isWithdrawAll: false };
    const shortfall = isAmountInLp ? 0n : amount;
    const position = { reportedValue, actualValue: POSITION, shortfall, adaptorEpoch, epoch: real.EPOCH };
    const expected = vaults.previewInstantWithdrawStrategy(state, {
      ...asked,
      userLp,
      now: real.NOW,
      operationalState,
      position,
    });
    const account = vaults.getVaultDecoder().decode(readData(world.svm, world.accounts.vault));
    const strategyAccounts = { ...receipts, strategy, vaultStrategyAssetAta, adaptorProgram, userArgs: null };
    const outcome = world.send(
      vaults.getInstantWithdrawStrategyInstruction({ ...world.accounts, ...strategyAccounts, ...asked }),
    );
    return { account, expected, outcome };
  }

  for (const [name, setup] of Object.entries(reports)) {
    test(`the adaptor reports ${name}`, async () => {
      const { account, expected, outcome } = await withdraw(setup);
      assert.equal(outcome, undefined);
      assert.ok(expected.ok);
      const written = vaults
        .getVaultEncoder()
        .encode(vaults.withVaultState(account, expected.vault, real.NOW));
      assert.deepEqual(real.readVault(world), expected.vault);
      assert.deepEqual(readData(world.svm, world.accounts.vault), new Uint8Array(written));
      const receipt = vaults
        .getStrategyInitReceiptDecoder()
        .decode(readData(world.svm, receipts.strategyInitReceipt));
      assert.equal(receipt.positionValue, expected.positionValue);
      assert.equal(receipt.lastUpdatedTs, real.NOW);
      assert.equal(readTokens(world.svm, world.accounts.userLpAta), 10n ** 12n - expected.lpBurned);
    });
  }

  test('what is refused is refused alike, and of two causes the same one is named', async () => {
    for (const [name, setup] of real.inPairs(refusals)) {
      const { expected, outcome } = await withdraw(setup);
      assert.ok(!expected.ok && outcome, name);
      assert.equal(outcome.customCode, expected.code, name);
    }
  });
});
