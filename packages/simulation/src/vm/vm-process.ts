import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { buildApp } from '../../../api/src/app.ts';
import { type Config, listSecrets } from '../../../api/src/config/config.ts';
import { openLog } from '../../../api/src/runtime/log.ts';
import { type Services, startServices } from '../../../api/src/services.ts';
import type { Dice } from '../dice.ts';
import { type Scheduler, type SimulatedProcess, startProcess } from '../scheduler.ts';
import type { SimulatedStore } from '../simulated-store.ts';
import type { VmUpstreams } from './vm-upstreams.ts';

/** One process of the service, with its HTTP in front. */
export type VmProcess = Omit<SimulatedProcess, 'clock' | 'serve' | 'stop'> & {
  /** Rejects with undefined when it dies meanwhile. */
  request(request: HttpRequest): Promise<HttpReply>;
  /** Ends it as a deployment does: what it sends has so many milliseconds to come to its end. */
  stop(milliseconds: number): Promise<void>;
};

type ProcessParts = {
  readonly config: Config;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly store: SimulatedStore;
  readonly upstreams: VmUpstreams;
  /** Takes a line of the log. */
  readonly onLine: (line: string) => void;
};

/** Starts the whole service: its services as `startService` makes them, and the HTTP server, which listens nowhere. */
export function startVmProcess(parts: ProcessParts): VmProcess {
  const { config, scheduler, dice, store, upstreams, onLine } = parts;
  const { owner, clock, kill, serve, stop } = startProcess(scheduler);
  const writer = { write: onLine, close: async () => true };
  const log = openLog(config.logLevel, listSecrets(config), writer, clock);
  const runtime = {
    clock,
    random: dice,
    openEndpoint: upstreams.open(clock),
    store: {},
    openLogWriter: () => writer,
  };
  const services: Services = startServices({ config, log, runtime, store: store.connect(0, clock) });
  const app = buildApp(services);
  return {
    owner,
    kill,
    request: (asked) =>
      serve(async () => {
        await app.ready();
        return await exchangeHttp(app.server, asked);
      }),
    stop: (milliseconds) => stop(milliseconds, services.close),
  };
}

/** A request of a caller. */
export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  /** With the base path and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** An answer as it came over the wire. */
export type HttpReply = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Head and body. */
  readonly wire: string;
};

/**
 * Sends one request to a server that listens nowhere, on a connection that is two ends of memory: Node's own parser and
 * everything behind it take it as any other.
 */
async function exchangeHttp(
  server: Server,
  { method, path, headers, body = '' }: HttpRequest,
): Promise<HttpReply> {
  const [near, far] = duplexPair();
  server.emit('connection', far);
  const fields = {
    host: 'service.invalid',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...(body !== '' && { 'content-type': 'application/json' }),
    ...headers,
  };
  const asking = request({ createConnection: () => near, method, path, headers: fields }).end(body);
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await reply.toArray()).toString();
  const { statusCode: status = 0, headers: told } = reply;
  return { status, headers: told, text, wire: `${JSON.stringify(told)}\n${text}` };
}
