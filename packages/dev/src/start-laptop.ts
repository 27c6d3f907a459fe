import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { parsePort, parseSlotMilliseconds } from '@staking-agent/sandbox';
import { sandboxEnvironment, startWorld } from './start-world.ts';

/** The port of the service unless PORT says another one. */
const SERVICE_PORT = '3000';
const SANDBOX_PORT = '8899';
/** So that the history of the leveraged vault, which the service itself keeps, is not empty on a laptop. */
const EPOCHS_BEHIND = 12;
/** Where Prometheus looks for exporters. */
const METRICS_PORT = 9_464;
const EXAMPLE_WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
/** Where the upstreams are is decided here, whatever a file of variables says for another place. */
const UPSTREAMS = Object.keys(sandboxEnvironment({ url: '' }));

/** A world on a laptop, and what its owner is told. */
type Laptop = { readonly greeting: string; close(): Promise<boolean> };

/**
 * Starts a sandbox with a past and the service on it, at the ports people expect.
 *
 * @param environment - variables of the service, except those that name its upstreams.
 */
export async function startLaptop(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Laptop> {
  const port = parsePort(environment['SANDBOX_PORT'] || SANDBOX_PORT);
  const variables = Object.entries(environment).filter(([name]) => !UPSTREAMS.includes(name));
  const { sandbox, service, close } = await startWorld(
    {
      port,
      epochsBehind: EPOCHS_BEHIND,
      slotMilliseconds: parseSlotMilliseconds(environment['SANDBOX_SLOT_MILLISECONDS']),
    },
    {
      ...Object.fromEntries(variables),
      LOG_LEVEL: environment['LOG_LEVEL'] || 'warn',
      EXPLORER_URL: environment['EXPLORER_URL'] || findExplorer(environment),
      // The second service on one machine takes any other.
      ADMIN_PORT:
        environment['ADMIN_PORT'] || ((await isPortFree(METRICS_PORT)) ? String(METRICS_PORT) : '0'),
    },
  );
  const greeting = `
Console       ${service.url}/
Staking API   ${service.url}/api/v1
Documents     ${service.url}/docs, ${service.url}/docs/api to try it out, ${service.url}/llms.txt for agents
Sandbox       ${sandbox.url}  (Solana RPC; ${sandbox.url}/sandbox describes it)
${service.adminUrl ? `Monitoring    ${service.adminUrl}/ready, ${service.adminUrl}/metrics\n` : ''}
Try:
  curl -s ${service.url}/api/v1/stake -H 'content-type: application/json' \\
    -d '{"strategy":"sol-native-stake","wallet":"${EXAMPLE_WALLET}","amount":"1.5"}'

The whole way, signed and settled:  npm run demo

Clients, packed by \`npm run pack -- DIR\`; here from their sources:
  SDK           createStakingClient({ url: '${service.url}', deployment: 'sandbox', rpc: '${sandbox.url}' })
  Command line  npx node packages/cli/src/main.ts doctor --url ${service.url} --deployment sandbox --rpc ${sandbox.url}
  MCP server    ${service.url}/mcp, or npx node packages/mcp/src/main.ts
                with STAKING_URL=${service.url} STAKING_DEPLOYMENT=sandbox STAKING_RPC_URL=${sandbox.url}
`;
  return { greeting, close };
}

/**
 * Where transactions of a laptop are looked at: in its own console, because no explorer of the internet knows its ledger.
 *
 * @returns the value of EXPLORER_URL; undefined where the console is off or its port is chosen by the system.
 */
export function findExplorer(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { BASE_URL: base, HOST: host, PORT: port, CONSOLE: console } = environment;
  if (console === 'off' || (!base && port === '0')) return undefined;
  return `${base || `http://${host || '127.0.0.1'}:${port || SERVICE_PORT}`}/tx/{signature}`;
}

/** Below the ports that a system hands to those who ask for any: nobody is given one of these meanwhile. */
const FIRST = 20_001;
const END = 30_000;

/** Finds a free loopback port outside the range that the system assigns for port 0; nobody else finds it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if ((await mark(port)) && (await isPortFree(port))) return port;
  }
}

/**
 * Marks a port as given out, by a UDP socket of the same number for as long as this process lives: whoever starts a service
 * on it listens only seconds later, and other processes look for ports meanwhile.
 *
 * @returns false when it is somebody's already.
 */
async function mark(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return await new Promise<boolean>((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => probe.close(resolve));
  return isFree;
}
