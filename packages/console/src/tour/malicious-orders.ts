import { setFault } from '../state/faults.ts';
import { getSession } from '../state/session.ts';
import { refuse, type Step } from './step.ts';

const HARMS = [
  ['drain', 'sends most of the wallet to a stranger'],
  ['approve', "lets a stranger spend the wallet's raSOL later"],
  ['destination', 'pays the raSOL to a stranger'],
  ['long-price', 'burns the wallet for priority'],
] as const;

/** Orders of a router that was taken over. */
export const maliciousOrders: Step = {
  title: 'A router that was taken over',
  plan: 'Makes the router of the sandbox hand out four orders that harm the wallet, and asks for a liquid stake of 1 SOL each time.',
  async run(wallet) {
    const { client } = getSession();
    const refusals = [];
    try {
      for (const [variant, what] of HARMS) {
        await setFault({ upstream: 'router', mode: 'malicious', variant });
        const ask = () => client.stake({ strategy: 'sol-liquid-stake', wallet, amount: '1' });
        refusals.push(await refuse(`An order that ${what}`, ask));
      }
    } finally {
      await setFault({ upstream: 'router', mode: 'none' });
    }
    return {
      refusals,
      happened:
        'Each order was decoded and simulated by code that believes nothing the router says, and withheld with the rule it breaks.',
    };
  },
  why: 'The transactions never left the service, so no wallet was asked to sign them. The client would have refused them once more.',
};
