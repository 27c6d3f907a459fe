import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Address, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit';
import { getVaultState } from './accounts.ts';
import * as accounts from './generated/accounts/index.ts';

// Where the program's own binary keeps each field: read and written there one by one.

type Place = readonly [offset: number, type: 'u8' | 'u16' | 'u64' | 'u128' | 'key' | 'text32' | 'text64'];
type Tree = { [name: string]: unknown };

const VAULT = {
  name: [8, 'text32'],
  description: [40, 'text64'],
  'asset.mint': [104, 'key'],
  'asset.idleAta': [136, 'key'],
  'asset.totalValue': [168, 'u64'],
  'asset.idleAtaAuthBump': [176, 'u8'],
  'lp.mint': [272, 'key'],
  'lp.mintBump': [304, 'u8'],
  'lp.mintAuthBump': [305, 'u8'],
  pendingAdmin: [336, 'key'],
  manager: [368, 'key'],
  admin: [400, 'key'],
  'vaultConfiguration.maxCap': [432, 'u64'],
  'vaultConfiguration.startAtTs': [440, 'u64'],
  'vaultConfiguration.lockedProfitDegradationDuration': [448, 'u64'],
  'vaultConfiguration.withdrawalWaitingPeriod': [456, 'u64'],
  'vaultConfiguration.disabledOperations': [464, 'u16'],
  'feeConfiguration.managerPerformanceFee': [512, 'u16'],
  'feeConfiguration.adminPerformanceFee': [514, 'u16'],
  'feeConfiguration.managerManagementFee': [516, 'u16'],
  'feeConfiguration.adminManagementFee': [518, 'u16'],
  'feeConfiguration.redemptionFee': [520, 'u16'],
  'feeConfiguration.issuanceFee': [522, 'u16'],
  'feeConfiguration.protocolPerformanceFee': [524, 'u16'],
  'feeConfiguration.protocolManagementFee': [526, 'u16'],
  'feeUpdate.lastPerformanceFeeUpdateTs': [560, 'u64'],
  'feeUpdate.lastManagementFeeUpdateTs': [568, 'u64'],
  'feeState.accumulatedLpManagerFees': [576, 'u64'],
  'feeState.accumulatedLpAdminFees': [584, 'u64'],
  'feeState.accumulatedLpProtocolFees': [592, 'u64'],
  deadWeight: [616, 'u64'],
  'highWaterMark.highestAssetPerLpDecimalBits': [624, 'u128'],
  'highWaterMark.lastUpdatedTs': [640, 'u64'],
  lastUpdatedTs: [656, 'u64'],
  version: [664, 'u8'],
  'lockedProfitState.lastUpdatedLockedProfit': [672, 'u64'],
  'lockedProfitState.lastReport': [680, 'u64'],
} as const satisfies Record<string, Place>;

const LAYOUTS = {
  Vault: { size: 928, codec: accounts.getVaultCodec(), fields: VAULT },
  Protocol: {
    size: 110,
    codec: accounts.getProtocolCodec(),
    fields: { admin: [8, 'key'], operationalState: [40, 'u16'], bump: [44, 'u8'], pendingAdmin: [46, 'key'] },
  },
  StrategyInitReceipt: {
    size: 192,
    codec: accounts.getStrategyInitReceiptCodec(),
    fields: {
      vault: [8, 'key'],
      strategy: [40, 'key'],
      adaptorProgram: [72, 'key'],
      positionValue: [104, 'u64'],
      lastUpdatedTs: [112, 'u64'],
      version: [120, 'u8'],
      bump: [121, 'u8'],
      vaultStrategyAuthBump: [122, 'u8'],
    },
  },
  AdaptorAddReceipt: {
    size: 152,
    codec: accounts.getAdaptorAddReceiptCodec(),
    fields: {
      vault: [8, 'key'],
      adaptorProgram: [40, 'key'],
      version: [72, 'u8'],
      bump: [73, 'u8'],
      lastUpdatedEpoch: [88, 'u64'],
    },
  },
  RequestWithdrawVaultReceipt: {
    size: 112,
    codec: accounts.getRequestWithdrawVaultReceiptCodec(),
    fields: {
      vault: [8, 'key'],
      user: [40, 'key'],
      amountLpEscrowed: [72, 'u64'],
      amountAssetToWithdrawDecimalBits: [80, 'u128'],
      withdrawableFromTs: [96, 'u64'],
      bump: [104, 'u8'],
      version: [105, 'u8'],
    },
  },
} as const;

const SIZES = { u8: 1, u16: 2, u64: 8, u128: 16, key: 32, text32: 32, text64: 64 } as const;

