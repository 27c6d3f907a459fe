import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import fc from 'fast-check';
import { toAddress } from '#address';
import {
  decodeMintSupply,
  decodeTokenAmount,
  findAssociatedTokenAddress,
  findTokenFault,
  isGivenAway,
  isOfMint,
} from './ledger.ts';
import { describeProgramError } from './program-errors.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

test('decodes the amount that the encoder of the Token program has written', () => {
  fc.assert(
    fc.property(key, key, u64, u64, (mint, owner, amount, delegatedAmount) => {
      const data = getTokenEncoder().encode({
        mint,
        owner,
        amount,
        delegate: owner,
        state: AccountState.Initialized,
        isNative: delegatedAmount,
        delegatedAmount,
        closeAuthority: mint,
      });
      const bytes = new Uint8Array(data);
      assert.equal(decodeTokenAmount(bytes), amount);
      assert.equal(decodeTokenAmount(bytes.subarray(0, -1)), undefined);
    }),
  );
  assert.equal(decodeTokenAmount(undefined), undefined);
});

test('a token account counts for nobody but its owner, and tells by which error it fails', () => {
  fc.assert(
    fc.property(key, key, u64, fc.boolean(), (owner, other, amount, isFrozen) => {
      fc.pre(owner !== other);
      const none = { delegate: null, isNative: null, delegatedAmount: 0n, closeAuthority: null };
      const state = isFrozen ? AccountState.Frozen : AccountState.Initialized;
      const data = getTokenEncoder().encode({ ...none, mint: other, owner, amount, state });
      const bytes = new Uint8Array(data);
      assert.equal(decodeTokenAmount(bytes, owner), amount);
      assert.equal(decodeTokenAmount(bytes, other), undefined);
      const name = (wallet: typeof owner) => {
        const fault = findTokenFault(bytes, wallet);
        return fault && describeProgramError(fault.program, fault.code)?.name;
      };
      assert.equal(name(owner), isFrozen ? 'AccountFrozen' : undefined);
      assert.equal(name(other), 'InvalidOwner');
      assert.equal(findTokenFault(bytes.subarray(0, -1), other), undefined);
      assert.equal(isOfMint(bytes, other), true);
      assert.equal(isOfMint(bytes, owner), false);
      assert.equal(isOfMint(bytes.subarray(0, -1), owner), true);
      assert.equal(isGivenAway(findAssociatedTokenAddress(other, other), bytes, other), true);
      assert.equal(isGivenAway(findAssociatedTokenAddress(owner, other), bytes, other), false);
      assert.equal(isGivenAway(findAssociatedTokenAddress(owner, other), bytes, owner), false);
      assert.equal(isGivenAway(findAssociatedTokenAddress(other, other), undefined, other), false);
    }),
  );
  assert.equal(findTokenFault(undefined, toAddress(new Uint8Array(32))), undefined);
});

test('decodes the supply that the encoder of the Token program has written, at any offset of a buffer', () => {
  fc.assert(
    fc.property(key, u64, fc.nat(9), (authority, supply, offset) => {
      const data = getMintEncoder().encode({
        mintAuthority: authority,
        supply,
        decimals: 9,
        isInitialized: true,
        freezeAuthority: authority,
      });
      const bytes = new Uint8Array(offset + data.length);
      bytes.set(data, offset);
      assert.equal(decodeMintSupply(bytes.subarray(offset)), supply);
      assert.equal(decodeMintSupply(bytes.subarray(offset, -1)), undefined);
    }),
  );
  assert.equal(decodeMintSupply(undefined), undefined);
});
