import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BASE_PATH } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { acceptsGzip, chooseForm } from './choose-form.ts';
import type { Endpoint } from './endpoint.ts';
import type { Exchange } from './exchange.ts';

/** A form of a page, as the site gives it. */
type Form = {
  readonly mediaType: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  render(): string | Promise<Buffer>;
};

/** What has one form or several; the same path always has the same ones. */
type Forms = readonly [Form, ...Form[]];

/** Pages by path. */
export type Pages = { get(path: string): Forms | undefined | Promise<Forms | undefined> };

/** Bytes of a form with what identifies them. */
type Content = { readonly bytes: Buffer; readonly etag: string };

const compress = promisify(gzip);

/** What is smaller gains nothing. */
const LEAST_COMPRESSED = 1_024;

/** Where pages can be, so that every other path stays unknown. */
const PATHS = [
  '/',
  '/index.md',
  '/openapi.json',
  `${BASE_PATH}/openapi.json`,
  '/arazzo.json',
  '/signer.json',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/docs.md',
  '/docs/*',
  '/errors',
  '/errors.md',
  '/errors.json',
  '/errors/*',
  '/assets/*',
  '/console.json',
  '/tx/:signature',
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/*',
  '/mcp/server-card',
  '/.well-known/mcp/server-card.json',
];

/**
 * Makes the endpoints of what the deployment says of itself, beside the API.
 *
 * @param loadPages - called with the first request that needs them, so that no start waits for them.
 */
export function createSiteEndpoints(loadPages: () => Promise<Pages>): readonly Endpoint[] {
  let loading: Promise<Pages> | undefined;
  const contents = new Map<Form, Promise<{ plain: Content; compressed: Content | undefined }>>();
  const load = async () => {
    loading ??= loadPages();
    // What failed once is tried again.
    return loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  const print = (form: Form) => {
    const known = contents.get(form);
    if (known !== undefined) return known;
    const printed = printForm(form);
    contents.set(form, printed);
    printed.catch(() => contents.delete(form));
    return printed;
  };
  const answer = async (exchange: Exchange) => {
    const { accept, 'accept-encoding': encodings } = exchange.headers;
    const pages = await load();
    const forms = (await pages.get(getPath(exchange))) ?? (await pages.get(exchange.pattern ?? ''));
    if (forms === undefined) throw problem('PATH_NOT_FOUND');
    const form = chooseForm(accept, forms);
    const { plain, compressed } = await print(form);
    const isCompressed = compressed !== undefined && acceptsGzip(encodings);
    send(exchange, form, isCompressed ? compressed : plain, isCompressed);
  };
  return PATHS.map((pattern) => ({ pattern, method: 'GET', answer }));
}

/** The path as it was sent, also in absolute form: pages have plain names, and nothing is looked for on a disk. */
function getPath({ url }: Exchange): string {
  const [target = url] = url.split('?', 1);
  return target.startsWith('/') ? target : target.replace(/^\w+:\/\/[^/]*/, '');
}

async function printForm(form: Form): Promise<{ plain: Content; compressed: Content | undefined }> {
  const bytes = Buffer.from(await form.render());
  const compressed = bytes.length < LEAST_COMPRESSED ? undefined : identify(await compress(bytes));
  return { plain: identify(bytes), compressed };
}

function identify(bytes: Buffer): Content {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}

function send(exchange: Exchange, form: Form, { bytes, etag }: Content, isCompressed: boolean): void {
  exchange.setHeaders({
    'cache-control': 'public, max-age=300',
    ...form.headers,
    etag,
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (isKnown(exchange.headers['if-none-match'], etag)) {
    exchange.sendNothing(304);
    return;
  }
  if (isCompressed) exchange.setHeader('content-encoding', 'gzip');
  exchange.send(form.contentType, bytes);
}

// Weakly, as RFC 9110, 13.1.2 has it: a proxy that changed the coding has marked the tag.
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
