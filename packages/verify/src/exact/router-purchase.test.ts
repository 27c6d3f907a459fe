import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Address, address, type Instruction } from '@solana/kit';
import { getSwapExactOutInstruction } from '@staking-agent/chain/leverage';
import { INFINITY_PROGRAM, JUPITER_PROGRAM, STAKEDEX_PROGRAM } from '../bytes/address.ts';
import { encodeBase58 } from '../bytes/text.ts';
import type { VerifyDeployment } from '../deployment.ts';
import { verify } from '../index.ts';
import { FLASH_TERMS, flashExit } from './exits.world.ts';
import { DEPLOYMENT, LENDING_ACCOUNT, LEVERAGED, STRANGER, USER, WALLET } from './keys.world.ts';
import { type Build, createMessage, createTransaction } from './ledger.world.ts';

const { market, ...withoutMarket } = LEVERAGED;
const { bought, spentAtMost, loan } = FLASH_TERMS;
const { stakePool, rasolMint, solMint } = DEPLOYMENT;

const [INFINITY, STAKEDEX, JUPITER] = [INFINITY_PROGRAM, STAKEDEX_PROGRAM, JUPITER_PROGRAM].map(
  (key) => encodeBase58(key) as Address,
) as [Address, Address, Address];
const routerPrograms = [...DEPLOYMENT.routerPrograms, INFINITY];
const OFFERED: VerifyDeployment = { ...DEPLOYMENT, routerPrograms, leveraged: withoutMarket };
/** The wallet's own accounts in an exit. */
const OWN: readonly Address[] = [WALLET, USER.sol, USER.rasol, USER.rasolMax, LENDING_ACCOUNT];
/** Accounts of nobody. */
const FURTHER = [
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
].map((text) => address(text));

const account = (key: Address, role = AccountRole.WRITABLE) => ({ address: key, role });
const user = account(WALLET, AccountRole.READONLY_SIGNER);
const u64 = (...values: readonly bigint[]) => {
  const data = Buffer.alloc(8 * values.length);
  for (const [at, value] of values.entries()) data.writeBigUInt64LE(value, 8 * at);
  return data;
};

const infinity = (tag: number, ...amounts: readonly bigint[]): Instruction => ({
  programAddress: INFINITY,
  accounts: [
    user,
    account(rasolMint, AccountRole.READONLY),
    account(solMint, AccountRole.READONLY),
    account(USER.rasol),
    account(USER.sol),
    ...FURTHER.map((key) => account(key, AccountRole.READONLY)),
  ],
  data: Buffer.concat([Buffer.of(tag, 3, 4), Buffer.alloc(8), u64(...amounts)]),
});

