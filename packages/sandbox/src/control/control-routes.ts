import type { FastifyError, FastifyInstance } from 'fastify';
import { EXECUTION_VARIANTS, MALICIOUS_VARIANTS } from '../../malicious/scene.ts';
import { VAULT_MALICIOUS_VARIANTS } from '../../malicious/vault.ts';
import { FAULT_MODES, type Faults } from '../faults.ts';
import { MAINNET } from '../mainnet-2026-11.ts';
import { printJson } from '../rpc/params.ts';
import type { RequestLog } from '../stand-ins/stand-in.ts';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../vm/blocks.ts';
import { describeRent } from '../world/accounts.ts';
import { TENANTS } from '../world/ledger-state.ts';
import type { SandboxLedger } from '../world/sandbox-ledger.ts';
import { ControlError, findFlag, findInteger, findName, requireBody, requireChoice } from './read-body.ts';
import { fund, makeWallet, sign, type WalletKeys } from './wallets.ts';

const UPSTREAMS = ['ledger', 'router', 'vault', 'apy'] as const;

/** The reach of `/sandbox`. */
export type ControlledSandbox = {
  readonly ledger: SandboxLedger;
  readonly wallets: WalletKeys;
  /** Fault switches of the upstreams. */
  readonly faults: Readonly<Record<(typeof UPSTREAMS)[number], Faults>>;
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
      scope.post('/fund', ({ body }) => fund(body, ledger));
      scope.post('/wallets', ({ body }) => makeWallet(body, ledger, wallets));
      scope.post('/sign', async ({ body }) => sign(body, ledger, wallets));
      scope.post('/advance-epoch', async ({ body }) => advanceEpoch(body, ledger));
      scope.post('/advance-slots', async ({ body }) => advanceSlots(body, ledger));
      scope.post('/rent', async ({ body }) => setRent(body, ledger));
      scope.post('/signature-fee', async ({ body }) => setSignatureFee(body, ledger));
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
function describeSandbox(sandbox: ControlledSandbox, url: string): object {
  const { ledger, requests } = sandbox;
  const { slot } = ledger.blocks.tip();
  return {
    rpcUrl: url,
    webSocketUrl: url.replace('http', 'ws'),
    routerUrl: `${url}/router`,
    vaultUrl: url,
    apyUrl: `${url}/apy`,
    deployment: ledger.deployment,
    mainnet: { asOf: MAINNET.asOf, nodeVersion: MAINNET.nodeVersion, gates: MAINNET.gates },
    ...describeTip(ledger),
    epoch: getEpoch(slot).toString(),
    slotIndex: (slot - getFirstSlot(getEpoch(slot))).toString(),
    slotsInEpoch: SLOTS_PER_EPOCH.toString(),
    ...Object.assign({}, ...TENANTS.map((tenant) => tenant.describe(ledger))),
    requests: Object.fromEntries(Object.entries(requests).map(([name, log]) => [name, log.describe()])),
    faults: describeFaults(sandbox),
    controls: {
      'POST /sandbox/fund': { wallet: '<address>', sol: '10', usdc: '100' },
      'POST /sandbox/wallets': { sol: '10', usdc: '100' },
      'POST /sandbox/sign': { wallet: '<address>', transaction: '<base64>', as: 'phantom' },
      'POST /sandbox/advance-epoch': { epochs: 1, updatePool: true },
      'POST /sandbox/advance-slots': { slots: 160 },
      'POST /sandbox/rent': { lamportsPerByte: 2575 },
      'POST /sandbox/signature-fee': { lamports: 8000 },
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
function advanceEpoch(body: unknown, ledger: SandboxLedger): object {
  const fields = requireBody(body, ['epochs', 'updatePool']);
  const epochs = findInteger(fields, 'epochs', 1, MAX_EPOCHS) ?? 1;
  ledger.advanceEpochs(epochs, { updatePool: findFlag(fields, 'updatePool') ?? true });
  return describeTip(ledger);
}

/** A blockhash lives 150 blocks: after so many no earlier build can land. */
const DEFAULT_SLOTS = 160;
const MAX_SLOTS = 1_000;

/**
 * `POST /sandbox/advance-slots`: closes slots at once, each with its block, so that transactions expire.
 *
 * @returns where the ledger is now.
 * @throws {ControlError} when `slots` is no whole number from 1 to 1000.
 */
function advanceSlots(body: unknown, ledger: SandboxLedger): object {
  const fields = requireBody(body, ['slots']);
  ledger.advanceSlots(findInteger(fields, 'slots', 1, MAX_SLOTS) ?? DEFAULT_SLOTS);
  return describeTip(ledger);
}

/**
 * `POST /sandbox/rent`: sets what a byte of an account costs for ever, at once. Accounts keep what they hold; where it rises,
 * the end of the epoch takes what stake accounts lack from their delegations, as on mainnet.
 *
 * @returns lamports: for a byte, and for a stake account and a token account.
 * @throws {ControlError} when `lamportsPerByte` is no whole number from 1 to the most that mainnet ever asked.
 */
function setRent(body: unknown, { bank }: SandboxLedger): object {
  const fields = requireBody(body, ['lamportsPerByte']);
  const most = Number(MAINNET.mostRentLamportsPerByte);
  const perByte = findInteger(fields, 'lamportsPerByte', 1, most);
  if (perByte === undefined) throw new ControlError(`lamportsPerByte must be given: 1 to ${most}.`);
  bank.vm().setRentPerByte(BigInt(perByte));
  return describeRent(bank);
}

const MAX_SIGNATURE_FEE = 100_000;

/**
 * `POST /sandbox/signature-fee`: sets what each signature costs, at once; mainnet has charged 5,000 lamports so far. A sandbox
 * that starts again begins with that.
 *
 * @returns the fee.
 * @throws {ControlError} when `lamports` is no whole number from 0 to 100,000.
 */
function setSignatureFee(body: unknown, { bank }: SandboxLedger): object {
  const fields = requireBody(body, ['lamports']);
  const lamports = findInteger(fields, 'lamports', 0, MAX_SIGNATURE_FEE);
  if (lamports === undefined) throw new ControlError('lamports must be given.');
  bank.setSignatureFee(BigInt(lamports));
  return { lamports: bank.signatureFee().toString() };
}

function describeTip({ blocks, epoch }: SandboxLedger): object {
  const { slot, height } = blocks.tip();
  return { epoch: epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}

/** Harms of upstreams that build transactions, which alone can be malicious. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  router: [...MALICIOUS_VARIANTS, ...EXECUTION_VARIANTS],
  vault: VAULT_MALICIOUS_VARIANTS,
};
const METHOD_EXAMPLES = {
  ledger: 'an RPC method, such as "sendTransaction"',
  router: 'an operation, such as "token/order"',
  vault: 'an operation, such as "direct-withdraw"',
  apy: 'an operation, such as "validators"',
} as const;

const MAX_MILLISECONDS = 600_000;
const MAX_COUNT = 1_000_000;

/**
 * `POST /sandbox/faults`: makes an upstream misbehave, or behave again.
 *
 * @returns the faults now in force.
 * @throws {ControlError} for an unknown upstream, a mode it does not know, or a bad number.
 */
function setFault(body: unknown, sandbox: ControlledSandbox): object {
  const variants = VARIANTS[String(Object(body).upstream)];
  const names = ['upstream', 'mode', 'ms', 'count', 'method', ...(variants === undefined ? [] : ['variant'])];
  const fields = requireBody(body, names);
  const upstream = requireChoice(fields, 'upstream', UPSTREAMS);
  const mode = requireChoice(fields, 'mode', FAULT_MODES[upstream]);
  const ms = findInteger(fields, 'ms', 0, MAX_MILLISECONDS);
  const count = findInteger(fields, 'count', 1, MAX_COUNT);
  const method = findName(fields, 'method', METHOD_EXAMPLES[upstream]);
  const isVariant = (fields['variant'] ?? undefined) !== undefined;
  if (isVariant && mode !== 'malicious') throw new ControlError('variant goes with the mode malicious.');
  sandbox.faults[upstream].set({
    mode,
    ...(ms !== undefined && { ms }),
    ...(count !== undefined && { count }),
    ...(method !== undefined && { method }),
    ...(isVariant && { variant: requireChoice(fields, 'variant', variants ?? []) }),
  });
  return describeFaults(sandbox);
}

/** `GET /sandbox/faults`: the faults in force, and how often a redirect was followed. */
function describeFaults({ faults }: ControlledSandbox): object {
  return Object.fromEntries(
    Object.entries(faults).map(([upstream, switched]) => [
      upstream,
      { ...switched.current(), redirectHits: switched.redirectHits() },
    ]),
  );
}
