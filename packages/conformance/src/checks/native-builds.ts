import { formatAmount, parseAmount } from '@staking-agent/wire';
import { Skipped } from '../breach.ts';
import type { Check } from '../check.ts';
import { type Exchange, memberAt } from '../exchange.ts';
import { expectEqual, expectOk, expectRefusal, expectThat, listAt, numberAt, textAt } from '../expect.ts';
import type { Subject } from '../subject.ts';
import { readBuild, verifyBuild } from '../verify-build.ts';
import { makeWallet } from '../wallet.ts';

const NATIVE = 'sol-native-stake';
const SECTION = 'POST /stake';
/** An amount with all nine places. */
const AMOUNT = '1.500000001';
const LAMPORTS = 1_500_000_001;

/** Builds a native stake for a wallet that holds nothing. */
async function buildNative(
  subject: Subject,
  more: object = {},
): Promise<{ request: NativeRequest; exchange: Exchange }> {
  const request = { strategy: NATIVE, wallet: makeWallet().address, amount: AMOUNT, ...more };
  return { request, exchange: expectOk(await subject.post('/stake', request)) };
}
type NativeRequest = { readonly strategy: string; readonly wallet: string; readonly amount: string };

/** Native stakes, which are built for wallets that hold nothing too. */
export const NATIVE_BUILD_CHECKS: readonly Check[] = [
  {
    id: 'builds.native-bytes',
    level: 'build',
    section: SECTION,
    proves:
      'A native stake delegates exactly the amount to the validator of the deployment, from a new account of the wallet, and does nothing else.',
    run: async (subject) => {
      const { request, exchange } = await buildNative(subject);
      await verifyBuild(subject, 'stake', request, exchange);
    },
  },
  {
    id: 'builds.native-seed',
    level: 'build',
    section: SECTION,
    proves:
      'With stakeAccountForm seed the address of the new account derives from the wallet, and only the wallet signs.',
    run: async (subject) => {
      const { request, exchange } = await buildNative(subject, { stakeAccountForm: 'seed' });
      await verifyBuild(subject, 'stake', request, exchange);
      textAt(exchange, 'stakeAccountSeed');
      expectEqual(exchange, 'The number of signers', readBuild(exchange).message.signerCount, 1);
    },
  },
  {
    id: 'builds.native-figures',
    level: 'build',
    section: SECTION,
    proves:
      'delegatedLamports is the amount to the lamport, rentExemptReserveLamports is a whole number, and voteAccount is the one of the strategy.',
    run: async (subject) => {
      const { exchange } = await buildNative(subject);
      expectEqual(exchange, 'delegatedLamports', numberAt(exchange, 'delegatedLamports'), LAMPORTS);
      const rent = numberAt(exchange, 'rentExemptReserveLamports');
      expectThat(exchange, Number.isInteger(rent) && rent > 0, `rentExemptReserveLamports is ${rent}.`);
      const detail = expectOk(await subject.get(`/strategies/${NATIVE}`));
      const vote = textAt(detail, 'strategy', 'onchain', 'validatorVoteAccount');
      expectEqual(exchange, 'voteAccount', textAt(exchange, 'voteAccount'), vote);
      expectEqual(exchange, 'strategy', textAt(exchange, 'strategy'), NATIVE);
    },
  },
  {
    id: 'builds.native-receipt',
    level: 'build',
    section: SECTION,
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
  {
    id: 'builds.native-unique',
    level: 'build',
    section: SECTION,
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
  {
    id: 'builds.token',
    level: 'build',
    section: 'Authentication',
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
  {
    id: 'builds.refresh-early',
    level: 'build',
    section: 'POST /refresh',
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
  {
    id: 'builds.native-minimum',
    level: 'build',
    section: SECTION,
    proves:
      'An amount below the minimum delegation is 502, not retryable, with the nearest amount that is accepted.',
    run: async ({ get, post }) => {
      const limits = expectOk(await get('/limits'));
      const minimum = BigInt(textAt(limits, 'ledger', 'minimumDelegation', 'baseUnits'));
      if (minimum < 2n) throw new Skipped('this ledger delegates a single lamport');
      const { address: wallet } = makeWallet();
      for (const lamports of [1n, minimum / 2n, minimum - 1n]) {
        const exchange = await post('/stake', {
          strategy: NATIVE,
          wallet,
          amount: formatAmount(lamports, 9),
        });
        expectRefusal(exchange, 'BELOW_MINIMUM_DELEGATION', `at least ${formatAmount(minimum, 9)}`);
        expectEqual(exchange, 'retryable', memberAt(exchange.answer.body, 'retryable'), false);
        const nearest = parseAmount(textAt(exchange, 'nearest', 'higher'), 9);
        expectEqual(exchange, 'nearest.higher', nearest.ok && nearest.baseUnits, minimum);
      }
    },
  },
];
