import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  getAddressEncoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { assertRouterMessage, IntentMismatch, type RouterIntent, readMessage } from './index.ts';

const WALLET = address('DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL');
const STRANGER = address('CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF');
const STAKE_ACCOUNT = address('53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS');
const WRAPPED_SOL = address('BdLKM6fiT13Eqm14gS3XjceQmPNWpSoEqYeQXBMc9Dsk');
const POOL_PROGRAM = address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy');
// Off the curve: a program-derived address.
const POOL_AUTHORITY = address('4sycXz9Xwevedo6eiXR8QEhY8yrQrkNS4G1deY9tAD2Y');
const SYSTEM = address('11111111111111111111111111111111');
const STAKE = address('Stake11111111111111111111111111111111111111');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;

const bytes = (key: Address) => new Uint8Array(getAddressEncoder().encode(key));
const u64 = (value: bigint) => {
  const data = new Uint8Array(8);
  new DataView(data.buffer).setBigUint64(0, value, true);
  return [...data];
};
const { WRITABLE, READONLY, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;

function instruction(
  programAddress: Address,
  accounts: [Address, AccountRole][],
  data: number[],
): Instruction {
  return {
    programAddress,
    accounts: accounts.map(([key, role]) => ({ address: key, role })),
    data: Uint8Array.from(data),
  };
}

const transfer = (to: Address, lamports = 1_000n) =>
  instruction(
    SYSTEM,
    [
      [WALLET, WRITABLE_SIGNER],
      [to, WRITABLE],
    ],
    [2, 0, 0, 0, ...u64(lamports)],
  );
const authorize = (account: Address, authority: Address, tag = [1, 0, 0, 0]) =>
  instruction(
    STAKE,
    [
      [account, WRITABLE],
      [WALLET, READONLY_SIGNER],
    ],
    [...tag, ...bytes(authority), 1, 0, 0, 0],
  );
const poolCall = (...accounts: Address[]) =>
  instruction(
    POOL_PROGRAM,
    [[WALLET, READONLY_SIGNER], ...accounts.map((key) => [key, WRITABLE] as [Address, AccountRole])],
    [9],
  );
const createWithSeed = (base: Address, owner: Address, account: Address = STAKE_ACCOUNT) =>
  instruction(
    SYSTEM,
    [
      [WALLET, WRITABLE_SIGNER],
      [account, WRITABLE],
      [WALLET, READONLY_SIGNER],
    ],
    [3, 0, 0, 0, ...bytes(base), ...u64(1n), 48, ...u64(2_282_880n), ...u64(200n), ...bytes(owner)],
  );
const token = (data: number[], ...accounts: Address[]) =>
  instruction(
    TOKEN,
    accounts.map((key, i) => [key, i === 2 ? READONLY_SIGNER : WRITABLE]),
    data,
  );
const createTokenAccount = (owner: Address, payer: Address = WALLET, data = [1]) =>
  instruction(
    ASSOCIATED_TOKEN,
    [
      [payer, WRITABLE_SIGNER],
      [WRAPPED_SOL, WRITABLE],
      [owner, READONLY],
    ],
    data,
  );
const deactivate = (account: Address) =>
  instruction(
    STAKE,
    [
      [account, WRITABLE],
      [WALLET, READONLY_SIGNER],
    ],
    [5, 0, 0, 0],
  );
const budget = (price: bigint) => [
  instruction(COMPUTE_BUDGET, [], [2, 0xc0, 0x5c, 0x15, 0]),
  instruction(COMPUTE_BUDGET, [], [3, ...u64(price)]),
];

function view(instructions: readonly Instruction[], feePayer: Address = WALLET) {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: BLOCKHASH, lastValidBlockHeight: 0n }, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  return readMessage(
    new Uint8Array(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message))),
  );
}

