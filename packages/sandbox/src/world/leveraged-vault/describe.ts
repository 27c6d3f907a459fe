import { getLeveragedPositionCodec, netPoolTokens } from '@staking-agent/chain/leverage';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { describeVault } from '../describe-vault.ts';
import type { SandboxLedger } from '../sandbox-ledger.ts';
import { readData, readTokens } from '../vault-books.ts';

/**
 * Says where the leveraged vault is, what a raSOL Max is worth, what is in its position and what its lender holds;
 * base units as text. Undefined where the deployment has none.
 */
export function describeLeveragedVault(ledger: SandboxLedger): object | undefined {
  const { leveraged, bank, binaries } = ledger;
  if (leveraged === undefined) return undefined;
  const { price, ...vault } = describeVault(ledger, leveraged);
  const position = getLeveragedPositionCodec().decode(readData(bank, leveraged.position));
  const pool = getStakePoolDecoder().decode(readData(bank, leveraged.stakePool));
  const { lending } = leveraged;
  return {
    ...vault,
    strategy: leveraged.strategy,
    adaptor: leveraged.adaptorProgram,
    rasolPerLp: price,
    position: {
      address: leveraged.position,
      collateral: position.collateral.toString(),
      debtLamports: position.debt.toString(),
      worth: netPoolTokens(position, pool).toString(),
    },
    lender: {
      program: lending.programAddress,
      runsAs: binaries.has(lending.programAddress) ? 'binary' : 'model',
      bank: lending.bank,
      liquidityLamports: readTokens(bank, lending.liquidityVault).toString(),
    },
    lookupTable: leveraged.lookupTable,
  };
}
