import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNoopSigner, generateKeyPairSigner, type Instruction, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  activeBalances,
  findLendingAccountFault,
  getLendingAccountBorrowInstruction,
  getLendingAccountRepayInstruction,
  i80f48Bits,
  MARGINFI_PROGRAM_ADDRESS,
  wrapI80F48,
} from '@staking-agent/chain/lending';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import { flashLoan, openLendingAccount } from './leveraged-steps.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const FEE = 5_000n;
const ONE = 1n << 48n;

async function start(t: Parameters<typeof startLeveragedSandbox>[0]) {
  const world = await startLeveragedSandbox(t);
  const wallet = await world.createUser(SOL);
  const { sol, lending } = world.findAccounts(wallet.address);
  const bankVault = world.leveraged.lending.liquidityVault;
  const balances = () => ({
    wallet: world.tokens(sol),
    vault: world.tokens(bankVault),
    vaultLamports: world.lamports(bankVault),
    debts: i80f48Bits(world.bank().totalLiabilityShares),
    positions: world.bank().borrowingPositionCount,
  });
  return { world, wallet, address: wallet.address, sol, lending, balances };
}

/** Puts wrapped SOL into the wallet's account. */
function wrap(world: LeveragedSandbox, owner: string, amount: bigint): void {
  const { sol } = world.findAccounts(owner as never);
  const account = world.ledger.findAccount(sol);
  assert.ok(account);
  const data = Uint8Array.from(account.data);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  world.ledger.bank.setAccount({ ...account, data, lamports: lamports(account.lamports + amount) });
}

describe('a flash loan', () => {
  test('leaves everything as it was, and an account open that costs its rent', async (t) => {
    const { world, wallet, address, lending, balances } = await start(t);
    const [before, held] = [balances(), world.lamports(address)];
    const rent = world.ledger.bank.vm().minimumBalanceForRentExemption(2_312n);
    const opening = [openLendingAccount(world, address)];
    const steps = flashLoan(world, address, { amount: 2_500_000_001n, before: opening });

    requireOk(await world.send(wallet, steps));

    assert.deepEqual(balances(), before);
    assert.equal(world.lamports(address), held - rent - FEE);
    assert.equal(world.ledger.findAccount(lending)?.programAddress, MARGINFI_PROGRAM_ADDRESS);
    const account = world.lendingAccount(lending);
    const { group, bank } = world.leveraged.lending;
    assert.equal(findLendingAccountFault(account, { authority: address, group, bank }), undefined);
    assert.deepEqual(activeBalances(account), []);
    assert.deepEqual([account.accountIndex, account.thirdPartyIndex], [0, 4_242]);
    assert.equal(world.bank().lastUpdate, world.now());
  });

  test('may take all that is there, whatever comes after its end', async (t) => {
    const { world, wallet, address, balances } = await start(t);
    const before = balances();
    const loan = flashLoan(world, address, {
      amount: before.vault,
      before: [openLendingAccount(world, address)],
    });
    const [self, amount] = [createNoopSigner(address), lamports(1n)];
    const after = getTransferSolInstruction({ source: self, destination: address, amount });

    requireOk(await world.send(wallet, [...loan, after]));

    assert.deepEqual(balances(), before);
  });

  test('costs an origination fee, rounded up, which the group earns', async (t) => {
    const { world, wallet, address, sol, balances } = await start(t);
    const { config } = world.bank();
    const protocolOriginationFee = wrapI80F48(ONE / 1_000n);
    const interestRateConfig = { ...config.interestRateConfig, protocolOriginationFee };
    world.setBank({ config: { ...config, interestRateConfig } });
    wrap(world, address, 3_000_000n);
    const before = balances();

    const opening = [openLendingAccount(world, address)];
    requireOk(
      await world.send(wallet, flashLoan(world, address, { amount: 2_500_000_001n, before: opening })),
    );

    assert.equal(world.tokens(sol), 3_000_000n - 2_500_001n);
    assert.equal(balances().vault, before.vault + 2_500_001n);
    assert.equal(balances().debts, before.debts);
    const earned = i80f48Bits(world.bank().collectedGroupFeesOutstanding);
    const insured = i80f48Bits(world.bank().collectedInsuranceFeesOutstanding);
    assert.equal(earned, (ONE / 1_000n) * 2_500_000_001n);
    assert.equal(earned + insured, 2_500_001n << 48n);
  });

  test('rounds for the lender where shares are worth an odd amount', async (t) => {
    const { world, wallet, address, balances } = await start(t);
    world.setBank({ liabilityShareValue: wrapI80F48((ONE * 11n) / 7n) });
    const before = balances();
    const opening = [openLendingAccount(world, address)];

    requireOk(
      await world.send(wallet, flashLoan(world, address, { amount: 2_500_000_003n, before: opening })),
    );

    assert.deepEqual(balances(), before);
  });

  test('is repaid in parts, and clears a debt that an account had before', async (t) => {
    const { world, wallet, address, lending, sol, balances } = await start(t);
    const before = balances();
    const { group, bank, liquidityVault, liquidityVaultAuthority } = world.leveraged.lending;
    const common = {
      group,
      bank,
      liquidityVault,
      marginfiAccount: lending,
      authority: createNoopSigner(address),
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    };
    const inside: Instruction[] = [
      getLendingAccountRepayInstruction({
        ...common,
        signerTokenAccount: sol,
        amount: 400n,
        repayAll: null,
      }),
      getLendingAccountBorrowInstruction({
        ...common,
        destinationTokenAccount: sol,
        bankLiquidityVaultAuthority: liquidityVaultAuthority,
        amount: 77n,
      }),
    ];

    const opening = [openLendingAccount(world, address)];
    requireOk(
      await world.send(wallet, flashLoan(world, address, { amount: 1_000n, before: opening, inside })),
    );

    assert.deepEqual(balances(), before);
  });

  test('takes an account whose address somebody had sent lamports to', async (t) => {
    const { world, wallet, address, lending } = await start(t);
    const rent = world.ledger.bank.vm().minimumBalanceForRentExemption(2_312n);
    world.ledger.fund(lending, 900_000n);
    const held = world.lamports(address);

    requireOk(await world.send(wallet, [openLendingAccount(world, address)]));

    assert.equal(world.lamports(address), held - rent + 900_000n - FEE);
    assert.equal(world.lendingAccount(lending).authority, address);
  });

  test('one account serves one wallet, and ids tell a wallet’s accounts apart', async (t) => {
    const { world, wallet, address } = await start(t);
    const other = await generateKeyPairSigner();
    assert.notEqual(world.findAccounts(other.address).lending, world.findAccounts(address).lending);
    requireOk(await world.send(wallet, [openLendingAccount(world, address)]));
    const { err } = await world.send(wallet, [openLendingAccount(world, address)]);
    assert.deepEqual(err, { InstructionError: [0, { Custom: 0 }] });
  });
});
