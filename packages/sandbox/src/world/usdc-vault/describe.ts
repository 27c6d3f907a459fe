import { getLeveragedPositionCodec, netPoolTokens } from '@staking-agent/chain/leverage';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { netAssetValuePerWholeLp } from '@staking-agent/chain/vault';
import type { SandboxLedger } from '../sandbox-ledger.ts';
import type { SeededVault } from '../seeded-vault.ts';
import { dataOf, readVault, tokensOf } from '../vault-books.ts';

/** Says where the USDC vault is, how its program runs, and what a raUSDC is worth; base units as text. */
export function describeVaultWorld(ledger: SandboxLedger): object {
  const { price, ...vault } = describeVault(ledger, ledger.vault);
  return { ...vault, usdcPerLp: price };
}

/**
 * Says where the leveraged vault is, what a raSOL Max is worth, what is in its position and what its lender holds;
 * base units as text. Undefined where the deployment has none.
 */
export function describeLeveragedWorld(ledger: SandboxLedger): object | undefined {
  const { leveraged, bank, binaries } = ledger;
  if (leveraged === undefined) return undefined;
  const { price, ...vault } = describeVault(ledger, leveraged);
  const position = getLeveragedPositionCodec().decode(dataOf(bank, leveraged.position));
  const pool = getStakePoolDecoder().decode(dataOf(bank, leveraged.stakePool));
  const { lending } = leveraged;
  return {
    ...vault,
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
      liquidityLamports: tokensOf(bank, lending.liquidityVault).toString(),
    },
    lookupTable: leveraged.lookupTable,
  };
}

function describeVault({ binaries, bank }: SandboxLedger, vault: SeededVault) {
  const state = readVault(bank, vault);
  const price = state && netAssetValuePerWholeLp(state, bank.vm().getClock().unixTimestamp);
  return {
    program: vault.programAddress,
    runsAs: binaries.has(vault.programAddress) ? 'binary' : 'model',
    address: vault.vault,
    lpMint: vault.lpMint,
    idleAccount: vault.idleAta,
    strategy: vault.strategy,
    adaptor: vault.adaptorProgram,
    totalValue: state?.totalValue.toString(),
    idle: tokensOf(bank, vault.idleAta).toString(),
    lpSupply: state?.lpMintSupply.toString(),
    price: price?.ok ? price.asset.toString() : undefined,
  };
}
