import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AccountRole,
  type Address,
  address,
  type Blockhash,
  getAddressEncoder,
  type Instruction,
} from '@solana/kit';
import { compileMessage } from '../message/index.ts';
import {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '../stake/index.ts';
import { assertMatchesIntent, type Intent, IntentMismatch } from './index.ts';

const WALLET = address('DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL');
const STRANGER = address('CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF');
const STAKE_ACCOUNT = address('53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS');
const VOTE_ACCOUNT = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;

const bytes = (key: Address) => new Uint8Array(getAddressEncoder().encode(key));
const parties = { wallet: WALLET, stakeAccount: STAKE_ACCOUNT };
const keys = { wallet: bytes(WALLET), stakeAccount: bytes(STAKE_ACCOUNT) };

const stakeIntent: Intent = {
  kind: 'native-stake',
  ...keys,
  voteAccount: bytes(VOTE_ACCOUNT),
  lamports: 1_502_282_880n,
};
const deactivateIntent: Intent = { kind: 'native-deactivate', ...keys };
const withdrawIntent: Intent = { kind: 'native-withdraw', ...keys, lamports: 5_000_000n };

const stakeInstructions = (changes: Partial<Parameters<typeof getCreateAndDelegateInstructions>[0]> = {}) =>
  getCreateAndDelegateInstructions({
    ...parties,
    voteAccount: VOTE_ACCOUNT,
    lamports: 1_502_282_880n,
    ...changes,
  });
const deactivate = getDeactivateStakeInstruction(parties);
const withdraw = getWithdrawStakeInstruction({ ...parties, lamports: 5_000_000n });

function message(
  instructions: readonly Instruction[],
  changes: Partial<Parameters<typeof compileMessage>[0]> = {},
) {
  return compileMessage({
    feePayer: WALLET,
    blockhash: BLOCKHASH,
    budget: { computeUnitLimit: 40_000, computeUnitPrice: 1_000n },
    instructions,
    ...changes,
  });
}

function stakeInstruction(
  tag: number[],
  accounts: [Address, AccountRole][],
  data: number[] = [],
): Instruction {
  return {
    programAddress: STAKE_PROGRAM_ADDRESS,
    accounts: accounts.map(([key, role]) => ({ address: key, role })),
    data: Uint8Array.from([...tag, ...data]),
  };
}

function withData(instruction: Instruction, change: (data: Uint8Array) => void): Instruction {
  const data = Uint8Array.from(instruction.data ?? []);
  change(data);
  return { ...instruction, data };
}

const { WRITABLE, READONLY, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;
const authorizeToStranger = (tag: number[]) =>
  stakeInstruction(
    tag,
    [
      [STAKE_ACCOUNT, WRITABLE],
      [CLOCK, READONLY],
      [WALLET, READONLY_SIGNER],
    ],
    [...bytes(STRANGER), 1, 0, 0, 0],
  );
const systemTransfer: Instruction = {
  programAddress: address('11111111111111111111111111111111'),
  accounts: [
    { address: WALLET, role: WRITABLE_SIGNER },
    { address: STRANGER, role: WRITABLE },
  ],
  data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
};
const advanceNonce: Instruction = {
  programAddress: address('11111111111111111111111111111111'),
  accounts: [
    { address: STRANGER, role: WRITABLE },
    { address: WALLET, role: READONLY_SIGNER },
  ],
  data: Uint8Array.of(4, 0, 0, 0),
};
const assign: Instruction = {
  programAddress: address('11111111111111111111111111111111'),
  accounts: [{ address: WALLET, role: WRITABLE_SIGNER }],
  data: Uint8Array.from([1, 0, 0, 0, ...bytes(STRANGER)]),
};

const [create, initialize, delegate] = stakeInstructions() as [Instruction, Instruction, Instruction];

test('accepts what was asked', () => {
  assertMatchesIntent(message(stakeInstructions()), stakeIntent);
  assertMatchesIntent(message([deactivate]), deactivateIntent);
  assertMatchesIntent(message([withdraw]), withdrawIntent);
});

const refusals: Record<string, () => [Uint8Array, Intent]> = {
  'one lamport more': () => [message(stakeInstructions({ lamports: 1_502_282_881n })), stakeIntent],
  'one lamport less': () => [message(stakeInstructions({ lamports: 1_502_282_879n })), stakeIntent],
  'another validator': () => [message(stakeInstructions({ voteAccount: STRANGER })), stakeIntent],
  'another fee payer': () => [message(stakeInstructions(), { feePayer: STRANGER }), stakeIntent],
  'another wallet throughout': () => [
    message(stakeInstructions({ wallet: STRANGER }), { feePayer: STRANGER }),
    stakeIntent,
  ],
  'another stake account': () => [message(stakeInstructions({ stakeAccount: STRANGER })), stakeIntent],
  'a stranger as staker': () => [
    message([create, withData(initialize, (data) => data.set(bytes(STRANGER), 4)), delegate]),
    stakeIntent,
  ],
  'a stranger as withdrawer': () => [
    message([create, withData(initialize, (data) => data.set(bytes(STRANGER), 36)), delegate]),
    stakeIntent,
  ],
  'a lockup in time': () => [
    message([create, withData(initialize, (data) => data.fill(1, 68, 69)), delegate]),
    stakeIntent,
  ],
  'a lockup in epochs': () => [
    message([create, withData(initialize, (data) => data.fill(1, 76, 77)), delegate]),
    stakeIntent,
  ],
  'a lockup custodian': () => [
    message([create, withData(initialize, (data) => data.set(bytes(STRANGER), 84)), delegate]),
    stakeIntent,
  ],
  'an account of another size': () => [
    message([withData(create, (data) => data.fill(201, 12, 13)), initialize, delegate]),
    stakeIntent,
  ],
  'an account of another owner': () => [
    message([withData(create, (data) => data.set(bytes(STRANGER), 20)), initialize, delegate]),
    stakeIntent,
  ],
  'no delegation': () => [message([create, initialize]), stakeIntent],
  'instructions in another order': () => [message([initialize, create, delegate]), stakeIntent],
  'a deactivation of another account': () => [
    message([getDeactivateStakeInstruction({ ...parties, stakeAccount: STRANGER })]),
    deactivateIntent,
  ],
  'a tag whose first byte alone is right': () => [
    message([withData(deactivate, (data) => data.fill(1, 3, 4))]),
    deactivateIntent,
  ],
  'data after the tag': () => [
    message([{ ...deactivate, data: Uint8Array.of(5, 0, 0, 0, 0) }]),
    deactivateIntent,
  ],
  'a withdrawal to a stranger': () => [
    message([
      {
        ...withdraw,
        accounts: (withdraw.accounts ?? []).map((meta, i) =>
          i === 1 ? { address: STRANGER, role: WRITABLE } : meta,
        ),
      },
    ]),
    withdrawIntent,
  ],
  'one lamport more withdrawn': () => [
    message([getWithdrawStakeInstruction({ ...parties, lamports: 5_000_001n })]),
    withdrawIntent,
  ],
  'the other operation': () => [message([withdraw]), deactivateIntent],
  'a priority fee above the limit': () => [
    message(stakeInstructions(), { budget: { computeUnitLimit: 1_000_000, computeUnitPrice: 5_000_001n } }),
    stakeIntent,
  ],
  'more compute units than there are': () => [
    message(stakeInstructions(), { budget: { computeUnitLimit: 1_400_001, computeUnitPrice: 1n } }),
    stakeIntent,
  ],
};
for (const [name, make] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    const [built, intent] = make();
    assert.throws(() => assertMatchesIntent(built, intent), IntentMismatch);
  });
}

