import type { FastifyError, FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { EXECUTION_VARIANTS, MALICIOUS_VARIANTS } from '../../malicious/corrupt.ts';
import { VAULT_MALICIOUS_VARIANTS } from '../../malicious/vault.ts';
import { FAULT_MODES, type Faults } from '../faults.ts';
import { MAINNET } from '../mainnet-2026-11.ts';
import { printJson } from '../rpc/params.ts';
import type { RequestLog } from '../stand-ins/stand-in.ts';
import { describeRent } from '../world/accounts.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { describeTip, describeWorld } from './describe.ts';
import { body, ControlError, choice, readBody, whole } from './read-body.ts';
import { fund, makeWallet, sign, type WalletKeys } from './wallets.ts';

/** The reach of `/sandbox`. */
export type ControlledSandbox = {
  readonly ledger: SandboxLedger;
  readonly wallets: WalletKeys;
  /** Fault switches of the upstreams. */
  readonly faults: Readonly<Record<keyof typeof FAULT_MODES, Faults>>;
  /** Requests to the swap router, the vault provider and the source of validators' yields. */
  readonly requests: Readonly<Record<'router' | 'vault' | 'apy', RequestLog>>;
};

/** Mounts the controls at `/sandbox`; no fault ever touches them. */
export function mountControlRoutes(app: FastifyInstance, sandbox: ControlledSandbox): void {
  const { ledger, wallets } = sandbox;
  app.register(
    (scope, _options, done) => {
      scope.setSerializerCompiler(() => printJson);
      scope.setReplySerializer(printJson);
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const status = error instanceof ControlError ? 400 : (error.statusCode ?? 500);
        return reply.code(status).send({ error: error.message });
      });
      scope.get('/', async ({ host, protocol }) => describeSandbox(sandbox, `${protocol}://${host}`));
      scope.post('/fund', (request) => fund(request.body, ledger));
      scope.post('/wallets', (request) => makeWallet(request.body, ledger, wallets));
      scope.post('/sign', async (request) => sign(request.body, ledger, wallets));
      scope.post('/advance-epoch', async (request) => advanceEpoch(request.body, ledger));
      scope.post('/advance-slots', async (request) => advanceSlots(request.body, ledger));
      scope.post('/rent', async (request) => setRent(request.body, ledger));
      scope.post('/signature-fee', async (request) => setSignatureFee(request.body, ledger));
      scope.get('/faults', async () => describeFaults(sandbox));
      scope.post('/faults', async (request) => setFault(request.body, sandbox));
      done();
    },
    { prefix: '/sandbox' },
  );
}

/** @param url - how the caller reached the sandbox. */
function describeSandbox(sandbox: ControlledSandbox, url: string): object {
  const { ledger, requests } = sandbox;
  return {
    rpcUrl: url,
    webSocketUrl: url.replace('http', 'ws'),
    routerUrl: `${url}/router`,
    vaultUrl: url,
    apyUrl: `${url}/apy`,
    ...describeWorld(ledger),
    requests: Object.fromEntries(Object.entries(requests).map(([name, log]) => [name, log.describe()])),
    faults: describeFaults(sandbox),
  };
}

const EPOCHS = body({
  epochs: Type.Optional(whole(1, 100)),
  updatePool: Type.Optional(Type.Boolean({ description: 'true or false' })),
});

/**
 * Ends the running epoch and as many more as asked for. The stake pool is brought to each new epoch, as keepers do, unless
 * `updatePool` is false.
 */
function advanceEpoch(given: unknown, ledger: SandboxLedger): object {
  const { epochs = 1, updatePool = true } = readBody(EPOCHS, given);
  ledger.advanceEpochs(epochs, { updatePool });
  return describeTip(ledger);
}

const SLOTS = body({ slots: Type.Optional(whole(1, 1_000)) });
/** A blockhash lives 150 blocks: after so many no earlier build can land. */
const DEFAULT_SLOTS = 160;

/** Closes slots at once, each with its block, so that transactions expire. */
function advanceSlots(given: unknown, ledger: SandboxLedger): object {
  ledger.advanceSlots(readBody(SLOTS, given).slots ?? DEFAULT_SLOTS);
  return describeTip(ledger);
}

const RENT = body({ lamportsPerByte: whole(1, Number(MAINNET.mostRentLamportsPerByte)) });

/**
 * Sets what a byte of an account costs for ever, at once. Accounts keep what they hold; where it rises, the end of the epoch
 * takes what stake accounts lack from their delegations, as on mainnet.
 */
function setRent(given: unknown, { bank }: SandboxLedger): object {
  bank.vm().setRentPerByte(BigInt(readBody(RENT, given).lamportsPerByte));
  return describeRent(bank);
}

const SIGNATURE_FEE = body({ lamports: whole(0, 100_000) });

/** Sets what each signature costs, at once. A sandbox that starts again begins with mainnet's fee. */
function setSignatureFee(given: unknown, { bank }: SandboxLedger): object {
  bank.setSignatureFee(BigInt(readBody(SIGNATURE_FEE, given).lamports));
  return { lamports: bank.signatureFee().toString() };
}

const UPSTREAM = body({ upstream: choice('ledger', 'router', 'vault', 'apy') });
const FAULT = {
  ...UPSTREAM.properties,
  ms: Type.Optional(whole(0, 600_000)),
  count: Type.Optional(whole(1, 1_000_000)),
  method: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'the name of an RPC method or of an operation, such as "sendTransaction" or "token/order"',
    }),
  ),
};
const FAULTS = {
  ledger: body({ ...FAULT, mode: choice(...FAULT_MODES.ledger) }),
  router: body({
    ...FAULT,
    mode: choice(...FAULT_MODES.router),
    variant: Type.Optional(choice(...MALICIOUS_VARIANTS, ...EXECUTION_VARIANTS)),
  }),
  vault: body({
    ...FAULT,
    mode: choice(...FAULT_MODES.vault),
    variant: Type.Optional(choice(...VAULT_MALICIOUS_VARIANTS)),
  }),
  apy: body({ ...FAULT, mode: choice(...FAULT_MODES.apy) }),
};

/** Makes an upstream misbehave, or behave again. */
function setFault(given: unknown, sandbox: ControlledSandbox): object {
  // The other fields depend on the upstream.
  const named = readBody(UPSTREAM, Array.isArray(given) ? given : { upstream: Object(given).upstream });
  const { upstream, ...fault } = readBody(FAULTS[named.upstream], given);
  if ('variant' in fault && fault.mode !== 'malicious') {
    throw new ControlError('variant goes with the mode malicious.');
  }
  sandbox.faults[upstream].set(fault);
  return describeFaults(sandbox);
}

/** Describes the faults in force, and how often a redirect was followed. */
function describeFaults({ faults }: ControlledSandbox): object {
  return Object.fromEntries(
    Object.entries(faults).map(([upstream, switched]) => [
      upstream,
      { ...switched.current(), redirectHits: switched.redirectHits() },
    ]),
  );
}
