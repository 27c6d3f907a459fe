import type { FastifyError, FastifyInstance } from 'fastify';
import { printJson } from '../rpc/params.ts';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../vm/blocks.ts';
import { TENANTS } from '../world/ledger-state.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { ControlError, findFlag, findInteger, requireBody } from './read-body.ts';
import { describeFaults, setFault } from './set-fault.ts';
import { type ControlledSandbox, fund, makeWallet, sign } from './wallets.ts';

/** Mounts the controls at `/sandbox`; no fault ever touches them. */
export function mountControlRoutes(app: FastifyInstance, sandbox: ControlledSandbox): void {
  app.register(
    (scope, _options, done) => {
      scope.setSerializerCompiler(() => printJson);
      scope.setReplySerializer(printJson);
      scope.setErrorHandler<FastifyError>((error, _request, reply) => {
        const status = error instanceof ControlError ? 400 : (error.statusCode ?? 500);
        return reply.code(status).send({ error: error.message });
      });
      scope.get('/', ({ host, protocol }) => describeSandbox(sandbox, `${protocol}://${host}`));
      scope.post('/fund', ({ body }) => fund(body, sandbox));
      scope.post('/wallets', ({ body }) => makeWallet(body, sandbox));
      scope.post('/sign', async ({ body }) => sign(body, sandbox));
      scope.post('/advance-epoch', async ({ body }) => advanceEpoch(body, sandbox));
      scope.post('/advance-slots', async ({ body }) => advanceSlots(body, sandbox));
      scope.get('/faults', async () => describeFaults(sandbox));
      scope.post('/faults', async ({ body }) => setFault(body, sandbox));
      done();
    },
    { prefix: '/sandbox' },
  );
}

/**
 * Describes the sandbox: addresses, time, limits, and how to change them.
 *
 * @param url - how the caller reached the sandbox.
 */
async function describeSandbox(sandbox: ControlledSandbox, url: string): Promise<object> {
  const { ledger } = sandbox;
  const { slot, height } = ledger.blocks.tip();
  const epoch = getEpoch(slot);
  return {
    rpcUrl: url,
    webSocketUrl: url.replace('http', 'ws'),
    routerUrl: `${url}/router`,
    vaultUrl: url,
    apyUrl: `${url}/apy`,
    deployment: ledger.deployment,
    slot: slot.toString(),
    blockHeight: height.toString(),
    epoch: epoch.toString(),
    slotIndex: (slot - getFirstSlot(epoch)).toString(),
    slotsInEpoch: SLOTS_PER_EPOCH.toString(),
    ...Object.assign({}, ...TENANTS.map((tenant) => tenant.describe(ledger))),
    requests: {
      router: sandbox.requests.router.describe(),
      vault: sandbox.requests.vault.describe(),
      apy: sandbox.requests.apy.describe(),
    },
    faults: describeFaults(sandbox),
    controls: {
      'POST /sandbox/fund': { wallet: '<address>', sol: '10', usdc: '100' },
      'POST /sandbox/wallets': { sol: '10', usdc: '100' },
      'POST /sandbox/sign': { wallet: '<address>', transaction: '<base64>', as: 'phantom' },
      'POST /sandbox/advance-epoch': { epochs: 1, updatePool: true },
      'POST /sandbox/advance-slots': { slots: 160 },
      'POST /sandbox/faults': { upstream: 'ledger', mode: '429', count: 3 },
    },
  };
}

const MAX_EPOCHS = 100;

/**
 * `POST /sandbox/advance-epoch`: ends the running epoch and as many more as asked for. The stake pool is brought to each new
 * epoch, as keepers do, unless `updatePool` is false.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `epochs` is not a whole number from 1 to 100, or `updatePool` is not a boolean.
 */
function advanceEpoch(body: unknown, { ledger }: ControlledSandbox): object {
  const fields = requireBody(body, ['epochs', 'updatePool']);
  const epochs = findInteger(fields, 'epochs', 1, MAX_EPOCHS) ?? 1;
  ledger.advanceEpochs(epochs, { updatePool: findFlag(fields, 'updatePool') ?? true });
  return describeTip(ledger);
}

/** A blockhash lives 150 blocks: after so many nothing that was built before can land. */
const DEFAULT_SLOTS = 160;
const MAX_SLOTS = 1_000;

/**
 * `POST /sandbox/advance-slots`: closes slots at once, each with its block, so that transactions expire.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `slots` is no whole number from 1 to 1000.
 */
function advanceSlots(body: unknown, { ledger }: ControlledSandbox): object {
  const fields = requireBody(body, ['slots']);
  ledger.advanceSlots(findInteger(fields, 'slots', 1, MAX_SLOTS) ?? DEFAULT_SLOTS);
  return describeTip(ledger);
}

function describeTip({ blocks, epoch }: SandboxLedger): object {
  const { slot, height } = blocks.tip();
  return { epoch: epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}
