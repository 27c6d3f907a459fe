import type { Builder } from '../orders.ts';

/** How to load each contender; only its own process does, so that none pays for another's modules. */
export const BUILDERS: Readonly<Record<string, () => Promise<Builder>>> = {
  product: async () => (await import('./product.ts')).product,
  kit: async () => (await import('./kit.ts')).kit,
  web3: async () => (await import('./web3.ts')).web3,
};
