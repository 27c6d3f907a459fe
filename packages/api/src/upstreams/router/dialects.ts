import type { OpenRouter } from './router.ts';
import { openSanctum } from './sanctum.ts';

/** The dialects of routers, by the values of `ROUTER_DIALECT`. */
export const ROUTER_DIALECTS = { sanctum: openSanctum } satisfies Readonly<Record<string, OpenRouter>>;

/** A value of `ROUTER_DIALECT`. */
export type RouterDialect = keyof typeof ROUTER_DIALECTS;
