import { encodeBase58 } from '@staking-agent/verify';
import { type Check, checks, expectMember, expectOk, expectRefusal, expectThat, textAt } from '../check.ts';
import type { Exchange } from '../client.ts';
import { forRows } from '../corpus.ts';
import { makeWallet, need, type Subject, signBuild } from '../subject.ts';

const SECTION = 'POST /broadcast';
const SIGNATURE_SIZE = 64;

type Signed = {
  readonly wallet: string;
  readonly build: Exchange;
  readonly signed_tx: string;
  readonly service_token: string;
};

/** Builds and signs a native stake of an empty wallet, which can never land. */
async function signStake(subject: Subject, amount = '1'): Promise<Signed> {
  const wallet = await makeWallet();
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount };
  const build = expectOk(await subject.post('/stake', body));
  const signed_tx = await signBuild(wallet, textAt(build, 'transaction'));
  return { wallet: wallet.address, build, signed_tx, service_token: textAt(build, 'service_token') };
}

/** Flips one bit of a byte in base64 text; negative indexes count from the end. */
function turnBit(base64: string, at: number): string {
  const bytes = Buffer.from(base64, 'base64');
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const TOKENS = checks('broadcast', 'build', 'Authentication', {
  'token-of-another-build': {
    proves: 'A transaction with the token of another build is 403.',
    run: async (subject) => {
      const [{ signed_tx }, { service_token }] = [await signStake(subject), await signStake(subject)];
      expectRefusal(
        await subject.post('/broadcast', { signed_tx, service_token }),
        'TOKEN_MISMATCH',
        'service_token',
      );
    },
  },
  'token-malformed': {
    proves: 'A text that is not a token, and a token that was altered or cut, are 403.',
    run: async (subject) => {
      const { signed_tx, service_token: token } = await signStake(subject);
      const middle = Math.floor(token.length / 2);
      const altered = `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
      const cut = [token.slice(0, -1), token.slice(1), `${token}.`];
      await forRows([altered, ...cut, '', 'a.b.c.d', 'x'.repeat(50_000)], async (service_token) => {
        const exchange = await subject.post('/broadcast', { signed_tx, service_token });
        expectRefusal(
          exchange,
          ['TOKEN_MALFORMED', 'TOKEN_MISMATCH', 'TOKEN_KEY_UNKNOWN', 'TOKEN_EXPIRED'],
          'service_token',
        );
      });
    },
  },
  'token-key': {
    proves: 'A token that names an unused key is 403, and the detail says to build again.',
    run: async (subject) => {
      const { signed_tx, service_token: token } = await signStake(subject);
      const [form, , ...rest] = token.split('.');
      const service_token = [form, 'retired', ...rest].join('.');
      expectRefusal(
        await subject.post('/broadcast', { signed_tx, service_token }),
        'TOKEN_KEY_UNKNOWN',
        'again',
      );
    },
  },
  'token-expired': {
    proves: 'An expired token is 403, and the detail says to build again.',
    run: async (subject) => {
      const waitUntil = need(subject.waitUntil, 'it waits two minutes: --patient allows it');
      const { build, signed_tx, service_token } = await signStake(subject);
      await waitUntil(new Date(textAt(build, 'expiry', 'tokenExpiresAt')));
      const exchange = await subject.post('/broadcast', { signed_tx, service_token });
      expectRefusal(exchange, 'TOKEN_EXPIRED', 'Build the transaction again');
    },
  },
});

const BYTES: readonly Check[] = [
  ...checks('broadcast', 'build', 'Authentication', {
    'changed-message': {
      proves:
        'A message that was changed in one bit is refused: the token belongs to the bytes that were built.',
      run: async (subject) => {
        const { signed_tx, service_token } = await signStake(subject);
        await forRows([1 + 2 * SIGNATURE_SIZE + 4, -1, -40], async (at) => {
          const exchange = await subject.post('/broadcast', {
            signed_tx: turnBit(signed_tx, at),
            service_token,
          });
          expectRefusal(exchange, ['TOKEN_MISMATCH', 'TX_MALFORMED']);
        });
      },
    },
  }),
  ...checks('broadcast', 'build', SECTION, {
    'malformed-bytes': {
      proves:
        'A signed_tx that is not base64 of a transaction, or too long for the ledger, is 400, and the detail names it.',
      run: async (subject) => {
        const { signed_tx: good, service_token } = await signStake(subject);
        const bytes = Buffer.from(good, 'base64');
        const base64 = (content: Uint8Array) => Buffer.from(content).toString('base64');
        const rows: readonly (readonly [string, string])[] = [
          ['', 'TX_NOT_BASE64'],
          ['not base64!', 'TX_NOT_BASE64'],
          [`${good}\n`, 'TX_NOT_BASE64'],
          [` ${good}`, 'TX_NOT_BASE64'],
          ['AQ==', 'TX_MALFORMED'],
          [base64(new Uint8Array(300)), 'TX_MALFORMED'],
          [base64(bytes.subarray(0, 200)), 'TX_MALFORMED'],
          [base64(bytes.subarray(0, -1)), 'TX_MALFORMED'],
          [base64(Buffer.concat([bytes, Uint8Array.of(0)])), 'TX_MALFORMED'],
          [base64(new Uint8Array(1_233).fill(1)), 'TX_MALFORMED'],
          ['A'.repeat(1_648), 'TX_TOO_LARGE'],
          ['A'.repeat(60_000), 'TX_TOO_LARGE'],
        ];
        await forRows(rows, async ([signed_tx, code]) => {
          expectRefusal(await subject.post('/broadcast', { signed_tx, service_token }), code, 'signed_tx');
        });
      },
    },
  }),
];

const SIGNATURES = checks('broadcast', 'build', SECTION, {
  unsigned: {
    proves:
      'A transaction that the wallet has not signed is 502 SIGNATURE_FAILURE, not_sent, and the answer has no signature.',
    run: async (subject) => {
      const { build, wallet, service_token } = await signStake(subject);
      const exchange = await subject.post('/broadcast', {
        signed_tx: textAt(build, 'transaction'),
        service_token,
      });
      expectRefusal(exchange, 'SIGNATURE_FAILURE', `${wallet} has not signed`);
      expectMember(exchange, 'outcome', 'not_sent');
      expectMember(exchange, 'signature', undefined);
    },
  },
  'wrong-signature': {
    proves: 'An invalid signature is refused before anything is sent, and the detail names its signer.',
    run: async (subject) => {
      const { build, wallet, signed_tx, service_token } = await signStake(subject);
      const rows = [
        [5, wallet],
        [1 + SIGNATURE_SIZE + 5, textAt(build, 'stakeAccount')],
      ] as const;
      for (const [at, who] of rows) {
        const exchange = await subject.post('/broadcast', {
          signed_tx: turnBit(signed_tx, at),
          service_token,
        });
        expectRefusal(exchange, 'SIGNATURE_FAILURE', `signature of ${who}`);
        expectMember(exchange, 'outcome', 'not_sent');
      }
    },
  },
  unfunded: {
    proves:
      'A wallet that holds too little is 502 with what it holds and what it needs, and with the signature of the bytes.',
    run: async (subject) => {
      const { signed_tx, service_token } = await signStake(subject);
      const exchange = await subject.post('/broadcast', { signed_tx, service_token });
      expectRefusal(exchange, 'INSUFFICIENT_FUNDS', 'holds 0 SOL');
      expectMember(exchange, 'outcome', 'rejected');
      const holds = BigInt(textAt(exchange, 'holds', 'baseUnits'));
      expectThat(
        exchange,
        holds < BigInt(textAt(exchange, 'needs', 'baseUnits')),
        'holds must be below needs.',
      );
      const signature = encodeBase58(Buffer.from(signed_tx, 'base64').subarray(1, 1 + SIGNATURE_SIZE));
      expectMember(exchange, 'signature', signature);
    },
  },
});

const ROUTES = checks('broadcast', 'build', SECTION, {
  route: {
    proves: 'An unknown route is 400, and the detail lists both.',
    run: async (subject) => {
      const { signed_tx, service_token } = await signStake(subject);
      await forRows(['', 'RPC', 'vault', '__proto__'], async (route) => {
        const exchange = await subject.post('/broadcast', { signed_tx, service_token, route });
        expectRefusal(exchange, 'ROUTE_INVALID', 'rpc, router');
      });
    },
  },
  'router-members': {
    proves:
      'With route router, routerKind and router_order are required and must be valid; otherwise the answer is 400.',
    run: async (subject) => {
      const { signed_tx, service_token } = await signStake(subject);
      const router = { signed_tx, service_token, route: 'router', routerKind: 'token', router_order: {} };
      const rows: readonly (readonly [object, string])[] = [
        [{ ...router, routerKind: undefined }, 'FIELD_MISSING'],
        [{ ...router, router_order: undefined }, 'FIELD_MISSING'],
        [{ ...router, routerKind: 'swap' }, 'ROUTER_KIND_INVALID'],
        [{ ...router, router_order: null }, 'FIELD_INVALID'],
        [{ ...router, router_order: [] }, 'FIELD_INVALID'],
        [{ ...router, router_order: 'x' }, 'FIELD_INVALID'],
        [{ ...router, routerKind: 5 }, 'FIELD_INVALID'],
        [router, 'TOKEN_ROUTE_MISMATCH'],
      ];
      await forRows(rows, async ([body, code]) => {
        expectRefusal(await subject.post('/broadcast', body), code);
      });
    },
  },
});

const REFRESHES = checks('broadcast', 'build', 'POST /refresh', {
  'refresh-malformed': {
    proves:
      'A refresh of anything but a build of the service is refused: 400 for the bytes, 403 for the token.',
    run: async (subject) => {
      const { service_token } = await signStake(subject);
      const rows: readonly (readonly [object, string])[] = [
        [{ service_token }, 'FIELD_MISSING'],
        [{ transaction: 'AQ==' }, 'FIELD_MISSING'],
        [{ transaction: 5, service_token }, 'FIELD_INVALID'],
        [{ transaction: 'AQ==', service_token: 'st3' }, 'TOKEN_MALFORMED'],
        ...['', 'AQ==', 'not base64', 'AQAB', 'A'.repeat(1_700)].map(
          (transaction) => [{ transaction, service_token }, 'TRANSACTION_MALFORMED'] as const,
        ),
      ];
      await forRows(rows, async ([body, code]) => {
        expectRefusal(await subject.post('/refresh', body), code);
      });
    },
  },
});

/** Refusals of broadcast, before anything is sent. */
export const BROADCAST_CHECKS: readonly Check[] = [
  ...TOKENS,
  ...BYTES,
  ...SIGNATURES,
  ...ROUTES,
  ...REFRESHES,
];
