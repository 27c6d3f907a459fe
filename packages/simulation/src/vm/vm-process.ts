import { buildApp } from '../../../api/src/app.ts';
import { type Config, listSecrets } from '../../../api/src/config/config.ts';
import { within } from '../../../api/src/runtime/clock.ts';
import { openLog } from '../../../api/src/runtime/log.ts';
import { type Services, startServices } from '../../../api/src/services.ts';
import type { Dice } from '../dice.ts';
import { createOwner, type Owner, type Scheduler } from '../scheduler.ts';
import type { SimulatedStore } from '../simulated-store.ts';
import { exchangeHttp, type HttpReply, type HttpRequest } from './exchange-http.ts';
import type { VmUpstreams } from './vm-upstreams.ts';

/** One process of the service, with its HTTP in front. */
export type VmProcess = {
  readonly owner: Owner;
  /** Rejects with undefined when it dies meanwhile. */
  request(request: HttpRequest): Promise<HttpReply>;
  /** Ends it without a word. */
  kill(): void;
  /** Ends it as a deployment does: what it sends has so many milliseconds to come to its end. */
  stop(milliseconds: number): Promise<void>;
};

/** What a process is started with. */
export type ProcessParts = {
  readonly config: Config;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly store: SimulatedStore;
  readonly upstreams: VmUpstreams;
  /** Takes a line of the log. */
  readonly onLine: (line: string) => void;
};

/** Starts the whole service: its services as `startService` makes them, and the HTTP server, which listens nowhere. */
export function startVmProcess({
  config,
  scheduler,
  dice,
  store,
  upstreams,
  onLine,
}: ProcessParts): VmProcess {
  const owner = createOwner();
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  owner.onDeath = () => died.reject(undefined);
  const clock = scheduler.createClock(owner);
  const writer = { write: onLine, close: async () => undefined, isStuck: false };
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
  const kill = () => {
    if (!owner.isAlive) return;
    owner.isAlive = false;
    owner.onDeath();
  };
  return {
    owner,
    request(request) {
      const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
      // What arrives at a process that stands still waits in its socket.
      clock.after(1, () =>
        app
          .ready()
          .then(() => exchangeHttp(app.server, request))
          .then(resolve, reject),
      );
      return Promise.race([promise, died.promise]);
    },
    kill,
    async stop(milliseconds) {
      await within(clock, milliseconds, services.close(), () => undefined);
      kill();
    },
  };
}
