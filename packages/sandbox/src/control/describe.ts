import { getLeveragedPositionCodec } from '@staking-agent/chain/leverage';
import { lamportsForPoolTokens, STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import { LP_DECIMALS, netAssetValue } from '@staking-agent/chain/vault';
import { MAINNET } from '../mainnet-2026-11.ts';
import { readData } from '../programs/anchor.ts';
import { getEpoch, getFirstSlot, SLOTS_PER_EPOCH } from '../vm/blocks.ts';
import { readMinimumDelegation } from '../vm/stake-account.ts';
import { readTokens } from '../vm/token-balances.ts';
import { describeRent } from '../world/accounts.ts';
import { FAUCET, type SandboxLedger } from '../world/sandbox-ledger.ts';
import type { SeededVault } from '../world/seeded-vault.ts';
import { readVault } from '../world/vault-books.ts';

/** Describes a world: its addresses, its time, what accounts cost, and what pool and vaults are worth; numbers as text. */
export function describeWorld(ledger: SandboxLedger): object {
  const { bank, binaries, feeRounding, deployment, validators, vault, leveraged } = ledger;
  const { slot } = ledger.blocks.tip();
  return {
    deployment,
    mainnet: { asOf: MAINNET.asOf, nodeVersion: MAINNET.nodeVersion, gates: MAINNET.gates },
    ...describeTip(ledger),
    epoch: getEpoch(slot).toString(),
    slotIndex: (slot - getFirstSlot(getEpoch(slot))).toString(),
    slotsInEpoch: SLOTS_PER_EPOCH.toString(),
    validators: [...validators.values()],
    faucet: FAUCET.address,
    minimumDelegationLamports: readMinimumDelegation(bank).toString(),
    ...describeRent(bank),
    binaries: [...binaries],
    feeRounding,
    stakePool: describePool(ledger),
    vault: { ...vault, ...describeVault(ledger, vault, 'usdcPerLp') },
    ...(leveraged && { leveraged: describeLeveraged(ledger, leveraged) }),
  };
}

/** Describes where the ledger is. */
export function describeTip({ blocks, epoch }: SandboxLedger): object {
  const { slot, height } = blocks.tip();
  return { epoch: epoch().toString(), slot: slot.toString(), blockHeight: height.toString() };
}

const SOL = 1_000_000_000n;

function describePool({ bank, pool }: SandboxLedger): object {
  const state = STAKE_POOL_CODEC.decode(readData(bank, pool.stakePool));
  return {
    ...pool,
    totalLamports: state.totalLamports.toString(),
    poolTokenSupply: state.poolTokenSupply.toString(),
    lamportsPerToken: lamportsForPoolTokens(state, SOL).toString(),
    lastUpdateEpoch: state.lastUpdateEpoch.toString(),
  };
}

const WHOLE_LP = 10n ** BigInt(LP_DECIMALS);

function describeVault({ bank }: SandboxLedger, vault: SeededVault, priceName: string): object {
  const state = readVault(bank, vault);
  const price = netAssetValue(state, bank.vm().getClock().unixTimestamp);
  return {
    totalValue: state.totalValue.toString(),
    idle: readTokens(bank, vault.idleAta).toString(),
    lpSupply: state.lpMintSupply.toString(),
    ...(price.ok && { [priceName]: ((price.asset * WHOLE_LP) / price.lp).toString() }),
  };
}

function describeLeveraged(
  ledger: SandboxLedger,
  leveraged: NonNullable<SandboxLedger['leveraged']>,
): object {
  const { bank } = ledger;
  const { collateral, debt } = getLeveragedPositionCodec().decode(readData(bank, leveraged.position));
  return {
    ...leveraged,
    ...describeVault(ledger, leveraged, 'rasolPerLp'),
    held: { collateral: collateral.toString(), debtLamports: debt.toString() },
    lent: { liquidityLamports: readTokens(bank, leveraged.lending.liquidityVault).toString() },
  };
}
