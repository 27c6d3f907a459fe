import { BROADCAST_CODES } from './codes/broadcast-codes.ts';
import { FIELD_CODES } from './codes/field-codes.ts';
import { LEDGER_CODES } from './codes/ledger-codes.ts';
import { LIMIT_CODES } from './codes/limit-codes.ts';
import { REFRESH_CODES } from './codes/refresh-codes.ts';
import { REQUEST_CODES } from './codes/request-codes.ts';
import { SERVICE_CODES } from './codes/service-codes.ts';
import { STAKE_PART_CODES } from './codes/stake-part-codes.ts';
import { TRANSACTION_CODES } from './codes/transaction-codes.ts';
import { UPSTREAM_CODES } from './codes/upstream-codes.ts';
import { VAULT_CODES } from './codes/vault-codes.ts';
import type { ProblemDefinitions } from './definition.ts';

/** Every code that a problem can carry. A published code keeps its slug and its meaning while v1 is deployed. */
export const PROBLEM_CODES = {
  ...FIELD_CODES,
  ...REQUEST_CODES,
  ...SERVICE_CODES,
  ...BROADCAST_CODES,
  ...REFRESH_CODES,
  ...LIMIT_CODES,
  ...UPSTREAM_CODES,
  ...LEDGER_CODES,
  ...STAKE_PART_CODES,
  ...VAULT_CODES,
  ...TRANSACTION_CODES,
} as const satisfies ProblemDefinitions;

/** The stable upper-case word that narrows a slug. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** The facts from which the detail of a code is made; undefined for a code without any. */
export type FactsOf<Code extends ProblemCode> = Parameters<(typeof PROBLEM_CODES)[Code]['detail']>[0];
