import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { LANGUAGES, type Language } from '@staking-agent/console/snippets';
import { createRandom } from '../adversarial/random.ts';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { type Cleanup, createFundedWallet, send, startWorld } from '../world.ts';

// Before any test: a file whose first tests have ended counts as ended.
const world = await startWorld({ after });
const { address: wallet } = await createFundedWallet(world, '10');

const NAMES = Object.keys(LANGUAGES) as Language[];
const JSON_TYPE = { 'content-type': 'application/json' };
/** The type that `fetch` gives a text. */
const PLAIN_TEXT = { 'content-type': 'text/plain;charset=UTF-8' };

/** What breaks out of careless quoting, of a shell, of curl and of JavaScript. */
const HOSTILE = [
  `'; touch /tmp/owned; echo '`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would read it.
  '$(touch /tmp/owned) `touch /tmp/owned` ${HOME} $HOME !! ~',
  `"""'''\\'\\"\\\\`,
  '\\',
  "\\'",
  'line\nfeed\r\ttab\0nul\x7f\u0085\u2028\u2029',
  '{a,b}[1-9] * ? # & | ; < > %s %0A',
  '@/etc/passwd',
  '-K /etc/passwd',
  'ünïcødé 🦀 \u202e \ufeff',
  '\ud800 alone',
  '',
  '__proto__',
];

const SEED = 20_261_122;
const GENERATED = 300;
/** What strings are made of: signs of every language involved, and letters that take one to four bytes. */
const PIECES = [
  ...`'"\\\`$(){}[]<>;&|!*?#%@~=+-/: \n\r\tanu0xN`,
  'é',
  '\u2028',
  '🦀',
  '\ud800',
  '\0',
  '$(',
  '${',
  "\\'",
];

function generateStrings(): readonly string[] {
  const random = createRandom(SEED);
  return Array.from({ length: GENERATED }, () =>
    Array.from({ length: random.below(12) }, () => random.pick(PIECES)).join(''),
  );
}

type Heard = { method: string; url: string; headers: Record<string, string>; body: string };
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  // The text that arrived is told as base64, so that no language prints it in its own way.
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString('base64') }));
});
server.listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));

describe('a snippet sends exactly what was asked', () => {
  after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hear = (text: string): Heard => {
    const heard = JSON.parse(text);
    return { ...heard, body: Buffer.from(heard.body, 'base64').toString() };
  };

  for (const language of NAMES) {
    test(`in ${language}, whatever the strings hold`, async (t) => {
      if (!(await canRun(language))) return t.skip(`nothing here runs ${language}`);
      const tree = {
        texts: [...HOSTILE, ...generateStrings()],
        ...Object.fromEntries(
          HOSTILE.map((text, i) => [text, [i, { [text]: null }, true, false, 1.5e300, [], {}]]),
        ),
      };
      const body = JSON.stringify(
        Object.defineProperty(tree, '__proto__', { value: 'own', enumerable: true }),
      );
      const headers = { ...JSON_TYPE, 'x-quoted': `a'b"c\\d$e\`f`, 'x-empty': '' };
      const path = `/v2/echo?q=${encodeURIComponent(HOSTILE.join('').toWellFormed())}&r=[1-3]{a,b}'`;
      const typed = `@{"a": 1,  'b'\n${HOSTILE.slice(0, 5).join('\n')}`;
      const [heard, asTyped] = (
        await runSnippets(t, language, [
          { method: 'POST', url: origin + path, headers, body },
          { method: 'PUT', url: `${origin}/x`, headers: PLAIN_TEXT, body: typed },
        ])
      ).map(hear);
      assert.equal(heard?.method, 'POST');
      assert.equal(heard.url, new URL(origin + path).href.slice(origin.length));
      assert.deepEqual(JSON.parse(heard.body), JSON.parse(body));
      for (const [name, value] of Object.entries(headers)) assert.equal(heard.headers[name], value, name);
      // What is no JSON arrives to the byte.
      assert.equal(asTyped?.body, typed);
      assert.equal(asTyped.method, 'PUT');
      assert.equal(asTyped.headers['content-type'], 'text/plain;charset=UTF-8');
      return undefined;
    });
  }
});

