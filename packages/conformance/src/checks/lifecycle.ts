import type { BytesSigner } from '@staking-agent/sdk';
import type { BuildId } from '@staking-agent/sdk/verify';
import { formatAmount, parseAmount } from '@staking-agent/wire';
import {
  type Check,
  checks,
  expectEqual,
  expectMember,
  expectOk,
  expectRefusal,
  expectThat,
  listAt,
  numberAt,
  textAt,
} from '../check.ts';
import { Breach, type Exchange, memberAt } from '../client.ts';
import { makeAddress, need, readBalance, type Subject, signBuild } from '../subject.ts';
import { type BuildRequest, expectSigners, verifyBuild } from '../verify-build.ts';

const NATIVE = 'sol-native-stake';
const NO_FUNDS = 'it needs a wallet with funds: --sandbox or --keypair gives one';
const NO_EPOCH = 'it waits for the end of an epoch, which only a sandbox can end at once';
/** How often a status is asked for; each answer is held back for half a minute. */
const ASKS = 4;

const fund = (subject: Subject): Promise<BytesSigner> => need(subject.funds, NO_FUNDS).makeWallet();

/** Signs a build, broadcasts it as its answer says, and follows it until it has landed. */
async function land(subject: Subject, wallet: BytesSigner, build: Exchange): Promise<Exchange> {
  const { body } = build.answer;
  const member = (name: string) => memberAt(body, name);
  const router = { route: 'router', routerKind: member('routerKind'), router_order: member('router_order') };
  const sent = {
    signed_tx: await signBuild(wallet, textAt(build, 'transaction')),
    service_token: textAt(build, 'service_token'),
    ...(member('route') === 'router' && router),
  };
  const signature = textAt(expectOk(await subject.post('/broadcast', sent)), 'signature');
  const again = expectOk(await subject.post('/broadcast', sent));
  expectEqual(again, 'The signature of the second broadcast', textAt(again, 'signature'), signature);
  const height = textAt(build, 'expiry', 'lastValidBlockHeight');
  for (let left = ASKS; left > 0; left -= 1) {
    const path = `/transactions/${signature}?lastValidBlockHeight=${height}&wait=30`;
    const exchange = expectOk(await subject.get(path));
    const status = textAt(exchange, 'status');
    if (status === 'landed') return exchange;
    expectThat(
      exchange,
      status === 'pending' || status === 'unknown',
      `The transaction is ${status} and must land.`,
    );
  }
  throw new Breach(`${signature} is neither on the ledger nor expired.`, build);
}

/** Makes a build and verifies every byte of it against its request. */
async function buildVerified(subject: Subject, operation: BuildId, request: BuildRequest): Promise<Exchange> {
  const build = expectOk(await subject.post(`/${operation}`, request));
  await verifyBuild(subject, operation, request, build);
  return build;
}

/** Sums what one account gained in an asset, from the balance changes of the ledger. */
function gained(landed: Exchange, asset: string, account?: string): bigint {
  return listAt(landed, 'changes')
    .filter((change) => memberAt(change, 'asset') === asset)
    .filter((change) => account === undefined || memberAt(change, 'account') === account)
    .reduce<bigint>((sum, change) => {
      const units = BigInt(String(memberAt(change, 'baseUnits')));
      return memberAt(change, 'direction') === 'in' ? sum + units : sum - units;
    }, 0n);
}

/** Makes a native stake and lands it. */
async function stakeNatively(subject: Subject, wallet: BytesSigner, amount = '1.5'): Promise<string> {
  const request = { strategy: NATIVE, wallet: wallet.address, amount };
  const build = await buildVerified(subject, 'stake', request);
  const stakeAccount = textAt(build, 'stakeAccount');
  const landed = await land(subject, wallet, build);
  const put = BigInt(numberAt(build, 'delegatedLamports') + numberAt(build, 'rentExemptReserveLamports'));
  expectEqual(landed, 'What the stake account got', gained(landed, 'SOL', stakeAccount), put);
  if (subject.rpc)
    expectEqual(landed, 'What the ledger says it holds', await readBalance(subject.rpc, stakeAccount), put);
  return stakeAccount;
}