/** Bytes that are not those of any other field. */
function distinctBytes(name: string, size: number): Uint8Array {
  return new Uint8Array(createHash('sha512').update(name).digest().subarray(0, size));
}

function toValue(bytes: Uint8Array, type: Place[1]): unknown {
  if (type === 'key') return getAddressDecoder().decode(bytes);
  if (type === 'text32' || type === 'text64') return bytes;
  const number = [...bytes].reverse().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return type === 'u64' || type === 'u128' ? number : Number(number);
}

function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce((node, name) => (node as Tree)[name], tree);
}

function withValue(tree: Tree, path: string, value: unknown): Tree {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue(tree[name] as Tree, rest.join('.'), value);
  return { ...tree, [name]: inner };
}

suite('the accounts lie in memory as the program has them', () => {
  for (const [name, { size, codec, fields }] of Object.entries(LAYOUTS)) {
    const entries = Object.entries(fields as Record<string, Place>);
    const { decode, encode } = codec as unknown as {
      decode(data: ReadonlyUint8Array): Tree;
      encode(value: Tree): ReadonlyUint8Array;
    };
    const blank = new Uint8Array(size);
    blank.set(createHash('sha256').update(`account:${name}`).digest().subarray(0, 8));

    test(`${name} has ${size} bytes`, () => {
      assert.equal(codec.fixedSize, size);
      assert.deepEqual(new Uint8Array(encode(decode(blank))), blank);
    });

    for (const [path, [offset, type]] of entries) {
      test(`${name}.${path} is at ${offset}`, () => {
        const bytes = distinctBytes(path, SIZES[type]);
        const data = blank.slice();
        data.set(bytes, offset);
        assert.deepEqual(valueAt(decode(data), path), toValue(bytes, type));
        const written = encode(withValue(decode(blank), path, toValue(bytes, type)));
        assert.deepEqual(new Uint8Array(written), data);
      });
    }
  }
});

test('what a program keeps in bytes without a name survives a round trip', () => {
  const data = new Uint8Array(928).fill(0xa5);
  data.set(accounts.VAULT_DISCRIMINATOR, 0);
  const codec = accounts.getVaultCodec();
  assert.deepEqual(new Uint8Array(codec.encode(codec.decode(data))), data);
});

test('a DirectWithdrawInitReceipt is Borsh, with arguments or without', () => {
  const codec = accounts.getDirectWithdrawInitReceiptCodec();
  const key = (name: string) => getAddressDecoder().decode(distinctBytes(name, 32)) as Address;
  const receipt = {
    vault: key('vault'),
    strategy: key('strategy'),
    adaptorProgram: key('adaptor'),
    instructionDiscriminator: Uint8Array.of(1, 2, 3),
    additionalArgs: null,
    allowUserArgs: true,
    version: 4,
    bump: 250,
  };
  const bare = Buffer.from(codec.encode(receipt));
  assert.equal(bare.subarray(8 + 96).toString('hex'), '03000000010203' + '00' + '01' + '04' + 'fa');
  const full = Buffer.from(codec.encode({ ...receipt, additionalArgs: Uint8Array.of(9, 8) }));
  assert.equal(
    full.subarray(8 + 96).toString('hex'),
    '03000000010203' + '01020000000908' + '01' + '04' + 'fa',
  );
  assert.deepEqual(codec.decode(new Uint8Array(full)).additionalArgs, {
    __option: 'Some',
    value: Uint8Array.of(9, 8),
  });
});

test('the arithmetic takes each number from its own field', () => {
  const data = new Uint8Array(928);
  data.set(accounts.VAULT_DISCRIMINATOR, 0);
  for (const [path, [offset, type]] of Object.entries(VAULT))
    data.set(distinctBytes(path, SIZES[type]), offset);
  const state = getVaultState(accounts.getVaultDecoder().decode(data), 77n);
  const renamed = {
    totalValue: 'asset.totalValue',
    managerFees: 'feeState.accumulatedLpManagerFees',
    adminFees: 'feeState.accumulatedLpAdminFees',
    protocolFees: 'feeState.accumulatedLpProtocolFees',
    highWaterMark: 'highWaterMark.highestAssetPerLpDecimalBits',
    maxCap: 'vaultConfiguration.maxCap',
    issuanceFee: 'feeConfiguration.issuanceFee',
    lastReport: 'lockedProfitState.lastReport',
  } as const;
  for (const [name, path] of Object.entries(renamed)) {
    const [, type] = VAULT[path];
    assert.equal(valueAt(state, name), toValue(distinctBytes(path, SIZES[type]), type), name);
  }
  assert.equal(state.lpMintSupply, 77n);
});
