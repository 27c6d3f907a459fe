import * as routers from '../bounded/program-keys.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import * as keys from '../bytes/known-keys.ts';
import { COMPUTE_BUDGET } from '../programs/compute-budget.ts';
import { INFINITY } from '../programs/infinity.ts';
import type { ProgramFormat } from '../programs/instruction-format.ts';
import { JUPITER } from '../programs/jupiter.ts';
import { MARKET } from '../programs/market.ts';
import { STAKE_POOL } from '../programs/stake-pool.ts';
import { STAKEDEX } from '../programs/stakedex.ts';
import { UNSTAKE } from '../programs/unstake.ts';
import type { VerifyDeployment } from '../verify-deployment.ts';
import { ASSOCIATED_TOKEN, MEMO, STAKE, SYSTEM, TOKEN } from './ledger-instructions.ts';
import { LENDING, VAULT } from './lending-and-vault.ts';
import { LOOKUP_TABLE } from './lookup-table.ts';

const LEDGER_PROGRAMS: readonly (readonly [Uint8Array, ProgramFormat])[] = [
  [keys.SYSTEM_PROGRAM, SYSTEM],
  [keys.STAKE_PROGRAM, STAKE],
  [keys.COMPUTE_BUDGET_PROGRAM, COMPUTE_BUDGET],
  [keys.TOKEN_PROGRAM, TOKEN],
  // As far as it is the Token program.
  [keys.TOKEN_2022_PROGRAM, { ...TOKEN, name: 'Token-2022' }],
  [keys.ASSOCIATED_TOKEN_PROGRAM, ASSOCIATED_TOKEN],
  [keys.MEMO_PROGRAM, MEMO],
  [keys.LOOKUP_TABLE_PROGRAM, LOOKUP_TABLE],
  [keys.VAULT_PROGRAM, VAULT],
  [routers.JUPITER_PROGRAM, JUPITER],
  [routers.STAKEDEX_PROGRAM, STAKEDEX],
  [routers.INFINITY_PROGRAM, INFINITY],
  [routers.UNSTAKE_PROGRAM, UNSTAKE],
  [routers.MARKET_PROGRAM, MARKET],
];

const known = new WeakMap<VerifyDeployment, ReadonlyMap<string, ProgramFormat>>();

/** Lists the programs a deployment knows, by base58 address. */
export function mapPrograms(deployment: VerifyDeployment): ReadonlyMap<string, ProgramFormat> {
  const found = known.get(deployment) ?? listPrograms(deployment);
  known.set(deployment, found);
  return found;
}

function listPrograms({ stakePool, leveraged }: VerifyDeployment): ReadonlyMap<string, ProgramFormat> {
  const programs = new Map(LEDGER_PROGRAMS.map(([key, program]) => [encodeBase58(key), program]));
  for (const address of STAKE_POOL_PROGRAMS) programs.set(address, STAKE_POOL);
  programs.set(stakePool.program, STAKE_POOL);
  const { lending, market } = leveraged ?? {};
  if (lending !== undefined) programs.set(lending.program, LENDING);
  if (market !== undefined) programs.set(market.program, MARKET);
  return programs;
}

// The program of pools as deployed by the Solana Foundation, and the two of Sanctum.
const STAKE_POOL_PROGRAMS = [
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
];
