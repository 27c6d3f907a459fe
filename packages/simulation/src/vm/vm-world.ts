import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type Config, listSecrets, loadConfig } from '../../../api/src/config/config.ts';
import { createSandboxLedger } from '../../../sandbox/src/world/create-sandbox-ledger.ts';
import type { SandboxLedger } from '../../../sandbox/src/world/sandbox-ledger.ts';
import { createDice, type Dice } from '../dice.ts';
import { createOwner, createScheduler, type OwnClock, type Scheduler } from '../scheduler.ts';
import { createSimulatedStore, type SimulatedStore } from '../simulated-store.ts';
import { createWitness, noteLine, type Witness } from '../witness.ts';
import type { Signed } from './intents.ts';
import { startVmProcess, type VmProcess } from './vm-process.ts';
import { createVmUpstreams, type VmUpstreams } from './vm-upstreams.ts';
import { createVmWallet, type VmWallet } from './vm-wallet.ts';
import { type Landing, watchLandings } from './watch-landings.ts';

/** One world: the service on the sandbox's ledger, router, vault provider and source of yields, on one virtual clock. */
export type VmWorld = {
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  /** Of nobody: it is right, and never stops. */
  readonly clock: OwnClock;
  readonly ledger: SandboxLedger;
  readonly upstreams: VmUpstreams;
  readonly store: SimulatedStore;
  readonly witness: Witness<{ readonly path: string; readonly body: Readonly<Record<string, unknown>> }>;
  /** What callers signed, and what landed, by signatures. */
  readonly signed: Map<string, Signed>;
  readonly landings: Map<string, Landing>;
  readonly wallets: readonly VmWallet[];
  /** The one that runs, or the last that did. */
  process: VmProcess;
  /** What happens to answers on their way to callers, and to requests. */
  door: 'none' | 'lost' | 'twice';
  /** Ends the process, if it has not ended, and starts one in its place after so long. */
  restart(milliseconds: number): void;
  /** Ends it as a deployment does, and starts the next one. */
  deploy(milliseconds: number): void;
  close(): Promise<void>;
};

/** Milliseconds a slot takes. */
const VM_SLOT_MILLISECONDS = 200;
/** Rounds of the event loop after which nothing that takes no time is still under way. */
const ROUNDS = 3;

/**
 * Makes a world in which nothing is wrong.
 *
 * @param people - how many there are.
 * @param isLogged - whether what the service logs goes into the trace.
 */
export async function createVmWorld(seed: number, people: number, isLogged: boolean): Promise<VmWorld> {
  const dice = createDice(seed);
  let held = 0;
  const hold = async <Result>(work: Promise<Result>): Promise<Result> => {
    held += 1;
    try {
      return await work;
    } finally {
      held -= 1;
    }
  };
  const settle = async () => {
    do for (let round = 0; round < ROUNDS; round += 1) await breathe();
    while (held > 0);
  };
  const scheduler = createScheduler(settle);
  const clock = scheduler.createClock(createOwner());
  const sizes = dice.fork('sizes');
  const config = readVmConfig(sizes.between(1, 2), sizes.chance(0.5));
  const secrets = listSecrets(config).filter((secret) => secret !== '');
  const witness: VmWorld['witness'] = createWitness(scheduler.now, secrets);
  const [signed, landings]: [VmWorld['signed'], VmWorld['landings']] = [new Map(), new Map()];
  const sandbox = createSandboxLedger(config.deployment, clock.now, undefined, dice.fork('ledger').bytes);
  const wallets: VmWallet[] = [];
  for (let number = 1; number <= people; number += 1)
    wallets.push(await createVmWallet(`caller ${number}`, dice.fork(`wallet ${number}`), sandbox));
  sandbox.advanceSlots(2);
  const ledger = watchLandings(sandbox, (landing) => {
    landings.set(landing.signature, landing);
    witness.note(`${landing.signature.slice(0, 8)} ${landing.isFailed ? 'fails' : 'lands'}`);
  });
  keepTime(ledger, clock);
  const upstreams = createVmUpstreams({ ledger, world: clock, dice: dice.fork('upstreams'), hold });
  const store = await createSimulatedStore(clock, dice.fork('store'));
  let starts = 0;
  const start = () => {
    starts += 1;
    const onLine = (line: string) => {
      witness.onText(line);
      if (isLogged) noteLine(line, witness.note);
    };
    const own = dice.fork(`start ${starts}`);
    return startVmProcess({ config, scheduler, dice: own, store, upstreams, onLine });
  };
  const world: VmWorld = {
    ...{ dice, scheduler, clock, ledger, upstreams, store, witness, signed, landings, wallets },
    process: start(),
    door: 'none',
    restart(milliseconds) {
      const ended = world.process;
      ended.kill();
      clock.after(milliseconds, () => {
        // Somebody else may have started it meanwhile.
        if (world.process !== ended) return;
        witness.note('the service starts');
        world.process = start();
      });
    },
    deploy(milliseconds) {
      const ended = world.process;
      void ended.stop(milliseconds).then(() => {
        if (world.process === ended) world.restart(0);
      });
    },
    async close() {
      world.process.kill();
      store.close();
      await upstreams.close();
    },
  };
  return world;
}

function keepTime(ledger: SandboxLedger, clock: OwnClock): void {
  clock.after(VM_SLOT_MILLISECONDS, () => {
    ledger.advanceSlots(1, BigInt(VM_SLOT_MILLISECONDS));
    keepTime(ledger, clock);
  });
}

const DEPLOYMENT = join(import.meta.dirname, '../../../../deployments/sandbox.json');
const NODE_KEYS = ['0c6f5b1e2a9d4873', '7e1d90a3c5b24f68'] as const;

const key = (byte: number) => `key${byte}:${Buffer.alloc(32, byte).toString('base64')}`;

/**
 * What a service of this world is configured with: every upstream by a name that nothing resolves, every secret a text
 * that stands nowhere else.
 *
 * @param nodes - RPC endpoints, one or two; each has a key in its path.
 * @param asksProvider - whether it knows no strategy of the USDC vault, so that the vault provider builds exits.
 */
function readVmConfig(nodes: number, asksProvider: boolean): Config {
  return loadConfig(
    {
      DEPLOYMENT,
      LEDGER_RPC_URLS: NODE_KEYS.slice(0, nodes)
        .map((secret, i) => `http://node${i}.invalid/${secret}`)
        .join(','),
      ROUTER_URL: 'http://router.invalid',
      ROUTER_API_KEY: 'router-key-of-this-world',
      VAULT_API_URL: 'http://vault.invalid',
      APY_VALIDATOR_URL: 'http://apy.invalid',
      SERVICE_TOKEN_KEYS: key(7),
      PARTNER_KEY_SECRETS: key(9),
      RATE_LIMITS: 'off',
      CONSOLE: 'off',
      LOG_LEVEL: 'info',
      DATA_DIR: 'nowhere',
    },
    {
      readText: (path) => {
        const { usdcStrategies, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
        return JSON.stringify(asksProvider ? rest : { ...rest, usdcStrategies });
      },
      developmentKey: (_, file) => {
        throw new Error(`${file} is configured.`);
      },
    },
  );
}
