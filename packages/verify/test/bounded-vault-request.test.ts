import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proveBounded } from '../src/bounded/prove-bounded.ts';
import { findAssociatedTokenAddress, findProgramAddress } from '../src/bytes/address.ts';
import { ascii, encodeBase58 } from '../src/bytes/text.ts';
import type { LedgerAccount } from '../src/verification.ts';
import { DEPLOYMENT, SOL } from './bounded-world.ts';
import { composeSubject, type States, TOKEN_RENT } from './compose-subject.ts';
import {
  decodeKey,
  type ReadSubject,
  SYSTEM,
  TOKEN,
  tokenData,
  withInner,
  withState,
} from './edit-evidence.ts';
import { declare, withAccount, withData } from './edit-transaction.ts';

const VAULT = 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8';
const ATA = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const { usdcVault, usdcMint, rausdcMint } = DEPLOYMENT;
const named = (text: string) => encodeBase58(findProgramAddress([ascii(text)], decodeKey(ATA)));
const wallet = named('wallet');
const stranger = named('stranger');
const ata = (owner: string, mint: string) =>
  encodeBase58(findAssociatedTokenAddress(decodeKey(owner), decodeKey(mint)));
const findReceipt = (owner: string) =>
  encodeBase58(
    findProgramAddress(
      [ascii('request_withdraw_vault_receipt'), decodeKey(usdcVault), decodeKey(owner)],
      decodeKey(VAULT),
    ),
  );
const receipt = findReceipt(wallet);
const escrow = ata(receipt, rausdcMint);

// The vault of mainnet as it stood on 21 April 2026: nearly nothing idle.
const VALUE = 41_384_627_826n;
const LP = 40_979_039_090_118n;
const EXIT = 100_000_000n;
const BURNED = (EXIT * (LP + 1_000n) + VALUE - 1n) / VALUE;

function vaultAccount(): LedgerAccount {
  const data = new Uint8Array(928);
  data.set(Uint8Array.fromHex('d308e82b02987577'));
  const view = new DataView(data.buffer);
  view.setBigUint64(168, VALUE, true);
  view.setBigUint64(616, 1_000n, true);
  return { lamports: SOL, owner: VAULT, data };
}

function mintAccount(): LedgerAccount {
  const data = new Uint8Array(82);
  new DataView(data.buffer).setBigUint64(36, LP, true);
  return { lamports: SOL, owner: TOKEN, data };
}

const token = (mint: string, owner: string, amount: bigint): LedgerAccount => ({
  lamports: TOKEN_RENT,
  owner: TOKEN,
  data: tokenData(mint, owner, amount),
});
const plain = (lamports: bigint): LedgerAccount => ({ lamports, owner: SYSTEM, data: new Uint8Array() });
const u64 = (value: bigint) => new Uint8Array(BigUint64Array.of(value).buffer);

const open = declare(
  ATA,
  [
    ['ws', wallet],
    ['w', escrow],
    ['-', receipt],
    ['-', rausdcMint],
    ['-', SYSTEM],
    ['-', TOKEN],
  ],
  Uint8Array.of(1),
);
const request = declare(
  VAULT,
  [
    ['ws', wallet],
    ['s', wallet],
    ['-', named('protocol')],
    ['-', usdcVault],
    ['-', rausdcMint],
    ['w', ata(wallet, rausdcMint)],
    ['w', escrow],
    ['w', receipt],
    ['-', TOKEN],
    ['-', SYSTEM],
  ],
  Uint8Array.of(...Uint8Array.fromHex('f8e12f167490178f'), ...u64(EXIT), 0, 0),
);
const redeem = declare(
  VAULT,
  [
    ['ws', wallet],
    ['-', named('protocol')],
    ['w', usdcVault],
    ['-', named('1')],
    ['w', named('2')],
    ['-', named('3')],
    ['-', named('4')],
    ['w', usdcMint],
    ['w', rausdcMint],
    ['w', escrow],
    ['w', named('5')],
    ['w', ata(wallet, usdcMint)],
    ['w', named('6')],
    ['w', receipt],
    ['-', named('adaptor')],
    ['-', TOKEN],
    ['-', TOKEN],
    ['-', SYSTEM],
  ],
  Uint8Array.of(...Uint8Array.fromHex('77213634c208d3ef'), 0),
);
const STATES: States = {
  [usdcVault]: vaultAccount(),
  [rausdcMint]: mintAccount(),
  [wallet]: [plain(SOL), plain(SOL - 5_000n - TOKEN_RENT)],
  [ata(wallet, rausdcMint)]: [
    token(rausdcMint, wallet, 10n ** 12n),
    token(rausdcMint, wallet, 10n ** 12n - BURNED),
  ],
  [ata(wallet, usdcMint)]: [token(usdcMint, wallet, 0n), token(usdcMint, wallet, EXIT)],
  [escrow]: [undefined, token(rausdcMint, receipt, 0n)],
  [receipt]: [undefined, undefined],
};
const asked = {
  operation: 'unstake',
  request: { strategy: 'usdc-earn', kind: 'instant', wallet, amount: '100' },
} as const;
const compose = (...steps: Parameters<typeof composeSubject>[1]): ReadSubject => {
  const subject = composeSubject(asked, steps, STATES, { unixTimestamp: 1_776_729_600n });
  const create = Uint8Array.of(0, 0, 0, 0, ...u64(1_781_760n), ...u64(112n), ...decodeKey(VAULT));
  const paid = withInner(subject, 1, { program: SYSTEM, accounts: [wallet, receipt], data: create });
  const moved = Uint8Array.of(12, ...u64(BURNED), 9);
  return withInner(paid, 1, {
    program: TOKEN,
    accounts: [ata(wallet, rausdcMint), rausdcMint, escrow, wallet],
    data: moved,
  });
};
const rules = (subject: ReadSubject) => [...new Set(proveBounded(subject).findings.map(({ rule }) => rule))];

