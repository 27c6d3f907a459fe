import {
  BASE_PATH,
  MAX_WAIT_SECONDS,
  OPERATIONS,
  type OperationId,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
} from '@staking-agent/wire';
import type { DescribedDeployment } from '@staking-agent/wire/openapi';
import { type Document, renderMarkdown, toMarkdownPath } from './documents.ts';

/** Documents by path. */
type Documents = ReadonlyMap<string, Document>;

/** Documents for callers, in the order of a reader; all others are for those who run or change the service. */
const FOR_CALLERS = [
  '/docs/strategies',
  '/docs/agents',
  '/docs/apy',
  '/docs/errors',
  '/docs/security',
  '/docs/partners',
];
const FULL = ['/docs/guides/signing', ...FOR_CALLERS];
const OPTIONAL = ['/docs/glossary', '/docs/sandbox', '/docs/operations', '/docs/architecture'];

/** Prints `llms.txt`: a summary, the calls to make, and links to the rest. */
export function printLlmsText(deployment: DescribedDeployment, documents: Documents): string {
  const { siteOrigin: origin } = deployment;
  const link = (title: string, path: string, use: string) =>
    `- [${title}](${origin}${path})${use === '' ? '' : `: ${use}`}`;
  const list = (paths: readonly string[]) =>
    paths.flatMap((path) => {
      const document = documents.get(path);
      return document ? [link(document.title, toMarkdownPath(path), document.summary)] : [];
    });
  return `# Staking Agent API

> Builds Solana staking transactions that only the caller's wallet can complete, and submits them. It holds no keys and no funds. ${printLedger(deployment)}

Base URL: ${origin}${BASE_PATH}

1. Post a call of \`enter\`. The answer is a build: \`transaction\` (base64), \`service_token\`, \`expiry\`.
2. Sign \`transaction\` with the wallet, unchanged, before \`expiry\` is over. Nothing has moved until then.
3. Post \`submit.router\` when the build has \`route\` "router", else \`submit.otherwise\`.
4. Get \`follow\` until \`status\` is final. While it is pending or unknown, never build again.
5. Get \`exit\` for what the wallet has and how to leave it: post a call of \`next\`, then go on at 2.

Fill in the names in braces; \`build\` is the answer of step 1, \`signature\` that of step 3. Endpoints are below ${origin}.

\`\`\`json
${JSON.stringify(listNextCalls())}
\`\`\`

- Amounts are decimal text. An amount that does not fit is refused, never rounded. "max" stakes or takes out all that can be.
- A refusal is \`application/problem+json\`: \`detail\` says what would be right, \`retryable\` whether to send it again unchanged, \`outcome\` of a broadcast what became of the transaction. Its header \`Link\` with \`rel="help"\` leads to cause and cure.
- Send an \`Idempotency-Key\` with every POST that you may repeat.

## API

${link('OpenAPI', '/openapi.json', 'every operation with schemas and examples')}
${link('Signing', '/docs/guides/signing.md', 'code that signs and submits, for kit and web3.js')}
${link('Tools', '/docs/agents.md', 'the same as an MCP server at /mcp, and one for your machine that signs within limits')}
${link('Skill', '/.well-known/agent-skills/staking-agent/SKILL.md', 'when to use this, what to tell the user before a signature, when to try again')}
${link('Errors', '/errors.json', 'every slug and code with cause and cure')}

## Documents

${list(FOR_CALLERS).join('\n')}
${link('Everything in one file', '/llms-full.txt', 'this page, a list of the operations and the documents above')}

## Optional

${list(OPTIONAL).join('\n')}
${link('Status', '/status.json', 'how this deployment is now')}
`;
}

/** Prints `llms-full.txt`: `llms.txt`, a line for each operation and what callers read, in one text. */
export function printLlmsFull(deployment: DescribedDeployment, documents: Documents): string {
  const texts = FULL.flatMap((path) => {
    const document = documents.get(path);
    return document ? [renderMarkdown(document, deployment.siteOrigin)] : [];
  });
  return [printLlmsText(deployment, documents), printOperations(), ...texts].join('\n---\n\n');
}

function printOperations(): string {
  const lines = Object.values(OPERATIONS).map(
    ({ method, path, summary, description }) => `- \`${method} ${path}\`: ${summary}. ${description}`,
  );
  return `# Operations\n\nPaths are below ${BASE_PATH}; \`/openapi.json\` has schemas and examples.\n\n${lines.join('\n')}\n`;
}

function printLedger({ name, genesisHash }: DescribedDeployment): string {
  return genesisHash === undefined
    ? `This is the deployment "${name}".`
    : `This is the deployment "${name}", on the ledger with the genesis hash ${genesisHash}.`;
}

/**
 * Lists the calls that take an agent into a strategy, to the ledger and out again; each answer names the next one. `{names}`
 * stand for values of the caller or of an earlier answer.
 */
function listNextCalls() {
  const signed = { signed_tx: '{signed_tx}', service_token: '{build.service_token}' };
  return {
    enter: STRATEGY_KEYS.map((key) =>
      call('stake', `Build: ${STRATEGY_ASSETS[key].input} into ${key}.`, {
        strategy: key,
        wallet: '{wallet}',
        amount: `{${STRATEGY_ASSETS[key].input}}`,
      }),
    ),
    submit: {
      router: call('broadcast', 'When the build has route "router": submit what the wallet signed.', {
        ...signed,
        route: 'router',
        routerKind: '{build.routerKind}',
        router_order: '{build.router_order}',
      }),
      otherwise: call('broadcast', 'With every other build: submit what the wallet signed.', signed),
    },
    follow: call(
      'getTransaction',
      'Repeat while status is pending or unknown; landed, failed and expired are final.',
      undefined,
      `?wait=${MAX_WAIT_SECONDS}&lastValidBlockHeight={build.expiry.lastValidBlockHeight}`,
    ),
    exit: call(
      'listPositions',
      'Each of positions has in next the calls that are possible now, ready to post; their answers are builds. Those to /split and /merge only arrange stake accounts and take nothing out. Read it again while asOf.slot is below the slot of follow. A position with availableAt has its next call then.',
    ),
  };
}

function call(id: OperationId, description: string, body?: object, query = '') {
  const { method, path } = OPERATIONS[id];
  const endpoint = `${BASE_PATH}${path}${query}`;
  return { description, endpoint, method, ...(body !== undefined && { body }) };
}
