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
import { type Exchange, memberAt, Skipped } from '../client.ts';
import { makeAddress, need, type Subject } from '../subject.ts';
import { expectSigners, readBuild, verifyBuild } from '../verify-build.ts';

const SECTION = 'POST /stake';
/** An amount with all nine places. */
const AMOUNT = '1.500000001';
const LAMPORTS = 1_500_000_001;
const NO_FUNDS = 'it needs a wallet with funds: --sandbox or --keypair gives one';

/** Stakes of the other strategies, for a wallet that has what they take. */
const STAKES: readonly Check[] = [
  ...checks('builds', 'funded', SECTION, {
    'usdc-bytes': {
      proves:
        'A USDC deposit moves exactly the amount into the vault of the deployment, for its receipt, and does nothing else.',
      run: async (subject) => {
        const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
        const request = { strategy: 'usdc-earn', wallet, amount: '10.000001' };
        const exchange = expectOk(await subject.post('/stake', request));
        const { leaves } = await verifyBuild(subject, 'stake', request, exchange);
        expectEqual(
          exchange,
          'What leaves the wallet',
          String(leaves.map(({ amount }) => amount)),
          '10000001',
        );
        expectMember(exchange, 'route', 'vault');
        expectMember(exchange, 'router_order', undefined);
      },
    },
    'leveraged-bytes': {
      proves:
        'A leveraged stake puts exactly the amount into the pool, and what the pool gives for it, rounded down, into the vault, in one transaction.',
      run: async (subject) => {
        const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
        const request = { strategy: 'sol-leveraged-stake', wallet, amount: AMOUNT };
        const exchange = expectOk(await subject.post('/stake', request));
        await verifyBuild(subject, 'stake', request, exchange);
        expectMember(exchange, 'depositedSolLamports', String(LAMPORTS));
        expectThat(
          exchange,
          BigInt(textAt(exchange, 'stagedRasolLamports')) > 0n,
          'stagedRasolLamports must be positive.',
        );
        expectMember(exchange, 'route', 'rpc');
      },
    },
    'liquid-signers': {
      proves:
        'A liquid stake is a transaction of the router that the wallet alone signs and pays, with the order that it is broadcast with.',
      run: async (subject) => {
        const { address: wallet } = await need(subject.funds, NO_FUNDS).makeWallet();
        const exchange = expectOk(
          await subject.post('/stake', { strategy: 'sol-liquid-stake', wallet, amount: '1' }),
        );
        expectSigners(exchange, wallet);
        expectMember(exchange, 'route', 'router');
        expectMember(exchange, 'routerKind', 'token');
        const order = memberAt(exchange.answer.body, 'router_order');
        expectThat(exchange, typeof order === 'object' && order !== null, 'router_order must be an object.');
      },
    },
  }),
  ...checks('builds', 'funded', 'POST /quote', {
    'quote-echo': {
      proves:
        'A quote repeats the amount as it was sent, names its assets, and has decimal text and a price impact as a fraction or null.',
      run: async ({ post, funds }) => {
        const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
        const exchange = expectOk(
          await post('/quote', { strategy: 'sol-liquid-stake', wallet, amount: '1.25' }),
        );
        expectMember(exchange, 'inAmount', '1.25');
        expectMember(exchange, 'inAsset', 'raSOL');
        expectMember(exchange, 'outAsset', 'SOL');
        expectThat(
          exchange,
          parseAmount(textAt(exchange, 'outAmount'), 9).ok,
          'outAmount must be an amount of SOL.',
        );
        const impact = memberAt(exchange.answer.body, 'priceImpactPct');
        expectThat(
          exchange,
          impact === null || (typeof impact === 'number' && Math.abs(impact) <= 1),
          'priceImpactPct must be a fraction or null.',
        );
      },
    },
  }),
];

