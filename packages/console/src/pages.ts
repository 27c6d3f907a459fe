import { hash } from 'node:crypto';
import { type ConsoleBundle, loadBundle, SCRIPT, STYLE } from './bundle-console.ts';

export { canServeConsole } from './bundle-console.ts';

/** Whose console it is. */
export type ConsoleOptions = {
  /** Scheme and host that the public reaches the service under, with the path of a proxy. */
  readonly siteOrigin: string;
  readonly deployment: string;
  readonly genesisHash: string | undefined;
  readonly explorerUrl: string;
  /** Where the sandbox is controlled, ending in `/sandbox`; undefined wherever anything has value. */
  readonly sandboxUrl: string | undefined;
  /** A ledger node for the page; that of the sandbox where there is one. */
  readonly rpcUrl: string | undefined;
};

/** Where the page of a transaction is. */
export const TRANSACTION_PATH = '/tx/:signature';

const ASSETS = '/assets/';
/** A file of the bundle by its path. */
const FILE_PATH = /^\/assets\/console(-\w+)?\.(js|css)$/;
const DAY_LONG = { 'cache-control': 'public, max-age=86400' };
/** The page names its script by what it holds, so only the page itself must be asked for anew. */
const ASK_FIRST = { 'cache-control': 'no-cache' };

/**
 * Makes the pages of the console. The bundle is made when the first of them is asked for; a page that fails is made again
 * with the next request.
 */
export function createConsolePages(options: ConsoleOptions) {
  const config = readConfig(options);
  const bundle = keep(loadBundle);
  const headers = { ...ASK_FIRST, 'Content-Security-Policy': printPolicy(config) };
  const page = (path: string) =>
    textForm('text/html', async () => Buffer.from(printPage(path, config, await bundle())), headers);
  const pages = new Map<string, Resource>([
    ['/', [page('')]],
    [TRANSACTION_PATH, [page('../')]],
    ['/console.json', [jsonForm(() => config, ASK_FIRST)]],
  ]);
  const files = keep(async () => new Map([...(await bundle())].map(fileForm)));
  return {
    get: async (path: string) => (FILE_PATH.test(path) ? (await files()).get(path) : pages.get(path)),
  };
}

function readConfig(options: ConsoleOptions): ConsoleConfig {
  const { siteOrigin, deployment, genesisHash = null, explorerUrl, sandboxUrl } = options;
  const node = sandboxUrl?.replace(/\/sandbox$/, '');
  return {
    deployment,
    genesisHash,
    api: `${siteOrigin}/api/v1`,
    explorer: explorerUrl,
    rpcUrl: options.rpcUrl ?? node ?? null,
    sandbox:
      sandboxUrl === undefined || node === undefined
        ? null
        : { rpcUrl: node, webSocketUrl: node.replace(/^http/, 'ws'), controlUrl: sandboxUrl },
  };
}

/** The page's content security policy: its own origin, its node, and the sandbox where there is one. */
function printPolicy({ rpcUrl, sandbox }: ConsoleConfig): string {
  const others = [rpcUrl, sandbox?.rpcUrl, sandbox?.webSocketUrl].filter((url) => typeof url === 'string');
  const origins = new Set(others.map((url) => new URL(url).origin));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${["'self'", ...origins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Nothing of the page writes markup: what others wrote can only become text.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** @param up - from the page to the root of the site. */
function printPage(up: string, { deployment }: ConsoleConfig, bundle: ConsoleBundle): string {
  const link = (name: string) =>
    `${up}${ASSETS.slice(1)}${name}?v=${hash('sha256', bundle.get(name) ?? '', 'base64url').slice(0, 12)}`;
  const root = up === '' ? './' : up;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Staking console, ${escapeText(deployment)}</title><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><link rel="stylesheet" href="${link(STYLE)}">
<link rel="alternate" type="text/markdown" href="${root}index.md">
<script type="module" src="${link(SCRIPT)}"></script></head>
<body><div id="console" data-root="${root}"><noscript><p>The console needs JavaScript. Without it: <a href="${root}docs">documents</a>, <a href="${root}docs/api">API</a>, <a href="${root}status">status</a>.</p></noscript></div></body></html>
`;
}

function fileForm([name, bytes]: readonly [string, Buffer]): readonly [string, Resource] {
  const mediaType = name.endsWith('.css') ? 'text/css' : 'text/javascript';
  return [`${ASSETS}${name}`, [textForm(mediaType, async () => bytes, DAY_LONG)]];
}

/** Asks once; what failed is asked again. */
function keep<T>(ask: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return async () => {
    kept ??= ask();
    return await kept.catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
  };
}

/** The page's settings: `GET /console.json`. */
export type ConsoleConfig = {
  /** Name of the deployment, such as mainnet: under it the page knows the addresses to verify against. */
  readonly deployment: string;
  /** Identity of the ledger, base58; null where the deployment names none. */
  readonly genesisHash: string | null;
  /** Where the API is reached from outside. */
  readonly api: string;
  /** Link to a block explorer; `{signature}` is replaced. */
  readonly explorer: string;
  /** The ledger node that the page proves transactions with; null where the operator names none. */
  readonly rpcUrl: string | null;
  /** null wherever anything has value. */
  readonly sandbox: {
    readonly rpcUrl: string;
    readonly webSocketUrl: string;
    readonly controlUrl: string;
  } | null;
};

/** One form of a resource: the same content as HTML, Markdown or JSON. */
export type Representation = {
  /** The media type without parameters, by which it is chosen: `text/html`. */
  readonly mediaType: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Headers besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the content; asked once at most for each start of the service. */
  render(): string | Promise<Buffer>;
};

/** The forms of a resource, first the one for callers who name none; the same path always has the same ones. */
export type Resource = readonly [Representation, ...Representation[]];

/** A form whose content is text in UTF-8. */
export function textForm(
  mediaType: string,
  render: Representation['render'],
  headers: Readonly<Record<string, string>> = {},
): Representation {
  return { mediaType, contentType: `${mediaType}; charset=utf-8`, headers, render };
}

/** A form in JSON. */
export const jsonForm = (content: () => unknown, headers?: Readonly<Record<string, string>>) =>
  textForm('application/json', () => `${JSON.stringify(content(), null, 2)}\n`, headers);

/** Escapes text for HTML, in content and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}
