import { isAddress } from '@solana/kit';
import type { FastifyInstance } from 'fastify';
import type { Fault, Faults } from '../../faults.ts';
import type { NodeView } from '../../rpc/node-view.ts';
import { EPOCH_MILLISECONDS } from '../../vm/blocks.ts';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { EPOCH_YIELD } from '../../world/usdc-vault.ts';
import {
  badRequest,
  distort,
  mountStandIn,
  type RequestLog,
  type StandIn,
  StandInError,
} from '../stand-in.ts';
import { createDirectWithdrawals, readVaultView, requireBody } from './vault-builds.ts';

const VAULT: StandIn = {
  prefix: '/vault',
  redirectTarget: '/vault/redirected',
  redirected: '{"success":true,"transaction":"redirected"}',
  tooManyRequests: '{"success":false,"error":"Too many requests"}',
  printError: (_status, error) => JSON.stringify({ success: false, error }),
};

/**
 * Mounts the stand-in of the vault provider, as far as the service asks it: `POST /vault/{vault}/direct-withdraw` and
 * `GET /vault/{vault}`.
 *
 * A fault may be narrowed to an operation, `direct-withdraw` or `vault`, or to `build` or `read`.
 */
export function mountVaultRoutes(
  app: FastifyInstance,
  node: NodeView,
  faults: Faults,
  requests: RequestLog,
): void {
  const { ledger } = node;
  const withdraw = createDirectWithdrawals(node);
  mountStandIn(app, VAULT, faults, requests, (scope, answer) => {
    scope.post<{ Params: Params }>('/:vault/direct-withdraw', ({ params, body, headers }, reply) =>
      answer(['direct-withdraw', 'build'], { ...Object(body) }, reply, async (fault) => {
        requireVault(params.vault, ledger);
        return { success: true, ...(await withdraw(requireBody(body), fault, headers.referer)) };
      }),
    );
    scope.get<{ Params: Params }>('/:vault', ({ params, query }, reply) =>
      answer(['vault', 'read'], { ...Object(query) }, reply, (fault) => {
        requireVault(params.vault, ledger);
        return { success: true, vault: describeVault(ledger, fault) };
      }),
    );
  });
}

type Params = { readonly vault: string };

function requireVault(given: string, { vault }: SandboxLedger): void {
  if (!isAddress(given)) badRequest('Invalid public key: vault');
  if (given !== vault.vault) throw new StandInError(404, 'Vault not found');
}

const DAY = 86_400;
/** Days of history the vault is given: more than any range asks for. */
const DAYS = 400;

const EPOCH_SECONDS = Number(EPOCH_MILLISECONDS) / 1_000;
const GROWTH = 1 + Number(EPOCH_YIELD.numerator) / Number(EPOCH_YIELD.denominator);
/** The yield of a year, in percent: the same over every window and of every day, because the rate never changes. */
const YIELD = Math.round((GROWTH ** ((365 * DAY) / EPOCH_SECONDS) - 1) * 1e6) / 1e4;

/**
 * The record `GET /vault/{vault}` answers, as far as the service reads it: yields in percent, days oldest first. Numbers are
 * floats, as the provider's are: not to compute with.
 */
function describeVault(ledger: SandboxLedger, fault?: Fault): object {
  const { state, now } = readVaultView(ledger);
  const [apy = null] = distort(fault, [YIELD], (_apy, value) => value);
  const count = fault?.mode === 'empty' ? 0 : DAYS;
  const days = Array.from({ length: count }, (_, index) => Number(now) - (count - 1 - index) * DAY);
  return {
    pubkey: ledger.vault.vault,
    totalValue: Number(state.totalValue),
    apy: { oneDay: apy, sevenDays: apy, thirtyDays: apy, allTime: apy },
    dailyStats: {
      dateLabels: days.map((ts) => new Date(ts * 1000).toISOString().slice(0, 10)),
      apyData: distort(fault, Array<number>(count).fill(YIELD), (_apy, value) => value),
    },
  };
}
