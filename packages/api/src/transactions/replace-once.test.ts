import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { readTransaction } from '@staking-agent/verify';
import { pino } from 'pino';
import { createManualClock } from '../../test/manual-clock.ts';
import { keyOf, printTransaction, writeMessage } from '../../test/message-bytes.ts';
import { settle } from '../../test/settle.ts';
import { createTokenKey } from '../keys/token-key.ts';
import { BUILT, CO_SIGNED, EDITED, EQUAL, OTHER, REFRESHED } from './forms.world.ts';
import { compareWithBuilt, readBuiltTransaction, readEdits } from './read-edits.ts';
import {
  type BuildAnswer,
  type ReplacePorts,
  readBuild,
  replaceOnce,
  type TokenedBuild,
} from './replace-once.ts';
import { issueServiceToken } from './service-token.ts';

const KEY = createTokenKey(`k:${Buffer.alloc(32, 1).toString('base64')}`);
const FOREIGN_KEY = createTokenKey(`k:${Buffer.alloc(32, 2).toString('base64')}`);
const EXPIRY = { blockhash: 'b', lastValidBlockHeight: '0', validForSeconds: 60, tokenExpiresAt: 'then' };
const clock = createManualClock();

function answer(message: Uint8Array, lastValidBlockHeight: bigint, key = KEY): BuildAnswer {
  const contents = { route: 'rpc', lastValidBlockHeight, contextSlot: 1n } as const;
  const service_token = issueServiceToken([key], message, contents, Math.floor(clock.now() / 1_000));
  return { transaction: printTransaction(message), service_token, expiry: EXPIRY };
}

const CHAIN = [BUILT, REFRESHED, EDITED, EQUAL];
const asked = readBuild(answer(BUILT, 0n), { tokenKeys: [KEY], clock });

type Given = {
  /** What took the place of each, by their heights: the first of that asked for. */
  readonly heights?: readonly bigint[];
  readonly height?: bigint | undefined;
  readonly left?: number | undefined;
  /** What another replica stored first. */
  readonly first?: BuildAnswer;
  readonly key?: typeof KEY;
};

async function replace({ heights = [], first, key = KEY, ...given }: Given) {
  const successors = heights.map((height, i) => answer(CHAIN[i + 1] ?? assert.fail(), height, key));
  const made: Uint8Array[] = [];
  const asksLeft: bigint[] = [];
  const result = replaceOnce(
    asked,
    async ({ transaction }: TokenedBuild) => {
      made.push(transaction.message);
      return { ...answer(OTHER, 99n), note: 'new' };
    },
    {
      forms: {
        async read(built) {
          const at = CHAIN.findIndex((each) => each.equals(built));
          const successor = successors[at];
          return { sent: undefined, isReplaced: false, successor: successor && JSON.stringify(successor) };
        },
        storeSuccessor: async (_, printed) => (first === undefined ? printed : JSON.stringify(first)),
      },
      blockhash: {
        blockHeight: () => ('height' in given ? given.height : 50n),
        untilPast(height) {
          asksLeft.push(height);
          return 'left' in given ? given.left : 4_900;
        },
      },
      tokenKeys: [KEY],
      clock,
      log: pino({ level: 'silent' }),
    } satisfies ReplacePorts,
  );
  return { made, asksLeft, result };
}