function intent(kind: RouterIntent['kind']): RouterIntent {
  return {
    kind,
    wallet: bytes(WALLET),
    wrappedSolAccount: bytes(WRAPPED_SOL),
    programs: [bytes(POOL_PROGRAM)],
    ...(kind === 'depositStake' ? { stakeAccount: bytes(STAKE_ACCOUNT) } : {}),
  };
}

const swap = [
  ...budget(1_000n),
  createTokenAccount(WALLET),
  transfer(WRAPPED_SOL),
  token([17], WRAPPED_SOL),
  poolCall(WRAPPED_SOL),
  token([9], WRAPPED_SOL, WALLET, WALLET),
];
const deposit = [authorize(STAKE_ACCOUNT, POOL_AUTHORITY), poolCall(STAKE_ACCOUNT, POOL_AUTHORITY)];
// A wallet that holds wrapped SOL already gets a temporary account beside it.
const TEMPORARY = address('3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ');
const swapBeside = [
  createWithSeed(WALLET, TOKEN, TEMPORARY),
  token([18, ...bytes(WALLET)], TEMPORARY, STRANGER),
  transfer(TEMPORARY),
  token([17], TEMPORARY),
  poolCall(TEMPORARY),
  token([9], TEMPORARY, WALLET, WALLET),
];
const redeem = [createWithSeed(WALLET, STAKE), poolCall(STAKE_ACCOUNT), deactivate(STAKE_ACCOUNT)];
const honest: Record<RouterIntent['kind'], readonly Instruction[]> = {
  token: swap,
  depositStake: deposit,
  withdrawStake: redeem,
};

test('accepts what each kind of order may hold', () => {
  for (const [kind, instructions] of Object.entries(honest)) {
    assertRouterMessage(view(instructions), intent(kind as RouterIntent['kind']));
  }
  assertRouterMessage(view(swapBeside), intent('token'));
});

const everywhere: Record<string, Instruction> = {
  'a transfer to a stranger': transfer(STRANGER),
  'a transfer of everything': transfer(STRANGER, 2n ** 63n),
  'an assignment of the wallet': instruction(
    SYSTEM,
    [[WALLET, WRITABLE_SIGNER]],
    [1, 0, 0, 0, ...bytes(STRANGER)],
  ),
  'an allocation': instruction(SYSTEM, [[WALLET, WRITABLE_SIGNER]], [8, 0, 0, 0, ...u64(10n)]),
  'a nonce advance': instruction(
    SYSTEM,
    [
      [STRANGER, WRITABLE],
      [CLOCK, READONLY],
      [WALLET, READONLY_SIGNER],
    ],
    [4, 0, 0, 0],
  ),
  'a transfer with seed': instruction(
    SYSTEM,
    [
      [STRANGER, WRITABLE],
      [WALLET, READONLY_SIGNER],
      [STRANGER, WRITABLE],
    ],
    [11, 0, 0, 0],
  ),
  'an account made for a stranger': createWithSeed(STRANGER, STAKE),
  'an account of another program': createWithSeed(WALLET, STRANGER),
  'an approval': token([4, ...u64(1n)], WRAPPED_SOL, STRANGER, WALLET),
  'a checked approval': token([13, ...u64(1n), 9], WRAPPED_SOL, STRANGER, WALLET),
  'a token transfer': token([3, ...u64(1n)], WRAPPED_SOL, STRANGER, WALLET),
  'a change of token authority': token([6, 2, 1, ...bytes(STRANGER)], WRAPPED_SOL, WALLET, WALLET),
  'a burn': token([8, ...u64(1n)], WRAPPED_SOL, STRANGER, WALLET),
  'a close to a stranger': token([9], WRAPPED_SOL, STRANGER, WALLET),
  'a close in the name of a stranger': token([9], WRAPPED_SOL, WALLET, STRANGER),
  'a sync of another account': token([17], STRANGER),
  'a token account for a stranger': createTokenAccount(STRANGER),
  'a recovery of nested tokens': createTokenAccount(WALLET, WALLET, [2]),
  'an Authorize to a stranger': authorize(STAKE_ACCOUNT, STRANGER),
  'an Authorize of another account': authorize(STRANGER, POOL_AUTHORITY),
  'an AuthorizeWithSeed': authorize(STAKE_ACCOUNT, POOL_AUTHORITY, [8, 0, 0, 0]),
  'an AuthorizeChecked': authorize(STAKE_ACCOUNT, POOL_AUTHORITY, [10, 0, 0, 0]),
  'a SetLockup': authorize(STAKE_ACCOUNT, POOL_AUTHORITY, [6, 0, 0, 0]),
  'a tag whose first byte alone is right': authorize(STAKE_ACCOUNT, POOL_AUTHORITY, [1, 0, 0, 1]),
  'a Withdraw': instruction(
    STAKE,
    [
      [STAKE_ACCOUNT, WRITABLE],
      [STRANGER, WRITABLE],
      [WALLET, READONLY_SIGNER],
    ],
    [4, 0, 0, 0, ...u64(1n)],
  ),
  'a Split': instruction(
    STAKE,
    [
      [STAKE_ACCOUNT, WRITABLE],
      [STRANGER, WRITABLE],
      [WALLET, READONLY_SIGNER],
    ],
    [3, 0, 0, 0, ...u64(1n)],
  ),
  'a Deactivate of another account': deactivate(STRANGER),
  'an unknown program': instruction(STRANGER, [[WALLET, READONLY_SIGNER]], [1]),
  'a signature of a stranger': instruction(POOL_PROGRAM, [[STRANGER, READONLY_SIGNER]], [9]),
};
for (const [name, extra] of Object.entries(everywhere)) {
  test(`refuses ${name} at every place of every order`, () => {
    for (const [kind, instructions] of Object.entries(honest)) {
      for (let at = 0; at <= instructions.length; at += 1) {
        assert.throws(
          () =>
            assertRouterMessage(
              view(instructions.toSpliced(at, 0, extra)),
              intent(kind as RouterIntent['kind']),
            ),
          IntentMismatch,
          `${kind} at ${at}`,
        );
      }
    }
  });
}

