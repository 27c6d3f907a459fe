import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, suite, test } from 'node:test';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { findFailedProgram } from '../../test/failed-program.ts';
import { nameAddress, readData, readTokens, setData, setTokens } from '../../test/ledger-accounts.ts';
import * as lending from './index.ts';

// The program's own binary is not part of the repository. Where the folder that SANDBOX_PROGRAMS_DIR names holds
// one, this runs it. The only public build is of release 0.1.1, which differs from what the client speaks in three
// ways: it has no accounts at derived addresses, wants the vault's authority writable, and counts errors otherwise.

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const programs = process.env['SANDBOX_PROGRAMS_DIR'];
const programFile = join(programs ?? '', 'marginfi.so');
const skip =
  programs !== undefined && existsSync(programFile)
    ? false
    : 'SANDBOX_PROGRAMS_DIR names no folder with marginfi.so';

const PROGRAM = lending.MARGINFI_PROGRAM_ADDRESS;
const OLD_BANK_PAUSED = 6018;
const OLD_ILLEGAL_UTILIZATION_RATIO = 6028;
const OLD_CAPACITY_EXCEEDED = 6029;
const OLD_ILLEGAL_FLASHLOAN = 6040;
const ONE = 1n << lending.I80F48_FRACTION_BITS;
const LOAN = 2_500_000_001n;
const OWN_TOKENS = 1_000_000_000n;

type Recorded = { address: Address; base64: string };
const recorded: Record<'bank' | 'group', Recorded> = JSON.parse(
  readFileSync(new URL('../../fixtures/lending/accounts.json', import.meta.url), 'utf8'),
);
const decodeBase64 = ({ base64 }: Recorded) => new Uint8Array(Buffer.from(base64, 'base64'));

const WALLET = nameAddress('wallet');
const authority = createNoopSigner(WALLET);
const marginfiAccount = nameAddress('lending account');
const tokenAccount = nameAddress('tokens');
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
const bank = lending.getBankDecoder().decode(decodeBase64(recorded.bank));