async function deactivate(subject: Subject, wallet: BytesSigner, stakeAccount: string): Promise<void> {
  const request = { strategy: NATIVE, wallet: wallet.address, kind: 'deactivate', stakeAccount };
  const build = await buildVerified(subject, 'unstake', request);
  expectMember(build, 'route', undefined);
  await land(subject, wallet, build);
}

const NATIVES: readonly Check[] = [
  ...checks('lifecycle', 'funded', 'Native stake account', {
    native: {
      proves:
        'A native stake lands with its amount and its rent, can be deactivated, and is refused to a withdrawal that comes too early.',
      run: async (subject) => {
        const wallet = await fund(subject);
        const stakeAccount = await stakeNatively(subject, wallet);
        const early = await subject.post('/withdraw', { wallet: wallet.address, stakeAccount });
        expectRefusal(early, ['STAKE_NOT_INACTIVE', 'SIMULATION_FAILED']);
        await deactivate(subject, wallet, stakeAccount);
      },
    },
  }),
  ...checks('lifecycle', 'funded', 'POST /withdraw', {
    'native-withdraw': {
      proves: 'After the epoch, a part can be withdrawn, then the rest; then the stake account is closed.',
      run: async (subject) => {
        const wallet = await fund(subject);
        const endEpoch = need(subject.funds?.endEpoch, NO_EPOCH);
        const stakeAccount = await stakeNatively(subject, wallet);
        await deactivate(subject, wallet, stakeAccount);
        await endEpoch();
        const part = { wallet: wallet.address, stakeAccount, lamports: 1_000 };
        const some = await buildVerified(subject, 'withdraw', part);
        expectMember(some, 'withdrawnLamports', 1_000);
        await land(subject, wallet, some);
        const rest = { wallet: wallet.address, stakeAccount };
        const all = await buildVerified(subject, 'withdraw', rest);
        const landed = await land(subject, wallet, all);
        const drained = BigInt(-numberAt(all, 'withdrawnLamports'));
        expectEqual(landed, 'What the stake account lost', gained(landed, 'SOL', stakeAccount), drained);
        if (subject.rpc)
          expectEqual(landed, 'What is left of it', await readBalance(subject.rpc, stakeAccount), 0n);
      },
    },
  }),
];

const PARTS = checks('lifecycle', 'funded', 'POST /split', {
  'split-merge': {
    proves:
      'A part of a stake account moves into a new one of the wallet to the lamport, and becomes part of the first again.',
    run: async (subject) => {
      const wallet = await fund(subject);
      const stakeAccount = await stakeNatively(subject, wallet, '3');
      const part = { wallet: wallet.address, stakeAccount, amount: '1.2' };
      const split = await buildVerified(subject, 'split', part);
      expectMember(split, 'splitLamports', 1_200_000_000);
      const added = textAt(split, 'newStakeAccount');
      const parted = await land(subject, wallet, split);
      expectEqual(
        parted,
        'What the first account lost',
        gained(parted, 'SOL', stakeAccount),
        -1_200_000_000n,
      );
      const whole = { wallet: wallet.address, into: stakeAccount, from: [added] };
      const merge = await buildVerified(subject, 'merge', whole);
      const merged = await land(subject, wallet, merge);
      const moved = BigInt(numberAt(merge, 'mergedLamports'));
      expectEqual(merged, 'What the first account got', gained(merged, 'SOL', stakeAccount), moved);
      if (subject.rpc)
        expectEqual(merged, 'What is left of the new account', await readBalance(subject.rpc, added), 0n);
    },
  },
});

const STRANGERS = checks('lifecycle', 'funded', 'POST /unstake', {
  stranger: {
    proves: 'The stake account of another wallet can neither be deactivated nor withdrawn from.',
    run: async (subject) => {
      const owner = await fund(subject);
      const stakeAccount = await stakeNatively(subject, owner);
      const wallet = makeAddress();
      const exit = { strategy: NATIVE, wallet, kind: 'deactivate', stakeAccount };
      expectRefusal(await subject.post('/unstake', exit), 'NOT_THE_STAKER');
      const withdrawal = await subject.post('/withdraw', { wallet, stakeAccount });
      expectRefusal(withdrawal, ['SIMULATION_FAILED', 'INSUFFICIENT_FUNDS']);
    },
  },
});

