import { signUnchanged } from '../built.ts';
import type { Payment } from '../simulated-ledger.ts';
import { createWallet } from '../wallet.ts';
import { CODES, drawAmount } from './obedient-caller.ts';
import { build, type CallerParts, readStatus, refresh } from './service-calls.ts';

/**
 * Wants to pay once, brings what it signs to the ledger without the service, and builds anew when a status or a refresh says
 * that it may. Notes all that is signed.
 */
export async function payAlone(name: string, parts: CallerParts, signed: Payment[]): Promise<void> {
  const { dice, wait, ledger, witness } = parts;
  await wait(dice.between(500, 20_000));
  const wallet = createWallet(name, 0, dice);
  const code = dice.chance(0.5) ? dice.pick(CODES) : undefined;
  const asked = { wallet, route: 'rpc', account: undefined, amount: drawAmount(dice), code } as const;
  let built = await build(asked, parts);
  for (;;) {
    const payment = signUnchanged(built, parts);
    signed.push(payment);
    ledger.forward(payment.transaction.base64, dice.between(0, 5_000));
    let next: Awaited<ReturnType<typeof refresh>>;
    let status: Awaited<ReturnType<typeof readStatus>>;
    do {
      await wait(dice.between(1_000, 6_000));
      if (dice.chance(0.4)) status = await readStatus(built, payment, parts);
      else next = await refresh(built, parts);
      if (status === 'landed' || next === 'landed') return;
    } while (status === undefined && typeof next !== 'object');
    if (typeof next === 'object') witness.onWord(payment, 'replaced');
    built = typeof next === 'object' ? next : await build(asked, parts);
  }
}
