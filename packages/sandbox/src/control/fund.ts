import { grantSol, grantToken } from '../world/faucet.ts';
import { ControlError } from './control-error.ts';
import type { ControlledSandbox } from './controlled-sandbox.ts';
import { findAmount, requireBody, requireWallet } from './read-body.ts';

const SOL_DECIMALS = 9;
const USDC_DECIMALS = 6;
/** SOL the faucet gives at once. */
const MAX_LAMPORTS = 10_000_000n * 10n ** 9n;
/** USDC the faucet mints at once. */
const MAX_USDC_BASE_UNITS = 1_000_000_000n * 10n ** 6n;

/**
 * `POST /sandbox/fund`: SOL, USDC or both in one transaction of the faucet.
 *
 * @returns the signature, and what was granted in base units as text.
 * @throws {ControlError} for a bad field, or when the ledger refuses.
 */
export async function fund(body: unknown, { ledger }: ControlledSandbox): Promise<object> {
  const fields = requireBody(body, ['wallet', 'sol', 'usdc']);
  const wallet = requireWallet(fields, 'wallet');
  const lamports = findAmount(fields, 'sol', SOL_DECIMALS, MAX_LAMPORTS);
  const usdc = findAmount(fields, 'usdc', USDC_DECIMALS, MAX_USDC_BASE_UNITS);
  if (lamports === undefined && usdc === undefined) {
    throw new ControlError('sol or usdc must be given: a decimal number as text, such as "1.5".');
  }
  const instructions = [
    ...(lamports === undefined ? [] : grantSol(wallet, lamports)),
    ...(usdc === undefined ? [] : await grantToken(wallet, ledger.deployment.usdcMint, usdc)),
  ];
  try {
    const signature = ledger.submitAsFaucet(instructions);
    return {
      signature,
      wallet,
      ...(lamports !== undefined && { lamports: lamports.toString() }),
      ...(usdc !== undefined && { usdcBaseUnits: usdc.toString() }),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new ControlError(`The ledger refused: ${reason}`, { cause });
  }
}
