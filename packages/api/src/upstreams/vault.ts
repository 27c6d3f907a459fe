import { base58 } from '@scure/base';
import { type Static, Type } from 'typebox';
import { UpstreamFault } from '../problems/faults.ts';
import type { Budget } from './guard.ts';
import { createJsonClient, type UpstreamPorts } from './http.ts';

const BUDGET = { each: 6_000, total: 9_000 };

const BuiltTransaction = Type.Object({
  success: Type.Literal(true),
  transaction: Type.String({ minLength: 1, maxLength: 5_800 }),
});

/** The vault provider's HTTP API. */
export type VaultClient = ReturnType<typeof createVaultClient>;

/**
 * Opens the vault provider; `/vault/…` is appended to `url`.
 *
 * @param assertRunning - throws while the operator has stopped the provider.
 */
export function createVaultClient(url: string, ports: UpstreamPorts, assertRunning: () => void) {
  const options = { upstream: 'vault provider', name: 'vault', inFlight: 16, isReadOnly: true } as const;
  const client = createJsonClient(url, { ...options, assertRunning }, ports);
  return {
    /**
     * Orders the transaction of an exit that also reaches funds at work.
     *
     * @param request.amount - asset base units; ignored when all is withdrawn.
     * @returns the unsigned transaction, base64.
     * @throws {UpstreamRefusal} with the provider's words; {@link UpstreamFault} when no usable answer came.
     */
    async directWithdraw(request: {
      vault: string;
      wallet: string;
      amount: bigint;
      isWithdrawAll: boolean;
    }): Promise<string> {
      const { vault, wallet, amount, isWithdrawAll } = request;
      const body = { userPubkey: wallet, lamportAmount: String(amount), isWithdrawAll };
      const call = {
        operation: 'direct-withdraw',
        method: 'POST',
        path: `/vault/${vault}/direct-withdraw`,
        write: async () => JSON.stringify(body),
        schema: BuiltTransaction,
      } as const;
      return toBase64((await client.ask(call, BUDGET)).transaction);
    },
    close: client.close,
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

/** The vault provider's records. */
export type VaultRecordClient = ReturnType<typeof createVaultRecordClient>;

/** Opens the vault provider for its records, with connections of their own; `/vault/…` is appended to `url`. */
export function createVaultRecordClient(url: string, ports: UpstreamPorts) {
  const options = { upstream: 'yield source', name: 'vault records' } as const;
  const client = createJsonClient(url, options, ports);
  return {
    /**
     * Reads the yields of a vault, in percent a year, null or absent where the provider has none; of days in its order.
     *
     * @throws {UpstreamRefusal} with the provider's words; {@link UpstreamFault} when no usable answer came.
     */
    async read(address: string, budget: Budget) {
      const call = { operation: 'read', method: 'GET', path: `/vault/${address}`, schema: Answer } as const;
      const { vault } = await client.ask(call, budget);
      const { dateLabels, apyData } = vault.dailyStats;
      if (vault.pubkey !== address || dateLabels.length !== apyData.length)
        throw new UpstreamFault('yield source', 'malformed');
      return { apy: vault.apy, days: dateLabels.map((date, i) => ({ date, apy: apyData[i] ?? null })) };
    },
    close: client.close,
  };
}