test('an exit beyond idle funds by request and redemption, at the cost of the escrow’s rent', () => {
  const { findings, effects } = proveBounded(compose(open, request, redeem));
  assert.deepEqual(findings, []);
  const { leaves, arrives, rent, fee } = effects();
  assert.deepEqual(leaves, [{ asset: rausdcMint, amount: BURNED, account: ata(wallet, rausdcMint) }]);
  assert.deepEqual(arrives, [{ asset: usdcMint, amount: EXIT, account: ata(wallet, usdcMint), least: EXIT }]);
  assert.deepEqual(rent, [{ account: escrow, lamports: TOKEN_RENT, isRefundable: false }]);
  assert.deepEqual(fee, { signatures: 5_000n, priority: 0n });
  const source = new TextEncoder().encode('source: https://wallet.example');
  const memo = declare('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [], source);
  assert.deepEqual(rules(compose(memo, open, request, redeem)), []);
});

test('a request that is not redeemed, of another amount, or of everything', () => {
  assert.deepEqual(rules(compose(open, request)), ['shape']);
  assert.deepEqual(rules(compose(open, request, request, redeem)), ['shape']);
  const more = withData(request, (data) => Uint8Array.of(...data.subarray(0, 8), ...u64(EXIT + 1n), 0, 0));
  assert.deepEqual(rules(compose(open, more, redeem)), ['minimum']);
  const all = withData(request, (data) => Uint8Array.of(...data.subarray(0, 17), 1));
  assert.deepEqual(rules(compose(open, all, redeem)), ['shape']);
});

test('the LP, the receipt or the USDC of somebody else', () => {
  const foreign = findReceipt(stranger);
  const account = ata(foreign, rausdcMint);
  assert.deepEqual(rules(compose(open, withAccount(request, 6, account), redeem)), ['account']);
  assert.deepEqual(
    rules(compose(open, request, withAccount(redeem, 11, ata(stranger, usdcMint)))).includes('account'),
    true,
  );
  assert.deepEqual(rules(compose(open, request, withAccount(redeem, 13, foreign))), ['account']);
  assert.deepEqual(rules(compose(withAccount(withAccount(open, 1, account), 2, foreign), request, redeem)), [
    'shape',
  ]);
});

test('an escrow that keeps LP, a receipt that stays, more LP, less USDC', () => {
  const subject = compose(open, request, redeem);
  const at = (address: string, account: LedgerAccount | undefined) =>
    rules(withState(subject, 'after', address, () => account));
  assert.deepEqual(at(escrow, token(rausdcMint, receipt, 1n)), ['new-account', 'conservation']);
  assert.deepEqual(at(escrow, token(rausdcMint, stranger, 0n)), ['new-account', 'conservation']);
  assert.deepEqual(at(receipt, { lamports: 1n, owner: VAULT, data: decodeKey(wallet) }), ['account']);
  const much = token(rausdcMint, wallet, 10n ** 12n - BURNED - BURNED / 500n);
  assert.deepEqual(at(ata(wallet, rausdcMint), much), ['conservation']);
  assert.deepEqual(at(ata(wallet, usdcMint), token(usdcMint, wallet, EXIT - 9n)), ['price']);
});

test('a proof holds evidence, fee, signers and what programs invoke to their rules', () => {
  const subject = compose(open, request, redeem);
  const { message } = subject.transaction;
  const having = (more: Partial<typeof message>) =>
    rules({ ...subject, transaction: { ...subject.transaction, message: { ...message, ...more } } });
  const config = { unitLimit: undefined, loadedDataLimit: undefined, heapSize: undefined };
  assert.deepEqual(having({ version: 1, config: { ...config, priorityFee: SOL } }), ['fee']);
  assert.deepEqual(having({ signerCount: 2 }), ['signers']);
  const silent = { ...subject, evidence: { ...subject.evidence, innerInstructions: new Map() } };
  assert.deepEqual(rules(silent), ['evidence']);
  const approval = {
    program: TOKEN,
    accounts: [stranger, stranger, wallet],
    data: Uint8Array.of(4, ...u64(1n)),
  };
  assert.deepEqual(rules(withInner(subject, 2, approval)), ['inner-instruction']);
});
