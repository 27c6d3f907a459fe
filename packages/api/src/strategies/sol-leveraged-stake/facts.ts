import { isSolanaError } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import {
  getLeveragedPositionCodec,
  type LeveragedPosition,
  netPoolTokens,
} from '@staking-agent/chain/leverage';
import { lamportsForPoolTokens, type StakePool } from '@staking-agent/chain/stake-pool';
import type { LeverageFacts } from '@staking-agent/wire';
import { decodePool } from '../../builds/decode-pool.ts';
import { BOUNDLESS, NOBODY } from '../../builds/range.ts';
import { problem } from '../../problems/problem.ts';
import { toQuantity } from '../../runtime/to-quantity.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { implyCarry } from '../imply-carry.ts';
import { listPoolFees } from '../list-pool-fees.ts';
import { listVaultFees } from '../list-vault-fees.ts';
import { printRatio } from '../print-ratio.ts';
import type { FactsSource, KnownFacts } from '../strategy-facts.ts';
import { findExitPlace } from './leveraged-accounts.ts';
import { planExit } from './plan-exit.ts';
import { findExitBounds } from './range.ts';
import { decodeExit, type ExitReading, locateExit } from './read-exit.ts';

/** Tells the facts of the leveraged vault, its position as docs/strategies.md lays it out. */
export function createFacts(deployment: Deployment, leveraged: LeveragedDeployment): FactsSource {
  const { address } = deployment.stakePool;
  const placing = findExitPlace(deployment, leveraged);
  return {
    apy: {
      basis: 'After the cost of the debt, the fees of the vault, and those of the pool on rewards.',
      method: 'Growth in SOL of what a raSOL Max holds, compounded to a year.',
      window: 'Between the two newest captures, an epoch as a rule.',
      source: 'This service, which captures the ledger once an epoch.',
    },
    programs: ['the vault program', 'stakePool', 'leveraged'],
    async locate() {
      const place = await placing;
      const located = await locateExit(NOBODY, place);
      return {
        addresses: [address, ...located.addresses],
        describe: (read, known) => {
          const reading = decodeExit(read, NOBODY, place, located);
          const pool = decodePool(read, deployment);
          const { vault } = reading;
          return {
            idle: toQuantity('raSOL', vault.idle),
            knowsInstant: true,
            fees: [
              ...listVaultFees(vault.state, place.vault.vault, 'raSOL Max'),
              ...listPoolFees(pool, address, ['epochFee', 'solDepositFee']),
            ],
            leverage: describeLeverage(readPosition(read, leveraged), pool, reading, known),
          };
        },
      };
    },
  };
}

/** @throws {ProblemError} `upstream_error` where the ledger does not have the position. */
function readPosition(read: ReadAccounts, { adaptor }: LeveragedDeployment): LeveragedPosition | undefined {
  if (adaptor === undefined) return undefined;
  const account = read(adaptor.position);
  if (account?.owner !== adaptor.program) throw missing(adaptor.position);
  try {
    return getLeveragedPositionCodec().decode(account.data);
  } catch (error) {
    throw isSolanaError(error) ? missing(adaptor.position) : error;
  }
}

const missing = (address: string) => problem('VAULT_ACCOUNT_NOT_FOUND', { address });

function describeLeverage(
  position: LeveragedPosition | undefined,
  pool: StakePool,
  reading: ExitReading,
  { captures }: KnownFacts,
): LeverageFacts | null {
  if (position === undefined) return null;
  const { collateral, debt } = position;
  const { vault } = reading;
  const net = netPoolTokens(position, pool);
  const worth = lamportsForPoolTokens(pool, collateral);
  const assets = lamportsForPoolTokens(pool, collateral + vault.idle);
  return {
    collateral: toQuantity('raSOL', collateral),
    debt: toQuantity('SOL', debt),
    net: toQuantity('raSOL', net),
    multiple: net === 0n ? null : printRatio(collateral, net, 4),
    loanToValuePercent: worth === 0n ? null : printRatio(debt * 100n, worth, 4, 'up'),
    worthlessBelowSolPerRasol: collateral === 0n ? null : printRatio(debt, collateral, 9, 'up'),
    distancePercent: worth === 0n ? null : printRatio(worth > debt ? (worth - debt) * 100n : 0n, worth, 4),
    health: null,
    ...implyCarry(captures, { assets, debt }),
    ...describeExit(reading),
    priceAgeEpochs: String(vault.epoch - pool.lastUpdateEpoch),
  };
}

/** How exits are paid now. */
function describeExit({ vault, flash }: ExitReading): Pick<LeverageFacts, 'exitNow' | 'idleCovers'> {
  const any = findExitBounds(BOUNDLESS, { vault, flash });
  const ofIdle = findExitBounds(BOUNDLESS, { vault, flash: refuseFlash });
  const largest = any.isOpen ? { ...vault, userLp: any.most } : undefined;
  return {
    exitNow: any.isOpen && largest !== undefined ? planExit(any.most, { vault: largest, flash }).path : null,
    idleCovers: toQuantity('raSOLMax', ofIdle.isOpen ? ofIdle.most : 0n),
  };
}

/** Refuses a flash loan, to search for the most that idle funds can pay; the refusal is not shown. */
function refuseFlash(): never {
  throw problem('EXIT_EXCEEDS_IDLE', { idle: '0', lacks: [] });
}
