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
import { createDirectWithdrawals, requireBody } from './vault-builds.ts';

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
    scope.post<{ Params: Params }>('/:vault/direct-withdraw', ({ params, body }, reply) =>
      answer(['direct-withdraw', 'build'], { ...Object(body) }, reply, async (fault) => {
        requireVault(params.vault, ledger);
        return { success: true, ...(await withdraw(requireBody(body), fault)) };
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
/** The yield of a year, in percent: the same over every window, since the rate never changes. */
const ANNUAL_YIELD = Math.round((GROWTH ** ((365 * DAY) / EPOCH_SECONDS) - 1) * 1e6) / 1e4;

/** The members of the record of `GET /vault/{vault}` that callers read: yields in percent, days oldest first. */
function describeVault({ vault, bank }: SandboxLedger, fault?: Fault): object {
  const now = Number(bank.vm().getClock().unixTimestamp);
  const days = Array.from({ length: fault?.mode === 'empty' ? 0 : DAYS }, (_, index) => DAYS - 1 - index);
  const [apy = null] = distort(fault, [ANNUAL_YIELD], (_apy, value) => value);
  const yields = days.map(() => ANNUAL_YIELD);
  return {
    pubkey: vault.vault,
    apy: { oneDay: apy, sevenDays: apy, thirtyDays: apy, allTime: apy },
    dailyStats: {
      dateLabels: days.map((ago) => new Date((now - ago * DAY) * 1000).toISOString().slice(0, 10)),
      apyData: distort(fault, yields, (_apy, value) => value),
    },
  };
}
