import { createNoopSigner, type Instruction, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getSyncNativeInstruction } from '@solana-program/token';
import {
  getCleanupRemovedValidatorEntriesInstruction,
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
} from '@staking-agent/chain/stake-pool';
import type { Bank } from '../../vm/bank.ts';
import { parseTokenAccount } from '../../vm/token-balances.ts';
import { FAUCET } from '../faucet.ts';
import type { PoolSeed } from './pool-seed.ts';
import { VAULT_LAMPORTS } from './seed.ts';

/** What brings a pool to the current epoch; anyone may send it. */
export function updatePool(seed: PoolSeed): Instruction[] {
  const { programAddress, validatorStake, transientStake } = seed;
  return [
    getUpdateValidatorListBalanceInstruction(
      { ...seed, startIndex: 0, noMerge: false, stakes: [{ validatorStake, transientStake }] },
      { programAddress },
    ),
    getUpdateStakePoolBalanceInstruction(seed, { programAddress }),
    getCleanupRemovedValidatorEntriesInstruction(seed, { programAddress }),
  ];
}

/** What fills up the SOL the market has paid out; nothing when it has not. */
export function refillMarket(bank: Bank, { solVault }: PoolSeed): Instruction[] {
  const vault = bank.findAccount(solVault);
  const held = (vault && parseTokenAccount(vault)?.amount) ?? 0n;
  if (held >= VAULT_LAMPORTS) return [];
  const source = createNoopSigner(FAUCET.address);
  const amount = lamports(VAULT_LAMPORTS - held);
  return [
    getTransferSolInstruction({ source, destination: solVault, amount }),
    getSyncNativeInstruction({ account: solVault }),
  ];
}
