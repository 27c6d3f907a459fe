import { base58 } from '@scure/base';
import { type Static, Type } from 'typebox';
import { type Provider, UpstreamFault } from '../problems/faults.ts';
import { type Budget, createGuard, withinBudget } from './guard.ts';
import { createJsonEndpoint, readAnswer, type UpstreamPorts } from './http.ts';
import { watched } from './watch.ts';

/** The vault provider's HTTP API. */
export type VaultClient = {
  /**
   * Asks for the transaction of an exit that also reaches funds at work.
   *
   * @param request.amount - asset base units; not looked at when all is withdrawn.
   * @returns the unsigned transaction, base64.
   * @throws {UpstreamRefusal} with the provider's words; {@link UpstreamFault} when no usable answer came.
   */
  directWithdraw(request: {
    vault: string;
    wallet: string;
    amount: bigint;
    isWithdrawAll: boolean;
  }): Promise<string>;
  close(): Promise<void>;
};

const UPSTREAM: Provider = 'vault provider';
const BUDGET = { each: 6_000, total: 9_000 };
const IN_FLIGHT = 16;

const BuiltTransaction = Type.Object({
  success: Type.Literal(true),
  transaction: Type.String({ minLength: 1, maxLength: 5_800 }),
});

/** Opens the vault provider; `/vault/…` is appended to `url`. */
export function createVaultClient(url: string, ports: UpstreamPorts): VaultClient {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint(UPSTREAM, url);
  const onBreaker = (isOpen: boolean) => watch.onBreaker('vault', isOpen);
  const guard = createGuard({ upstream: UPSTREAM, inFlight: IN_FLIGHT, clock, onBreaker });
  return {
    directWithdraw({ vault, wallet, amount, isWithdrawAll }) {
      const body = JSON.stringify({ userPubkey: wallet, lamportAmount: String(amount), isWithdrawAll });
      const path = `/vault/${vault}/direct-withdraw`;
      return withinBudget(BUDGET, ports, (milliseconds) =>
        guard.run(() =>
          watched(ports, 'vault', 'direct-withdraw', async () => {
            const answer = await endpoint.send({ method: 'POST', path, body, milliseconds });
            return toBase64(
              readAnswer(UPSTREAM, answer, BuiltTransaction, { isOnlyAsked: true }).transaction,
            );
          }),
        ),
      );
    },
    close: endpoint.close,
  };
}

// Documented as base58, shown as base64: an unsigned transaction in base64 is full of what base58 has not.
function toBase64(text: string): string {
  return /^[1-9A-HJ-NP-Za-km-z]+$/.test(text) ? Buffer.from(base58.decode(text)).toString('base64') : text;
}

const Percent = Type.Optional(Type.Union([Type.Number(), Type.Null()]));

const Windows = Type.Object({
  oneDay: Percent,
  sevenDays: Percent,
  thirtyDays: Percent,
  allTime: Percent,
});

const Answer = Type.Object({
  success: Type.Literal(true),
  vault: Type.Object({
    pubkey: Type.String(),
    apy: Windows,
    dailyStats: Type.Object({
      dateLabels: Type.Array(Type.String(), { maxItems: 20_000 }),
      apyData: Type.Array(Type.Union([Type.Number(), Type.Null()]), { maxItems: 20_000 }),
    }),
  }),
});

/** A window the provider averages a vault's yield over. */
export type ApyWindow = keyof Static<typeof Windows>;

/** What the provider knows of a vault's yield, in percent a year; null or absent where it knows nothing. */
export type VaultRecord = {
  readonly apy: Static<typeof Windows>;
  /** One entry a day, in the provider's order. */
  readonly days: readonly { readonly date: string; readonly apy: number | null }[];
};

/** The vault provider's records. */
export type VaultRecordClient = {
  /** @throws {UpstreamRefusal} with the provider's words; {@link UpstreamFault} when no usable answer came. */
  read(vault: string, budget: Budget): Promise<VaultRecord>;
  close(): Promise<void>;
};

/** Opens the vault provider for its records, with connections of their own; `/vault/…` is appended to `url`. */
export function createVaultRecordClient(url: string, ports: UpstreamPorts): VaultRecordClient {
  const endpoint = createJsonEndpoint(url, 'vault records', ports);
  return {
    async read(address, budget) {
      const { vault } = await endpoint.ask({ path: `/vault/${address}`, schema: Answer }, budget);
      const { dateLabels, apyData } = vault.dailyStats;
      if (vault.pubkey !== address || dateLabels.length !== apyData.length)
        throw new UpstreamFault('yield source', 'malformed');
      return { apy: vault.apy, days: dateLabels.map((date, i) => ({ date, apy: apyData[i] ?? null })) };
    },
    close: endpoint.close,
  };
}