suite('the successor of a build', () => {
  test('is made anew where there is none, or the newest is dead', async () => {
    for (const heights of [[], [49n], [49n, 10n]]) {
      const { made, result } = await replace({ heights });
      assert.deepEqual(await result, { ...answer(OTHER, 99n), note: 'new' });
      assert.deepEqual(made, [CHAIN[heights.length]]);
    }
  });

  test('is the newest while it can land, with the seconds that are left', async () => {
    for (const [heights, height] of [
      [[50n], 50n],
      [[1n], undefined],
      [[49n, 51n], 50n],
    ] as const) {
      const { made, asksLeft, result } = await replace({ heights, height });
      const newest = answer(CHAIN[heights.length] ?? assert.fail(), heights.at(-1) ?? 0n);
      assert.deepEqual(await result, { ...newest, expiry: { ...EXPIRY, validForSeconds: 4 } });
      assert.deepEqual([made, asksLeft], [[], [heights.at(-1)]]);
    }
  });

  test('has no seconds where none are known', async () => {
    const { result } = await replace({ heights: [51n], left: undefined });
    assert.equal((await result).expiry.validForSeconds, null);
  });

  test('is the one that was stored first', async () => {
    const { result } = await replace({ first: answer(EDITED, 7n) });
    assert.deepEqual(await result, answer(EDITED, 7n));
  });

  test('is none that this service has not issued', async () => {
    for (const given of [{ heights: [60n], key: FOREIGN_KEY }, { first: answer(EDITED, 7n, FOREIGN_KEY) }]) {
      const { result } = await replace(given);
      assert.equal((await settle(result)).end, 'INTENT_MISMATCH');
    }
  });
});

suite('an edited transaction', () => {
  const built = readTransaction(printTransaction(BUILT));
  const edit = (message: Uint8Array) => readEdits(built, { base64: printTransaction(message) });
  const limited = (limit: number, price: number) => {
    const message = Buffer.from(BUILT);
    const [limitAt, priceAt] = [
      message.indexOf(Buffer.of(5, 2, 0xe8, 3)) + 2,
      message.indexOf(Buffer.of(9, 3, 5)) + 2,
    ];
    message.writeUInt16LE(limit, limitAt);
    message[priceAt] = price;
    return message;
  };

  test('is what it is by what was changed', () => {
    const compare = (message: Uint8Array) => compareWithBuilt(built, printTransaction(message));
    assert.deepEqual([BUILT, EDITED, EQUAL, OTHER].map(compare), ['same', 'same', 'equal', 'other']);
    assert.deepEqual([limited(1_000, 9), limited(900, 5), limited(900, 9)].map(compare), [
      'same',
      'same',
      'equal',
    ]);
    assert.equal(compareWithBuilt(built, 'AQID'), 'other');
    assert.throws(() => compareWithBuilt(undefined as never, printTransaction(EDITED)), TypeError);
  });

  test('is listed change by change, or refused with the first that is not allowed', async () => {
    const [blockhash, ...others] = edit(EDITED);
    assert.deepEqual(others, []);
    assert.equal(blockhash?.kind, 'blockhash');
    assert.match(blockhash?.detail ?? '', new RegExp(base58.encode(keyOf(6))));
    const refusal = async (work: () => unknown) => await settle((async () => work())());
    const other = await refusal(() => edit(OTHER));
    assert.equal(other.end, 'EDIT_NOT_LISTED');
    assert.match(other.detail ?? '', /Instruction 2/);
    const coSigned = Buffer.concat([Buffer.of(2), Buffer.alloc(128), CO_SIGNED]).toString('base64');
    const whole = readTransaction(coSigned);
    const changed = Buffer.from(coSigned, 'base64');
    changed[changed.length - 2] = 99;
    const again = changed.toString('base64');
    assert.equal((await refusal(() => readEdits(whole, { base64: again }))).end, 'EDIT_CO_SIGNED');
    assert.equal((await refusal(() => readEdits(built, { base64: 'AQID' }))).end, 'TX_MALFORMED');
    assert.equal((await refusal(() => readBuiltTransaction('AQID'))).end, 'BUILT_TX_MALFORMED');
    assert.deepEqual(readBuiltTransaction(printTransaction(BUILT)).messageBytes, built.messageBytes);
  });

  test('of another payer is another one', () => {
    assert.equal(compareWithBuilt(built, printTransaction(writeMessage([keyOf(3), keyOf(4)], []))), 'other');
  });
});
