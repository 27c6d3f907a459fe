import { OPERATIONS, type Operation, STRATEGY_ASSETS, STRATEGY_KEYS } from '@staking-agent/wire';
import { type Check, checks, expectOk, expectRefusal, type Level } from '../check.ts';
import amounts from '../corpus/amounts.json' with { type: 'json' };
import fields from '../corpus/fields.json' with { type: 'json' };
import requests from '../corpus/requests.json' with { type: 'json' };
import { BODIES, type BodyPath, expandText, forRows, STAKE_ACCOUNT, WALLET } from '../corpus.ts';

const PATHS = Object.keys(BODIES) as readonly BodyPath[];
/** The strategies that are left by an amount. */
const BY_AMOUNT = STRATEGY_KEYS.filter((key) => STRATEGY_ASSETS[key].exit !== null);
const idOf = (path: BodyPath) => path.slice(1);
const levelOf = (path: BodyPath): Level => (path === '/quote' ? 'read' : 'build');
const sectionOf = (path: BodyPath) => `POST ${path}`;

function requiredOf(path: BodyPath): readonly string[] {
  const operation: Operation | undefined = Object.values(OPERATIONS).find((each) => each.path === path);
  return operation?.body?.required ?? [];
}

function without(body: object, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

const REQUIRED: readonly Check[] = PATHS.flatMap((path): readonly Check[] => [
  {
    id: `bad-input.${idOf(path)}-json`,
    level: levelOf(path),
    section: sectionOf(path),
    proves: 'A body that is not one JSON object is 400, and the detail says so.',
    run: ({ post }) =>
      forRows(requests.notOneObject, async (body) => {
        expectRefusal(await post(path, body), ['BODY_MISSING', 'BODY_MALFORMED']);
      }),
  },
  {
    id: `bad-input.${idOf(path)}-missing`,
    level: levelOf(path),
    section: sectionOf(path),
    proves: 'Without a required field the request is 400; the detail names it and all that are required.',
    run: ({ post }) =>
      forRows(requiredOf(path), async (field) => {
        const exchange = await post(path, without(BODIES[path], field));
        expectRefusal(exchange, 'FIELD_MISSING', `Missing: ${field}`, ...requiredOf(path));
      }),
  },
  {
    id: `bad-input.${idOf(path)}-not-text`,
    level: levelOf(path),
    section: sectionOf(path),
    proves: 'A required field that is not text is 400, and the detail names it: no type is converted.',
    run: ({ post }) =>
      forRows(
        requiredOf(path).flatMap((field) => fields.notText.map((value) => ({ field, value }))),
        async ({ field, value }) => {
          const exchange = await post(path, { ...BODIES[path], [field]: value });
          expectRefusal(exchange, 'FIELD_INVALID', `${field} must be text`);
        },
      ),
  },
]);

/** Fields that hold an address, each with a body that a wrong one is put into. */
const ADDRESS_FIELDS: readonly (readonly [path: BodyPath, field: string, body: object])[] = [
  ['/stake', 'wallet', BODIES['/stake']],
  ['/unstake', 'wallet', BODIES['/unstake']],
  ['/unstake', 'stakeAccount', BODIES['/unstake']],
  ['/quote', 'wallet', BODIES['/quote']],
  ['/withdraw', 'wallet', BODIES['/withdraw']],
  ['/withdraw', 'stakeAccount', BODIES['/withdraw']],
];

const ADDRESSES: readonly Check[] = ADDRESS_FIELDS.flatMap(([path, field, body]): readonly Check[] => [
  {
    id: `bad-input.${idOf(path)}-${field}`,
    level: levelOf(path),
    section: sectionOf(path),
    proves: `A ${field} that is not 32 bytes in base58 is 400, and the detail names it.`,
    run: ({ post }) =>
      forRows(fields.addresses, async (value) => {
        const exchange = await post(path, { ...body, [field]: expandText(value) });
        expectRefusal(exchange, 'ADDRESS_MALFORMED', `${field} must be a base58`);
      }),
  },
  {
    id: `bad-input.${idOf(path)}-${field}-program`,
    level: levelOf(path),
    section: sectionOf(path),
    proves: `A ${field} that is the address of a program is 400, and the detail names it.`,
    run: ({ post }) =>
      forRows(fields.programs, async (value) => {
        const exchange = await post(path, { ...body, [field]: value });
        expectRefusal(exchange, 'ADDRESS_IS_PROGRAM', `${field} `);
      }),
  },
]);

type BadAmount = { readonly amount: string; readonly code: string; readonly names?: readonly string[] };

const AMOUNTS: readonly Check[] = [
  ...checks('bad-input', 'build', 'POST /stake', {
    'stake-amount': {
      proves:
        'An amount is positive decimal text with at most the places of the asset; anything else is 400 with its reason.',
      run: ({ post }) =>
        forRows(amounts.refused, async ({ amount, code, names = [] }: BadAmount) => {
          const exchange = await post('/stake', { ...BODIES['/stake'], amount: expandText(amount) });
          expectRefusal(exchange, code, 'amount must', ...names);
        }),
    },
  }),
  ...checks('bad-input', 'read', 'POST /quote', {
    'quote-amount': {
      proves: 'The amount of a quote follows the same rules.',
      run: ({ post }) =>
        forRows(amounts.quoteRefused, async ({ amount, code }) => {
          const body = { strategy: 'sol-liquid-stake', wallet: WALLET, amount: expandText(amount) };
          expectRefusal(await post('/quote', body), code, 'amount must');
        }),
    },
  }),
  ...checks('bad-input', 'build', 'POST /withdraw', {
    'withdraw-lamports': {
      proves:
        'lamports is a positive whole number that JSON parsers read exactly; anything else is 400, and the detail names it.',
      run: ({ post }) =>
        forRows([...amounts.lamports, ...amounts.lamportsInexact], async (lamports) => {
          const body = `${JSON.stringify(BODIES['/withdraw']).slice(0, -1)},"lamports":${lamports}}`;
          expectRefusal(await post('/withdraw', body), ['FIELD_INVALID', 'NUMBER_INEXACT'], 'lamports');
        }),
    },
  }),
];

/** Requests of every strategy that would ask an upstream, were their wallet not a program. */
const ASKING_UPSTREAMS: readonly (readonly [path: BodyPath, body: object])[] = [
  ['/stake', { strategy: 'sol-liquid-stake', amount: '1' }],
  ['/stake', { strategy: 'sol-leveraged-stake', amount: '1' }],
  ['/stake', { strategy: 'usdc-earn', amount: '1' }],
  ['/unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' }],
  ['/unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1' }],
  ['/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount: STAKE_ACCOUNT }],
  ['/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount: '1' }],
  ['/unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '1' }],
  ['/quote', { strategy: 'sol-liquid-stake', amount: '1' }],
  ['/quote', { strategy: 'sol-leveraged-stake', amount: '1' }],
];

const CHOICES: readonly Check[] = [
  ...checks('bad-input', 'build', 'POST /stake', {
    'programs-everywhere': {
      proves: 'The address of a program is refused as a wallet by every strategy, for stakes and exits.',
      run: ({ post }) =>
        forRows(ASKING_UPSTREAMS, async ([path, body]) => {
          for (const wallet of fields.programs) {
            expectRefusal(await post(path, { ...body, wallet }), 'ADDRESS_IS_PROGRAM', 'wallet ');
          }
        }),
    },
  }),
  ...checks('bad-input', 'build', 'POST /withdraw', {
    'withdraw-exponent': {
      proves: 'A JSON number may have an exponent: 1e3 lamports are 1000.',
      run: async ({ post }) => {
        const body = `${JSON.stringify(BODIES['/withdraw']).slice(0, -1)},"lamports":1e3}`;
        expectRefusal(await post('/withdraw', body), 'STAKE_ACCOUNT_NOT_FOUND', 'does not exist');
      },
    },
  }),
  ...(['/stake', '/unstake', '/quote'] as const).map(
    (path): Check => ({
      id: `bad-input.${idOf(path)}-strategy`,
      level: levelOf(path),
      section: sectionOf(path),
      proves: 'A strategy other than the four is 404, and the detail lists them.',
      run: ({ post }) =>
        forRows(fields.strategies, async (strategy) => {
          const exchange = await post(path, { ...BODIES[path], strategy: expandText(strategy) });
          expectRefusal(exchange, 'STRATEGY_NOT_FOUND', 'sol-native-stake, sol-liquid-stake');
        }),
    }),
  ),
  ...checks('bad-input', 'build', 'POST /unstake', {
    'unstake-kind': {
      proves: 'A kind that the strategy does not offer is 400, and the detail lists those that it offers.',
      run: ({ post }) =>
        forRows(fields.kinds, async (kind) => {
          const exchange = await post('/unstake', { ...BODIES['/unstake'], kind });
          expectRefusal(exchange, 'KIND_NOT_OFFERED', 'one of: deactivate');
        }),
    },
    'unstake-kind-of-another': {
      proves: 'A kind of another strategy is 400, and the detail lists those of the named strategy.',
      run: ({ post }) =>
        forRows(BY_AMOUNT, async (strategy) => {
          const body = { strategy, wallet: WALLET, kind: 'deactivate', amount: '1' };
          expectRefusal(await post('/unstake', body), 'KIND_NOT_OFFERED', 'instant');
        }),
    },
    'stake-account-missing': {
      proves:
        'A native exit needs its stake account: without one, exit and quote are 400, and the detail names it.',
      run: ({ post }) =>
        forRows(['/unstake', '/quote'] as const, async (path) => {
          expectRefusal(
            await post(path, without(BODIES[path], 'stakeAccount')),
            'FIELD_MISSING',
            'stakeAccount',
          );
        }),
    },
    'unstake-amount-missing': {
      proves: 'An exit that needs an amount is 400 without one.',
      run: ({ post }) =>
        forRows(BY_AMOUNT, async (strategy) => {
          const exchange = await post('/unstake', { strategy, wallet: WALLET, kind: 'instant' });
          expectRefusal(exchange, 'FIELD_MISSING', 'amount');
        }),
    },
    'unstake-output-asset': {
      proves:
        'outputAsset of a leveraged exit is raSOL or SOL; anything else is 400, and the detail names it.',
      run: ({ post }) =>
        forRows(['', 'sol', 'RASOL', 'USDC', '__proto__'], async (outputAsset) => {
          const body = {
            strategy: 'sol-leveraged-stake',
            wallet: WALLET,
            kind: 'instant',
            amount: '1',
            outputAsset,
          };
          expectRefusal(await post('/unstake', body), 'OUTPUT_ASSET_NOT_OFFERED', 'outputAsset');
        }),
    },
  }),
  ...checks('bad-input', 'read', 'POST /quote', {
    'quote-usdc': {
      proves: 'A quote for usdc-earn is 400, because there is nothing to quote.',
      run: async ({ post }) => {
        const exchange = await post('/quote', { strategy: 'usdc-earn', wallet: WALLET, amount: '1' });
        expectRefusal(exchange, 'NOTHING_TO_QUOTE');
      },
    },
  }),
  ...checks('bad-input', 'build', 'POST /stake', {
    'wallet-off-curve': {
      proves:
        'Any 32 bytes that are not the address of a program are accepted as a wallet: the service does not judge who can sign.',
      run: async ({ post }) => {
        const wallet = 'SysvarC1ock11111111111111111111111111111111';
        expectOk(await post('/stake', { ...BODIES['/stake'], wallet }));
      },
    },
  }),
];

/** Requests that are wrong in themselves, from the data files of `corpus`. */
export const BAD_INPUT_CHECKS: readonly Check[] = [...REQUIRED, ...ADDRESSES, ...AMOUNTS, ...CHOICES];