describe('a snippet gets the answer that the page got', () => {
  const base = `${world.service.url}/api/v1`;
  const stake = { strategy: 'sol-native-stake', wallet, amount: '1.5' };
  const signature = '1'.repeat(64);

  const KEPT = {
    'a build, by its key': ['POST', `${base}/stake`, { ...JSON_TYPE, 'idempotency-key': `a'"$x` }, stake],
    'a read with a query': ['GET', `${base}/apy/history?strategy=usdc-earn&range=1M`, {}],
    'a read with a path': ['GET', `${base}/transactions/${signature}?wait=0`, {}],
    'the sandbox': ['GET', `${world.sandbox.url}/sandbox/faults`, {}],
  } as const satisfies Record<string, readonly [string, string, Record<string, string>, object?]>;

  const kept = Object.values(KEPT).map(([method, url, headers, body]) => ({
    method,
    url,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  }));
  for (const language of NAMES) {
    test(`in ${language}`, async (t) => {
      if (!(await canRun(language))) return t.skip(`nothing here runs ${language}`);
      const answers = [];
      for (const { method, url, headers, body } of kept) answers.push(await send(method, url, body, headers));
      const printed = await runSnippets(t, language, kept);
      for (const [i, name] of Object.keys(KEPT).entries()) {
        assert.equal(answers[i]?.status, 200);
        assert.deepEqual(withoutTime(JSON.parse(printed[i] ?? '')), withoutTime(answers[i].body), name);
      }
      return undefined;
    });
  }
});

test('the client is written where the request is one of its operations, and only there', () => {
  const write = (method: string, path: string, headers = {}, body?: object) =>
    LANGUAGES.TypeScript({
      method,
      url: `https://stake.example/below${path}`,
      headers,
      body: body && JSON.stringify(body),
    });
  const key = { 'idempotency-key': 'k' };
  assert.match(
    write('GET', '/api/v1/health'),
    /"url":"https:\/\/stake\.example\/below"\}[\s\S]*client\.health\(\{\}\)/,
  );
  assert.match(
    write('GET', '/api/v1/strategies/usdc-earn/facts'),
    /client\.getStrategyFacts\(\{\s+"key": "usdc-earn"\s+\}\)/,
  );
  assert.match(
    write('POST', '/api/v1/stake', { ...JSON_TYPE, ...key }, { amount: '1' }),
    /client\.stake\(\{\s+"amount": "1"\s+\}, \{\s+"idempotencyKey": "k"\s+\}\)/,
  );
  const others: readonly string[] = [
    write('POST', '/api/v1/health'),
    write('GET', '/api/v1/unknown'),
    write('GET', '/api/v1/strategies/%zz'),
    write('GET', '/api/v2/health'),
    write('POST', '/api/v1/stake', JSON_TYPE, JSON.parse('{"__proto__":1}')),
    write('POST', '/api/v1/quote', { ...JSON_TYPE, ...key }, {}),
    write('GET', '/api/v1/health', { 'x-of-mine': '1' }),
  ];
  for (const text of others) assert.match(text, /^const response = await fetch\("https/);
});

/** What moves between two reads: the moment they were made. */
function withoutTime(answer: Readonly<Record<string, unknown>>): unknown {
  const { asOf, ...rest } = answer;
  return rest;
}

const ROOT = join(import.meta.dirname, '../..');

/** What separates what one snippet printed from the next. */
const END = '\x1e';

/** How files of a language are run one after the other by one process; one that fails prints what it says. */
const RUNNERS: Readonly<
  Record<Language, readonly [suffix: string, command: string, run: (files: readonly string[]) => string]>
> = {
  curl: ['sh', 'sh', (files) => files.map((file) => `sh ${file} 2>&1\nprintf '\\036'\n`).join('')],
  TypeScript: [
    'mjs',
    process.execPath,
    (files) =>
      files
        .map(
          (file) =>
            `await import('./${file}').catch(({ code }) => console.log(code));\nprocess.stdout.write('\\x1e');\n`,
        )
        .join(''),
  ],
};

/** Whether what a language needs is on this machine. */
async function canRun(language: Language): Promise<boolean> {
  const command = language === 'curl' ? 'curl' : process.execPath;
  return await promisify(execFile)(command, ['--version'], { env: environment() }).then(
    () => true,
    () => false,
  );
}

/**
 * Writes requests in a language and runs each as it is, in a folder where the packages are found.
 *
 * @returns what each printed; of an error of the client its code.
 */
async function runSnippets(
  t: Cleanup,
  language: Language,
  asked: readonly Parameters<(typeof LANGUAGES)[Language]>[0][],
): Promise<readonly string[]> {
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/snippet-'));
  t.after(async () => rmSync(folder, { recursive: true }));
  const [suffix, command, run] = RUNNERS[language];
  const files = asked.map((each, i) => {
    const file = `snippet-${i}.${suffix}`;
    writeFileSync(join(folder, file), LANGUAGES[language](each));
    return file;
  });
  const runner = join(folder, `run.${suffix}`);
  writeFileSync(runner, run(files));
  const options = { cwd: folder, env: environment() };
  const { stdout } = await promisify(execFile)(command, [runner], options);
  return stdout.split(END).slice(0, -1);
}

function environment(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: a program is found by the path of the environment.
  return { ...CHILD_ENVIRONMENT, PATH: process.env['PATH'] ?? '' };
}
