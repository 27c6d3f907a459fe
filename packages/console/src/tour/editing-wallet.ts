import { getSession } from '../state/session.ts';
import { refuse, type Step } from './step.ts';
import { signInSandbox } from './tour-wallet.ts';

const HABITS = [
  ['phantom', 'adds an instruction of its own'],
  ['android', 'bids another price for priority'],
  ['restamp', 'takes a newer blockhash'],
] as const;

/** Wallets that sign something else than they were given. */
export const editingWallet: Step = {
  title: 'A wallet that edits',
  plan: 'Builds a stake of 1 SOL and has it signed three times by wallets that change it first, then sends each.',
  async run(wallet) {
    const { client } = getSession();
    const ask = { strategy: 'sol-native-stake', stakeAccountForm: 'seed', wallet, amount: '1' } as const;
    const refusals = [];
    for (const [habit, what] of HABITS) {
      const { transaction, service_token } = await client.stake(ask);
      const { signed_tx } = await signInSandbox(wallet, transaction, habit);
      const send = () => client.broadcast({ signed_tx, service_token });
      refusals.push(await refuse(`A wallet that ${what}`, send));
    }
    return {
      refusals,
      happened:
        'The token of a build fits its message and no other, so all three were refused. A caller who sends the built transaction along is told what was changed; edits that are known to be harmless are then taken.',
    };
  },
  why: 'Nothing that was not built and verified goes to the ledger through the service.',
};