const stakedex = (amount: bigint, pool: Address = stakePool.address): Instruction => ({
  programAddress: STAKEDEX,
  accounts: [
    user,
    account(USER.rasol),
    account(USER.sol),
    account(market.solVault),
    account(rasolMint),
    account(solMint, AccountRole.READONLY),
    account(address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'), AccountRole.READONLY),
    account(stakePool.program, AccountRole.READONLY),
    account(pool),
  ],
  data: Buffer.concat([Buffer.of(8), u64(amount)]),
});

const atMarket = (changes: { source?: Address; destination?: Address; most?: bigint; out?: bigint } = {}) =>
  getSwapExactOutInstruction(
    {
      market: market.address,
      owner: WALLET,
      source: changes.source ?? USER.rasol,
      destination: changes.destination ?? USER.sol,
      vaultIn: market.rasolVault,
      vaultOut: market.solVault,
      amountOut: changes.out ?? bought,
      maximumAmountIn: changes.most ?? spentAtMost,
    },
    { programAddress: market.program },
  );

const listAccounts = ({ accounts = [] }: Instruction) => accounts;

/** An exit whose swap is another one. */
function buyingBy(...swaps: readonly Instruction[]): Build {
  const build = flashExit();
  const instructions = build.instructions.flatMap((each) =>
    each.programAddress === market.program ? swaps : [each],
  );
  return { ...build, instructions };
}

function rulesBroken(build: Build, deployment: VerifyDeployment = OFFERED): string[] {
  const { operation, request, evidence } = build;
  const transaction = createTransaction(createMessage(build, build.instructions));
  const { findings } = verify(operation, request, { ...build.answer, transaction }, deployment, evidence);
  return findings.map(({ rule }) => rule);
}

/** The dearest at which the loan alone may be bought, where the bytes promise nothing. */
const DEAREST_AT_A_RATE = 2_003_000_012n;

suite('a swap of the router within a loan', () => {
  const honest: Readonly<Record<string, Instruction>> = {
    'the market': atMarket(),
    'Infinity for an exact output': infinity(2, spentAtMost, bought),
    'its second version': infinity(24, spentAtMost, bought),
    'Infinity of an exact input': infinity(1, bought, spentAtMost),
    'its second version of one': infinity(23, loan - 5n, DEAREST_AT_A_RATE),
    'a withdrawal from the pool of raSOL': stakedex(DEAREST_AT_A_RATE),
  };
  for (const [name, swap] of Object.entries(honest)) {
    test(`may be ${name}`, () => assert.deepEqual(rulesBroken(buyingBy(swap)), []));

    test(`as ${name} is refused where the deployment has a market, or does not list its program`, () => {
      const elsewhere = { ...swap, programAddress: INFINITY === swap.programAddress ? STAKEDEX : INFINITY };
      assert.deepEqual(rulesBroken(buyingBy(elsewhere), DEPLOYMENT), ['shape']);
      const others = routerPrograms.filter((program) => program !== swap.programAddress);
      assert.deepEqual(rulesBroken(buyingBy(swap), { ...OFFERED, routerPrograms: others }), ['shape']);
    });

    test(`as ${name} is refused with any account of the wallet at any other place`, () => {
      for (const [at, given] of listAccounts(swap).entries()) {
        // Only the places of the wallet are fixed.
        const others = OWN.includes(given.address) ? [...OWN, STRANGER] : OWN;
        for (const key of others.filter((each) => each !== given.address)) {
          const accounts = listAccounts(swap).with(at, { ...given, address: key });
          assert.notDeepEqual(rulesBroken(buyingBy({ ...swap, accounts })), [], `${key} at ${at}`);
        }
      }
    });

    test(`as ${name} is refused with a byte more, and with a byte less`, () => {
      const data = Uint8Array.from(swap.data ?? []);
      for (const other of [Uint8Array.of(...data, 0), data.subarray(0, -1)]) {
        assert.deepEqual(rulesBroken(buyingBy({ ...swap, data: other })), ['shape']);
      }
    });

    test(`as ${name} may not stand twice, or after the loan is paid`, () => {
      assert.deepEqual(rulesBroken(buyingBy(swap, swap)), ['shape']);
      const build = buyingBy(swap);
      const at = build.instructions.indexOf(swap);
      const moved = [...build.instructions.slice(0, at), ...build.instructions.slice(at + 1), swap];
      assert.deepEqual(rulesBroken({ ...build, instructions: moved }), ['shape']);
    });
  }

  test('may cost no more than the pool and 0.15 %', () => {
    assert.deepEqual(rulesBroken(buyingBy(atMarket({ most: spentAtMost + 1n }))), ['price']);
    assert.deepEqual(rulesBroken(buyingBy(infinity(2, spentAtMost + 1n, bought))), ['price']);
    assert.deepEqual(rulesBroken(buyingBy(stakedex(DEAREST_AT_A_RATE + 1n))), ['price']);
    assert.deepEqual(rulesBroken(buyingBy(atMarket({ most: 2n ** 64n - 1n }))), ['shape']);
  });

  test('may buy no more than the loan and its fee', () => {
    const out = loan + loan / 100n + 2n;
    assert.deepEqual(rulesBroken(buyingBy(atMarket({ out }))), ['conservation']);
  });

  test('over a stake pool other than that of raSOL is refused', () => {
    assert.deepEqual(rulesBroken(buyingBy(stakedex(DEAREST_AT_A_RATE, STRANGER))), ['shape']);
  });

  test('may not be a route of the aggregator', () => {
    const deployment = { ...OFFERED, routerPrograms: [...routerPrograms, JUPITER] };
    const route = { ...atMarket(), programAddress: JUPITER };
    assert.deepEqual(rulesBroken(buyingBy(route), deployment), ['shape']);
  });
});
