import type { StrategyKey } from '@staking-agent/wire';
import { FigureUnavailable } from '../problems/figure-unavailable.ts';
import type { FigurePorts } from './figure-source.ts';

/**
 * Reads the loss of the newest capture: a loss that a source reports may be an error of the source, so the service reports
 * only a loss that the ledger showed.
 *
 * @returns percent a year, below zero.
 * @throws {FigureUnavailable} when the newest capture is no loss.
 */
export async function readCapturedLoss(
  strategy: StrategyKey,
  { captures }: Pick<FigurePorts, 'captures'>,
): Promise<number> {
  const apy = (await captures.latest(strategy, 1)).at(-1)?.apy;
  if (apy == null || apy >= 0) throw new FigureUnavailable('a loss that the ledger does not show');
  return apy;
}