suite('flash loans of the real program', { skip }, () => {
  let svm: LiteSVM;
  let input: lending.FlashLoanInput;

  function writeBank(given: lending.Bank): void {
    const data = new Uint8Array(lending.getBankEncoder().encode(given));
    setData(svm, PROGRAM, recorded.bank.address, 100_000_000n, data);
  }

  beforeEach(async () => {
    svm = new LiteSVM()
      .withSigverify(false)
      .withBlockhashCheck(false)
      .withTransactionHistory(0n)
      .withNativeMints();
    svm.addProgramFromFile(PROGRAM, programFile);
    // No interest since the bank was last written.
    svm.setClock(new Clock(447_552_000n, 0n, 900n, 901n, bank.lastUpdate));
    setData(svm, SYSTEM_PROGRAM_ADDRESS, WALLET, 10_000_000_000n, new Uint8Array(0));
    setData(svm, PROGRAM, recorded.group.address, 100_000_000n, decodeBase64(recorded.group));
    writeBank(bank);
    const [owner] = await lending.findBankVaultAuthorityPda({ bank: recorded.bank.address });
    const liquidity =
      (lending.i80f48Bits(bank.totalAssetShares) - lending.i80f48Bits(bank.totalLiabilityShares)) / ONE;
    setTokens(svm, bank.liquidityVault, { mint: bank.mint, owner, amount: liquidity });
    setTokens(svm, tokenAccount, { mint: bank.mint, owner: WALLET, amount: OWN_TOKENS });
    input = {
      group: recorded.group.address,
      marginfiAccount,
      authority,
      bank: recorded.bank.address,
      liquidityVault: bank.liquidityVault,
      bankLiquidityVaultAuthority: owner,
      tokenAccount,
      tokenProgram,
      amount: LOAN,
      before: [
        lending.getMarginfiAccountInitializeInstruction({
          marginfiGroup: recorded.group.address,
          marginfiAccount: createNoopSigner(marginfiAccount),
          authority,
          feePayer: authority,
        }),
      ],
      inside: [],
    };
  });

  /** Sends the instructions; the vault's authority is made writable, as this release wants it. */
  function send(instructions: readonly Instruction[]): number | undefined {
    const writable = instructions.map((instruction) => ({
      ...instruction,
      accounts: (instruction.accounts ?? []).map((each) =>
        each.address === input.bankLiquidityVaultAuthority ? { ...each, role: AccountRole.WRITABLE } : each,
      ),
    }));
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(WALLET, m),
      (m) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
      (m) => appendTransactionMessageInstructions(writable, m),
    );
    const result = svm.sendTransaction(compileTransaction(message));
    if (!(result instanceof FailedTransactionMetadata)) return undefined;
    return findFailedProgram(result.meta().logs())?.customCode ?? -1;
  }

  test('a bracket borrows and repays, and leaves an account without positions', () => {
    assert.equal(send(lending.bracketFlashLoan(input)), undefined);
    assert.equal(readTokens(svm, tokenAccount), OWN_TOKENS);
    const account = lending.getMarginfiAccountDecoder().decode(readData(svm, marginfiAccount));
    assert.equal(account.authority, WALLET);
    assert.deepEqual(lending.activeBalances(account), []);
    const loan = { authority: WALLET, group: input.group, bank: input.bank };
    assert.equal(lending.findLendingAccountFault(account, loan), undefined);
    assert.equal(send(lending.bracketFlashLoan({ ...input, before: [] })), undefined);
  });

  test('an origination fee is taken as foretold', () => {
    const { config } = bank;
    const interestRateConfig = {
      ...config.interestRateConfig,
      protocolOriginationFee: lending.wrapI80F48(ONE / 1_000n),
    };
    const charging = { ...bank, config: { ...config, interestRateConfig } };
    writeBank(charging);
    assert.equal(send(lending.bracketFlashLoan(input)), undefined);
    const repayment = LOAN + 2_500_001n;
    const foretold = lending.previewFlashLoan(charging, { amount: LOAN, liquidity: LOAN });
    assert.deepEqual(foretold, { ok: true, repayment });
    assert.equal(readTokens(svm, tokenAccount), OWN_TOKENS + LOAN - repayment);
  });

  test('a loan that is not repaid fails as a whole', () => {
    const made = lending.bracketFlashLoan({ ...input, inside: [] });
    const without = [...made.slice(0, -2), ...made.slice(-1)];
    const start = lending.getLendingAccountStartFlashloanInstruction({ ...input, endIndex: 3n });
    assert.notEqual(send(without.map((each, i) => (i === 1 ? start : each))), undefined);
    assert.equal(readTokens(svm, tokenAccount), OWN_TOKENS);
    assert.equal(svm.getAccount(marginfiAccount).exists, false);
  });

  test('what the client finds at fault the program refuses', () => {
    const made = lending.bracketFlashLoan(input);
    const other = lending.getMarginfiAccountCloseInstruction({
      marginfiAccount,
      authority,
      feePayer: authority,
    });
    const startAt = (endIndex: bigint) =>
      made.map((each, i) =>
        i === 1 ? lending.getLendingAccountStartFlashloanInstruction({ ...input, endIndex }) : each,
      );
    for (const broken of [startAt(0n), startAt(1n), startAt(3n)]) {
      assert.deepEqual(lending.findFlashLoanFault(broken, 1), { by: 'lending', code: 6038 });
      assert.equal(send(broken), OLD_ILLEGAL_FLASHLOAN);
    }
    assert.deepEqual(lending.findFlashLoanFault(startAt(9n), 1), { by: 'runtime', error: 'InvalidArgument' });
    assert.equal(send(startAt(9n)), -1);
    assert.equal(lending.findFlashLoanFault([...made, other], 1), undefined);
    assert.equal(send([...made, other]), undefined);
    assert.equal(svm.getAccount(marginfiAccount).exists, false);
  });

  test('limits of the bank are where the preview has them', () => {
    const liquidity = readTokens(svm, bank.liquidityVault);
    const owed = lending.i80f48Bits(bank.totalLiabilityShares) / ONE;
    const all = lending.previewFlashLoan(bank, { amount: liquidity, liquidity });
    assert.deepEqual(all, { ok: true, repayment: liquidity });
    assert.equal(send(lending.bracketFlashLoan({ ...input, amount: liquidity })), undefined);
    const again = { ...input, before: [], amount: liquidity + 1n };
    const more = lending.previewFlashLoan(bank, { amount: again.amount, liquidity });
    assert.deepEqual(more, { ok: false, by: 'lending', code: 6026 });
    assert.equal(send(lending.bracketFlashLoan(again)), OLD_ILLEGAL_UTILIZATION_RATIO);
    const richer = { ...bank, totalAssetShares: lending.wrapI80F48((liquidity + 5n) * ONE) };
    writeBank({ ...richer, totalLiabilityShares: lending.wrapI80F48(0n) });
    const lacking = lending.previewFlashLoan(
      { ...richer, totalLiabilityShares: lending.wrapI80F48(0n) },
      { amount: again.amount, liquidity },
    );
    assert.deepEqual(lacking, { ok: false, by: 'token', code: 1 });
    assert.equal(send(lending.bracketFlashLoan(again)), 1);
    const limited = { ...bank, config: { ...bank.config, borrowLimit: LOAN + owed } };
    writeBank(limited);
    const capped = lending.previewFlashLoan(limited, { amount: LOAN, liquidity });
    assert.deepEqual(capped, { ok: false, by: 'lending', code: 6027 });
    assert.equal(send(lending.bracketFlashLoan({ ...input, before: [] })), OLD_CAPACITY_EXCEEDED);
    assert.equal(send(lending.bracketFlashLoan({ ...input, before: [], amount: LOAN - 1n })), undefined);
    const paused = lending.BankOperationalState.Paused;
    writeBank({ ...bank, config: { ...bank.config, operationalState: paused } });
    assert.equal(send(lending.bracketFlashLoan({ ...input, before: [] })), OLD_BANK_PAUSED);
  });
});