const RECEIPTS = checks('lifecycle', 'funded', 'POST /unstake', {
  liquid: {
    proves: 'SOL goes into raSOL through the router, and raSOL out again at once.',
    run: async (subject) => {
      const wallet = await fund(subject);
      const liquid = { strategy: 'sol-liquid-stake', wallet: wallet.address };
      const stake = expectOk(await subject.post('/stake', { ...liquid, amount: '2' }));
      expectSigners(stake, wallet.address);
      const got = gained(await land(subject, wallet, stake), 'raSOL');
      expectThat(stake, got > 0n, 'raSOL must have come in.');
      const ways = expectOk(await subject.post('/exit-options', { ...liquid, amount: 'max' }));
      expectThat(ways, listAt(ways, 'options').length > 1, 'There must be a slow and an instant exit.');
      const exit = expectOk(
        await subject.post('/unstake', { ...liquid, kind: 'instant', amount: formatAmount(got, 9) }),
      );
      expectSigners(exit, wallet.address);
      const landed = await land(subject, wallet, exit);
      expectEqual(landed, 'The raSOL that went out', gained(landed, 'raSOL'), -got);
      expectThat(landed, gained(landed, 'SOL', wallet.address) > 0n, 'SOL must have come in.');
    },
  },
  usdc: {
    proves: 'USDC goes into the vault to the base unit, and all of it out again.',
    run: async (subject) => {
      const wallet = await fund(subject);
      const earn = { strategy: 'usdc-earn', wallet: wallet.address };
      const request = { ...earn, amount: '10.000001' };
      const stake = await buildVerified(subject, 'stake', request);
      const deposited = await land(subject, wallet, stake);
      expectEqual(deposited, 'What went out', gained(deposited, 'USDC'), -10_000_001n);
      const exit = { ...earn, kind: 'instant', isWithdrawAll: true };
      const build = await buildVerified(subject, 'unstake', exit);
      const landed = await land(subject, wallet, build);
      // Shares round down, in and out.
      expectThat(landed, gained(landed, 'USDC') >= 10_000_000n - 10n, 'The deposit must have come back.');
    },
  },
  leveraged: {
    proves: 'A leveraged exit burns the amount that it states and pays at least the raSOL that it promises.',
    run: async (subject) => {
      const wallet = await fund(subject);
      const leveraged = { strategy: 'sol-leveraged-stake', wallet: wallet.address };
      const request = { ...leveraged, amount: '2' };
      const stake = await buildVerified(subject, 'stake', request);
      await land(subject, wallet, stake);
      const exit = { ...leveraged, kind: 'instant', amount: '0.5' };
      const build = expectOk(await subject.post('/unstake', exit));
      expectMember(build, 'burnedLpLamports', '500000000');
      const promised = textAt(build, 'expectedPayoutRasolLamports');
      const told = parseAmount(textAt(build, 'expectedPayoutRasol'), 9);
      expectEqual(build, 'expectedPayoutRasol', told.ok && String(told.baseUnits), promised);
      if (textAt(build, 'path') === 'vault-idle') await verifyBuild(subject, 'unstake', exit, build);
      const landed = await land(subject, wallet, build);
      expectThat(
        landed,
        gained(landed, 'raSOL') >= BigInt(promised),
        'Less raSOL came in than was promised.',
      );
    },
  },
});

const POSITIONS = checks('lifecycle', 'funded', 'GET /wallets/{wallet}/positions', {
  positions: {
    proves: 'What was staked is among the positions of the wallet, with the calls that are possible now.',
    run: async (subject) => {
      const wallet = await fund(subject);
      const stakeAccount = await stakeNatively(subject, wallet);
      const exchange = expectOk(
        await subject.get(`/wallets/${wallet.address}/positions?stakeAccounts=${stakeAccount}`),
      );
      const found = listAt(exchange, 'positions').find(
        (each) => memberAt(each, 'stakeAccount') === stakeAccount,
      );
      expectThat(exchange, found !== undefined, `${stakeAccount} is missing.`);
    },
  },
});

/** Money goes in, and comes out again. */
export const LIFECYCLE_CHECKS: readonly Check[] = [
  ...NATIVES,
  ...PARTS,
  ...STRANGERS,
  ...RECEIPTS,
  ...POSITIONS,
];
