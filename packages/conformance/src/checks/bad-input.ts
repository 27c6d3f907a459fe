import { OPERATIONS, type Operation } from '@staking-agent/wire';
import { type Check, checks, expectOk, expectRefusal, type Level } from '../check.ts';
import bodies from '../corpus/bodies.json' with { type: 'json' };
import fields from '../corpus/fields.json' with { type: 'json' };
import requests from '../corpus/requests.json' with { type: 'json' };
import { BODIES, type BodyPath, expandText, forRows } from '../corpus.ts';

const PATHS = Object.keys(BODIES) as readonly BodyPath[];
const levelOf = (path: BodyPath): Level => (path === '/quote' ? 'read' : 'build');

function requiredOf(path: BodyPath): readonly string[] {
  const operation: Operation | undefined = Object.values(OPERATIONS).find((each) => each.path === path);
  return operation?.body?.required ?? [];
}

function without(body: object, field: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

const REQUIRED: readonly Check[] = PATHS.flatMap((path): readonly Check[] => [
  {
    id: `bad-input.${path.slice(1)}-json`,
    level: levelOf(path),
    section: `POST ${path}`,
    proves: 'A body that is not one JSON object is 400, and the detail says so.',
    run: ({ post }) =>
      forRows(requests.notOneObject, async (body) => {
        expectRefusal(await post(path, body), ['BODY_MISSING', 'BODY_MALFORMED']);
      }),
  },
  {
    id: `bad-input.${path.slice(1)}-missing`,
    level: levelOf(path),
    section: `POST ${path}`,
    proves: 'Without a required field the request is 400; the detail names it and all that are required.',
    run: ({ post }) =>
      forRows(requiredOf(path), async (field) => {
        const exchange = await post(path, without(BODIES[path], field));
        expectRefusal(exchange, 'FIELD_MISSING', `Missing: ${field}`, ...requiredOf(path));
      }),
  },
  {
    id: `bad-input.${path.slice(1)}-not-text`,
    level: levelOf(path),
    section: `POST ${path}`,
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

type Row = {
  /** The body, if it is not that of {@link BODIES}. */
  readonly body?: object;
  /** Given each of the values in turn, or left out where there are none. */
  readonly field?: string;
  /** A list, or the name of one in fields.json. */
  readonly values?: readonly string[] | 'addresses' | 'programs' | 'strategies';
  readonly code: string;
  readonly names?: readonly string[];
} & ({ readonly path: BodyPath } | { readonly path: string; readonly body: object });

/** Makes the bodies of a row. */
function listBodies({ path, body = BODIES[path as BodyPath], field = '', values }: Row): readonly object[] {
  if (values === undefined) return [without(body, field)];
  const given = typeof values === 'string' ? fields[values] : values;
  return given.map((value) => ({ ...body, [field]: expandText(value) }));
}

/** The refusals of the data file: each check sends the bodies of its rows. */
const REFUSED: readonly Check[] = Object.entries(bodies).map(
  ([id, { level, section, proves, rows }]): Check => ({
    id: `bad-input.${id}`,
    level: level === 'read' ? level : 'build',
    section,
    proves,
    run: ({ post }) =>
      forRows(
        (rows as readonly Row[]).flatMap((row) => listBodies(row).map((body) => ({ ...row, body }))),
        async ({ path, body, code, names = [] }) => {
          expectRefusal(await post(path, body), code, ...names);
        },
      ),
  }),
);

/** A body of a withdrawal with such lamports, as JSON would not print them. */
const withdrawing = (lamports: string) =>
  `${JSON.stringify(BODIES['/withdraw']).slice(0, -1)},"lamports":${lamports}}`;

const NUMBERS = checks('bad-input', 'build', 'POST /withdraw', {
  'withdraw-lamports': {
    proves:
      'lamports is a positive whole number that JSON parsers read exactly; anything else is 400, and the detail names it.',
    run: ({ post }) =>
      forRows(fields.lamports, async (lamports) => {
        const exchange = await post('/withdraw', withdrawing(lamports));
        expectRefusal(exchange, ['FIELD_INVALID', 'NUMBER_INEXACT'], 'lamports');
      }),
  },
  'withdraw-exponent': {
    proves: 'A JSON number may have an exponent: 1e3 lamports are 1000.',
    run: async ({ post }) => {
      const exchange = await post('/withdraw', withdrawing('1e3'));
      expectRefusal(exchange, 'STAKE_ACCOUNT_NOT_FOUND', 'does not exist');
    },
  },
});

const ACCEPTED = checks('bad-input', 'build', 'POST /stake', {
  'wallet-off-curve': {
    proves:
      'Any 32 bytes that are not the address of a program are accepted as a wallet: the service does not judge who can sign.',
    run: async ({ post }) => {
      const wallet = 'SysvarC1ock11111111111111111111111111111111';
      expectOk(await post('/stake', { ...BODIES['/stake'], wallet }));
    },
  },
});

/** Requests that are wrong in themselves, from the data files of `corpus`. */
export const BAD_INPUT_CHECKS: readonly Check[] = [...REQUIRED, ...REFUSED, ...NUMBERS, ...ACCEPTED];