const OTHERS: readonly Check[] = [
  ...checks('builds', 'build', 'POST /withdraw', {
    'withdraw-absent': {
      proves: 'A stake account that does not exist is 502.',
      run: async ({ post }) => {
        const [wallet, stakeAccount] = [makeAddress(), makeAddress()];
        expectRefusal(
          await post('/withdraw', { wallet, stakeAccount }),
          'STAKE_ACCOUNT_NOT_FOUND',
          'does not exist',
        );
      },
    },
  }),
  ...checks('builds', 'funded', 'POST /withdraw', {
    'withdraw-no-stake': {
      proves: 'An account that is not a stake account is 502.',
      run: async ({ post, funds }) => {
        const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
        expectRefusal(await post('/withdraw', { wallet, stakeAccount: wallet }), 'NOT_A_STAKE_ACCOUNT');
      },
    },
  }),
  ...checks('builds', 'funded', 'POST /entry-options', {
    'entry-options': {
      proves: 'Entry options show every way in for the requested amount, side by side.',
      run: async ({ post, funds }) => {
        const { address: wallet } = await need(funds, NO_FUNDS).makeWallet();
        const exchange = expectOk(await post('/entry-options', { wallet, asset: 'SOL', amount: '2' }));
        expectThat(exchange, listAt(exchange, 'options').length > 0, 'There must be an option.');
      },
    },
  }),
];

/** Builds for wallets that have something, and of what there is not. */
export const BUILD_CHECKS: readonly Check[] = [...STAKES, ...OTHERS];

const NATIVE = 'sol-native-stake';

/** Builds a native stake for a wallet that holds nothing. */
async function buildNative(
  subject: Subject,
  more: object = {},
): Promise<{ request: NativeRequest; exchange: Exchange }> {
  const request = { strategy: NATIVE, wallet: makeAddress(), amount: AMOUNT, ...more };
  return { request, exchange: expectOk(await subject.post('/stake', request)) };
}
type NativeRequest = { readonly strategy: string; readonly wallet: string; readonly amount: string };