const hidden: Record<string, Instruction> = {
  'a system transfer': systemTransfer,
  'an assignment of the wallet': assign,
  'a nonce advance': advanceNonce,
  'an Authorize': authorizeToStranger([1, 0, 0, 0]),
  'an AuthorizeWithSeed': authorizeToStranger([8, 0, 0, 0]),
  'an AuthorizeChecked': authorizeToStranger([10, 0, 0, 0]),
  'an AuthorizeCheckedWithSeed': authorizeToStranger([11, 0, 0, 0]),
  'a SetLockup': authorizeToStranger([6, 0, 0, 0]),
  'a SetLockupChecked': authorizeToStranger([12, 0, 0, 0]),
  'a Split': authorizeToStranger([3, 0, 0, 0]),
  'a Merge': authorizeToStranger([7, 0, 0, 0]),
  'a second withdrawal': withdraw,
  'a second deactivation': deactivate,
  'an instruction of an unknown program': { programAddress: STRANGER, data: Uint8Array.of(1) },
};
const honest: [string, readonly Instruction[], Intent][] = [
  ['stake', stakeInstructions(), stakeIntent],
  ['deactivate', [deactivate], deactivateIntent],
  ['withdraw', [withdraw], withdrawIntent],
];
for (const [name, extra] of Object.entries(hidden)) {
  test(`refuses ${name} at every place of every build`, () => {
    for (const [, instructions, intent] of honest) {
      for (let at = 0; at <= instructions.length; at += 1) {
        const built = message(instructions.toSpliced(at, 0, extra));
        assert.throws(() => assertMatchesIntent(built, intent), IntentMismatch);
      }
    }
  });
}

test('no change of any single byte passes, save blockhash, price and flags of write access', () => {
  for (const [name, instructions, intent] of honest) {
    const built = message(instructions);
    const accountCount = built[3] ?? 0;
    const blockhashAt = 4 + accountCount * 32;
    const priceAt = Buffer.from(built).indexOf(Buffer.from([3, 0xe8, 3, 0, 0, 0, 0, 0, 0])) + 1;
    const limitAt = Buffer.from(built).indexOf(Buffer.from([2, 0x40, 0x9c, 0, 0])) + 1;
    for (let at = 0; at < built.length; at += 1) {
      const isFree =
        at === 1 ||
        at === 2 ||
        (at >= blockhashAt && at < blockhashAt + 32) ||
        (at >= priceAt && at < priceAt + 8) ||
        (at >= limitAt && at < limitAt + 4);
      if (isFree) continue;
      const changed = Uint8Array.from(built);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => assertMatchesIntent(changed, intent), Error, `${name}: byte ${at}`);
    }
  }
});