const refusals: Record<string, [RouterIntent['kind'], readonly Instruction[], Address?]> = {
  'a temporary account that belongs to a stranger': [
    'token',
    swapBeside.toSpliced(1, 1, token([18, ...bytes(STRANGER)], TEMPORARY, STRANGER)),
  ],
  'a transfer into an account that is not made here': ['token', swapBeside.slice(1)],
  'another fee payer': ['token', swap.slice(0, 2), STRANGER],
  'a priority fee above the limit': ['token', [...budget(3_600_000n), poolCall(WRAPPED_SOL)]],
  'an authority that no later instruction takes': ['depositStake', deposit.toReversed()],
  'an authority without any later instruction': ['depositStake', deposit.slice(0, 1)],
  'an authority handed to a program together with another account': [
    'depositStake',
    [authorize(STAKE_ACCOUNT, POOL_AUTHORITY), poolCall(STRANGER, POOL_AUTHORITY)],
  ],
  'a change of authority in a swap': ['token', deposit],
  'a new stake account in a swap': ['token', redeem],
  'a deactivation in an instant exit': ['depositStake', [...deposit, deactivate(STAKE_ACCOUNT)]],
};
for (const [name, [kind, instructions, feePayer]] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    assert.throws(() => assertRouterMessage(view(instructions, feePayer), intent(kind)), IntentMismatch);
  });
}

test('refuses accounts of a lookup table that was not resolved', () => {
  const base = view(swap);
  const [first, ...rest] = base.instructions;
  const unresolved = { ...first, accounts: [new Uint8Array(0)] } as (typeof base.instructions)[number];
  assert.throws(
    () => assertRouterMessage({ ...base, instructions: [unresolved, ...rest] }, intent('token')),
    IntentMismatch,
  );
});
