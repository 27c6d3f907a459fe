import { getSession } from '../state/session.ts';
import { refuse, type Step } from './step.ts';

const AMOUNTS: readonly (readonly [amount: string, what: string])[] = [
  ['1.0000000001', 'A tenth digit after the point, where the ledger has nine'],
  ['-1', 'A negative amount'],
  ['1e9', 'A number as machines write it'],
  ['1000000', 'More than the wallet holds'],
];

/** Amounts that mean nothing, or too much. */
export const wrongAmounts: Step = {
  title: 'A wrong amount',
  plan: `Asks for stakes of ${AMOUNTS.map(([amount]) => amount).join(', ')} SOL.`,
  async run(wallet) {
    const { client } = getSession();
    const refusals = [];
    for (const [amount, what] of AMOUNTS) {
      const ask = () => client.stake({ strategy: 'sol-liquid-stake', wallet, amount });
      refusals.push(await refuse(`${what}: ${amount}`, ask));
    }
    return {
      refusals,
      happened:
        'Each was refused with the field, the rule and, where there is one, the nearest amount that would do. Nothing was rounded.',
    };
  },
  why: 'No transaction was built, so there was nothing to sign.',
};