/** Native stakes, which are built for wallets that hold nothing too. */
export const NATIVE_BUILD_CHECKS: readonly Check[] = [
  ...checks('builds', 'build', SECTION, {
    'native-bytes': {
      proves:
        'A native stake delegates exactly the amount to the validator of the deployment, from a new account of the wallet, and does nothing else.',
      run: async (subject) => {
        const { request, exchange } = await buildNative(subject);
        await verifyBuild(subject, 'stake', request, exchange);
      },
    },
    'native-seed': {
      proves:
        'With stakeAccountForm seed the address of the new account derives from the wallet, and only the wallet signs.',
      run: async (subject) => {
        const { request, exchange } = await buildNative(subject, { stakeAccountForm: 'seed' });
        await verifyBuild(subject, 'stake', request, exchange);
        textAt(exchange, 'stakeAccountSeed');
        expectEqual(exchange, 'The number of signers', readBuild(exchange).message.signerCount, 1);
      },
    },
    'native-figures': {
      proves:
        'delegatedLamports is the amount to the lamport, rentExemptReserveLamports is a whole number, and voteAccount is the one of the strategy.',
      run: async (subject) => {
        const { exchange } = await buildNative(subject);
        expectMember(exchange, 'delegatedLamports', LAMPORTS);
        const rent = numberAt(exchange, 'rentExemptReserveLamports');
        expectThat(exchange, Number.isInteger(rent) && rent > 0, `rentExemptReserveLamports is ${rent}.`);
        const detail = expectOk(await subject.get(`/strategies/${NATIVE}`));
        const vote = textAt(detail, 'strategy', 'onchain', 'validatorVoteAccount');
        expectMember(exchange, 'voteAccount', vote);
        expectMember(exchange, 'strategy', NATIVE);
      },
    },
    'native-receipt': {
      proves:
        'The receipt of a build says what its bytes do: what goes into the new account, its rent and its fee, to the lamport.',
      run: async (subject) => {
        const { request, exchange } = await buildNative(subject, { include: ['receipt', 'explanation'] });
        const effects = await verifyBuild(subject, 'stake', request, exchange);
        const changes = listAt(exchange, 'receipt', 'changes');
        const sum = (direction: string) =>
          changes
            .filter((change) => memberAt(change, 'direction') === direction)
            .reduce<bigint>((total, change) => total + BigInt(String(memberAt(change, 'baseUnits'))), 0n);
        const total = (amounts: readonly { readonly amount: bigint }[]) =>
          amounts.reduce((whole, { amount }) => whole + amount, 0n);
        expectEqual(exchange, 'What the receipt says goes out', sum('out'), total(effects.leaves));
        expectEqual(exchange, 'What the receipt says comes in', sum('in'), total(effects.arrives));
        const rent = listAt(exchange, 'receipt', 'costs').find((cost) => memberAt(cost, 'kind') === 'rent');
        expectEqual(
          exchange,
          'The rent of the receipt',
          String(memberAt(rent, 'baseUnits')),
          String(numberAt(exchange, 'rentExemptReserveLamports')),
        );
        const count = readBuild(exchange).message.instructions.length;
        expectEqual(
          exchange,
          'The instructions explained',
          listAt(exchange, 'explanation', 'instructions').length,
          count,
        );
      },
    },
    'native-unique': {
      proves: 'No two builds have the same bytes: the same stake can be made twice.',
      run: async (subject) => {
        const { request, exchange } = await buildNative(subject);
        const again = expectOk(await subject.post('/stake', request));
        for (const member of ['transaction', 'stakeAccount', 'service_token']) {
          expectThat(
            again,
            textAt(again, member) !== textAt(exchange, member),
            `${member} is that of the build before.`,
          );
        }
      },
    },
  }),
  ...checks('builds', 'build', 'Authentication', {
    token: {
      proves: 'Every build carries a service token that lives about two minutes.',
      run: async (subject) => {
        const health = expectOk(await subject.get('/health'));
        const { exchange } = await buildNative(subject);
        textAt(exchange, 'service_token');
        // By the clock of the deployment, which may not be ours.
        const left =
          Date.parse(textAt(exchange, 'expiry', 'tokenExpiresAt')) - Date.parse(textAt(health, 'time'));
        const seconds = Math.round(left / 1_000);
        expectThat(
          exchange,
          seconds > 60 && seconds <= 180,
          `The token expires in ${seconds} s; it lives about two minutes.`,
        );
      },
    },
  }),
  ...checks('builds', 'build', 'POST /refresh', {
    'refresh-early': {
      proves: 'While a build can still land, a refresh is 403, and Retry-After says when to ask again.',
      run: async (subject) => {
        const { exchange } = await buildNative(subject, { amount: '2' });
        const [transaction, service_token] = [
          textAt(exchange, 'transaction'),
          textAt(exchange, 'service_token'),
        ];
        const refused = await subject.post('/refresh', { transaction, service_token });
        expectRefusal(refused, 'REFRESH_TOO_EARLY');
        expectThat(refused, 'retry-after' in refused.answer.headers, 'Retry-After must be sent.');
      },
    },
  }),
  ...checks('builds', 'build', SECTION, {
    'native-minimum': {
      proves:
        'An amount below the minimum delegation is 502, not retryable, with the nearest amount that is accepted.',
      run: async ({ get, post }) => {
        const limits = expectOk(await get('/limits'));
        const minimum = BigInt(textAt(limits, 'ledger', 'minimumDelegation', 'baseUnits'));
        if (minimum < 2n) throw new Skipped('this ledger delegates a single lamport');
        const wallet = makeAddress();
        for (const lamports of [1n, minimum / 2n, minimum - 1n]) {
          const exchange = await post('/stake', {
            strategy: NATIVE,
            wallet,
            amount: formatAmount(lamports, 9),
          });
          expectRefusal(exchange, 'BELOW_MINIMUM_DELEGATION', `at least ${formatAmount(minimum, 9)}`);
          expectMember(exchange, 'retryable', false);
          const nearest = parseAmount(textAt(exchange, 'nearest', 'higher'), 9);
          expectEqual(exchange, 'nearest.higher', nearest.ok && nearest.baseUnits, minimum);
        }
      },
    },
  }),
];
