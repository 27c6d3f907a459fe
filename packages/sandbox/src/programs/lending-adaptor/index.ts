import { createNoopSigner } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import {
  type CallAccount,
  type ModelledCall,
  ProgramFailure,
  type ProgramModel,
} from '../../vm/models/program-model.ts';
import { parseAdaptorCall, returnValue } from '../vault/adaptor.ts';
import { getPositionCodec, type Position } from './position.ts';
import { findLiquidity, findPosition, LENDING_ADAPTOR_ADDRESS } from './program.ts';

/** An account that is not the one derived for it. */
export const LENDING_ERROR__WRONG_ACCOUNT = 0;
/** The position is worth less than is asked for. */
export const LENDING_ERROR__INSUFFICIENT_POSITION = 1;

const UNITS = 2_000n;

/**
 * The sandbox's lending market, as a vault's strategy.
 *
 * Beyond what the vault passes it wants two accounts: the market's liquidity, then the position, both writable.
 */
export const lendingAdaptorModel: ProgramModel = {
  programAddress: LENDING_ADAPTOR_ADDRESS,
  name: 'model of the sandbox lending adaptor',
  getUnits: () => UNITS,
  run: (call) => {
    const { authority, strategy, destination, remaining, amount } = parseAdaptorCall(call);
    const [position, state] = requirePosition(call, strategy, authority, remaining);
    const liquidity = remaining[0];
    if (liquidity?.address !== findLiquidity(strategy)) throw wrongAccount('liquidity');
    if (state.value < amount) {
      throw new ProgramFailure(
        { Custom: LENDING_ERROR__INSUFFICIENT_POSITION },
        'The position is worth less than is asked for.',
      );
    }
    call.invoke(
      getTransferInstruction({
        source: liquidity.address,
        destination,
        authority: createNoopSigner(strategy),
        amount,
      }),
      [strategy],
    );
    const value = state.value - amount;
    call.write(position.address, Uint8Array.from(getPositionCodec().encode({ ...state, value })));
    returnValue(call, value);
  },
};

function requirePosition(
  call: ModelledCall,
  market: CallAccount['address'],
  lender: CallAccount['address'],
  remaining: readonly CallAccount[],
): readonly [CallAccount, Position] {
  const [, given] = remaining;
  if (remaining[0] === undefined || given === undefined) throw new ProgramFailure('NotEnoughAccountKeys');
  if (given.address !== findPosition(market, lender)) throw wrongAccount('position');
  const account = call.findAccount(given.address);
  if (account?.programAddress !== LENDING_ADAPTOR_ADDRESS) throw new ProgramFailure('IncorrectProgramId');
  return [given, getPositionCodec().decode(account.data)];
}

function wrongAccount(name: string): ProgramFailure {
  return new ProgramFailure(
    { Custom: LENDING_ERROR__WRONG_ACCOUNT },
    `The ${name} is not the one derived for it.`,
  );
}
