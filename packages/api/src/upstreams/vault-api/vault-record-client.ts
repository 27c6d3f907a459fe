import { type Static, Type } from 'typebox';
import { UpstreamFault } from '../../problems/faults.ts';
import { createJsonEndpoint } from '../json-endpoint.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import type { Budget } from '../within-budget.ts';

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
