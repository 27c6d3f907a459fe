import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, address, type Blockhash, getAddressDecoder, getAddressEncoder } from '@solana/kit';
import fc from 'fast-check';
import {
  getCreateAndDelegateInstructions,
  getDeactivateStakeInstruction,
  getWithdrawStakeInstruction,
} from '../stake/index.ts';
import { compileMessage } from './compile.ts';
import { createMessageTemplate } from './template.ts';

const VOTE_ACCOUNT = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const FIXED = [
  VOTE_ACCOUNT,
  address('SysvarC1ock11111111111111111111111111111111'),
  address('SysvarRent111111111111111111111111111111111'),
  address('SysvarStakeHistory1111111111111111111111111'),
  address('StakeConfig11111111111111111111111111111111'),
].map((key) => new Uint8Array(getAddressEncoder().encode(key)));

const HOLES = {
  wallet: 'account',
  stakeAccount: 'account',
  blockhash: 'blockhash',
  unitLimit: 'u32',
  unitPrice: 'u64',
  lamports: 'u64',
} as const;

type Values = {
  wallet: Uint8Array;
  stakeAccount: Uint8Array;
  blockhash: Uint8Array;
  unitLimit: number;
  unitPrice: bigint;
  lamports: bigint;
};

const text = (key: Uint8Array): Address => getAddressDecoder().decode(key);

const compileStake = (values: Values) =>
  compileMessage({
    feePayer: text(values.wallet),
    blockhash: text(values.blockhash) as string as Blockhash,
    budget: { computeUnitLimit: values.unitLimit, computeUnitPrice: values.unitPrice },
    instructions: getCreateAndDelegateInstructions({
      wallet: text(values.wallet),
      stakeAccount: text(values.stakeAccount),
      voteAccount: VOTE_ACCOUNT,
      lamports: values.lamports,
    }),
  });

const compileWithdraw = (values: Values) =>
  compileMessage({
    feePayer: text(values.wallet),
    blockhash: text(values.blockhash) as string as Blockhash,
    budget: { computeUnitLimit: values.unitLimit, computeUnitPrice: values.unitPrice },
    instructions: [
      getDeactivateStakeInstruction({ wallet: text(values.wallet), stakeAccount: text(values.stakeAccount) }),
      getWithdrawStakeInstruction({
        wallet: text(values.wallet),
        stakeAccount: text(values.stakeAccount),
        lamports: values.lamports,
      }),
    ],
  });

const anyKey = fc.uint8Array({ minLength: 32, maxLength: 32 });
// Keys that meet a fixed account of the message, wholly or in their first bytes, take the other way through.
const keyNearFixed = fc
  .tuple(fc.constantFrom(...FIXED), fc.integer({ min: 0, max: 32 }), anyKey)
  .map(([fixed, shared, rest]) =>
    Uint8Array.from(rest, (byte, i) => (i < shared ? (fixed[i] ?? byte) : byte)),
  );
const key = fc.oneof(anyKey, keyNearFixed);
const u32 = fc.nat(2 ** 32 - 1);
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const values = fc
  .record({
    wallet: key,
    stakeAccount: key,
    blockhash: anyKey,
    unitLimit: u32,
    unitPrice: u64,
    lamports: u64,
  })
  .chain((each) => fc.boolean().map((same) => (same ? { ...each, stakeAccount: each.wallet } : each)));

for (const [name, compile] of Object.entries({ compileStake, compileWithdraw })) {
  test(`a template of ${name} equals the compilation for all values`, () => {
    const fill = createMessageTemplate(HOLES, compile);
    fc.assert(
      fc.property(values, (each) => {
        assert.deepEqual(Buffer.from(fill(each)), Buffer.from(compile(each)));
      }),
      { numRuns: 300 },
    );
  });
}

test('a filled message shares no bytes with the next one', () => {
  const fill = createMessageTemplate(HOLES, compileStake);
  const sample = {
    wallet: new Uint8Array(32).fill(7),
    stakeAccount: new Uint8Array(32).fill(8),
    blockhash: new Uint8Array(32),
  };
  const first = fill({ ...sample, unitLimit: 5, unitPrice: 1n, lamports: 2n });
  const copy = Uint8Array.from(first);
  fill({ ...sample, unitLimit: 6, unitPrice: 3n, lamports: 4n }).fill(0xff);
  assert.equal(Buffer.compare(first, copy), 0);
});

test('refuses a message whose layout depends on the values', () => {
  const holes = { wallet: 'account', payer: 'account' } as const;
  const sorted = ({ wallet, payer }: { wallet: Uint8Array; payer: Uint8Array }) => {
    const keys = (wallet[31] ?? 0) < (payer[31] ?? 0) ? [wallet, payer] : [payer, wallet];
    return Buffer.concat([Uint8Array.of(1, 0, 0, 2), ...keys]);
  };
  assert.throws(
    () =>
      createMessageTemplate(holes, ({ wallet, payer }) =>
        sorted({ wallet, payer: wallet[0] === 5 ? payer : Uint8Array.from(payer).fill(0) }),
      ),
    /depends on the values/,
  );
});

test('refuses a message in which a value does not appear', () => {
  assert.throws(
    () => createMessageTemplate({ lamports: 'u64' }, () => new Uint8Array(40)),
    /place of lamports/,
  );
});
