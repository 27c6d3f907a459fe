import { noteLedgerChange } from '../state/clock.ts';
import { askSandbox, getSession } from '../state/session.ts';
import { refuse, type Step } from './step.ts';
import { signInSandbox } from './tour-wallet.ts';

/** More blocks than a blockhash lives. */
const SLOTS = 160;

/** A transaction that is sent after its time, and a token that is. */
export const lateTransaction: Step = {
  title: 'Too late: an expired transaction, and an expired token',
  plan: `Builds a stake of 1 SOL, has it signed, lets ${SLOTS} blocks pass on the ledger, and only then sends it. Two minutes after the build its token expires too; then it can be sent once more.`,
  async run(wallet) {
    const { client } = getSession();
    const build = await client.stake({ strategy: 'sol-native-stake', wallet, amount: '1' });
    const { signed_tx } = await signInSandbox(wallet, build.transaction);
    await askSandbox('advance-slots', { slots: SLOTS });
    await noteLedgerChange();
    const send = () => client.broadcast({ signed_tx, service_token: build.service_token });
    return {
      refusals: [await refuse(`Sent ${SLOTS} blocks later`, send)],
      happened:
        'The service proved that the transaction is in no block and can be in none any more, and says so with the outcome expired.',
      later: {
        title: 'Send it again with its expired token',
        // Its second is over.
        from: Date.parse(build.expiry.tokenExpiresAt) + 1_000,
        run: async () => ({
          refusals: [await refuse('Sent with an expired token', send)],
          happened: 'The token is too old, and the ledger does not have the transaction.',
        }),
      },
    };
  },
  why: 'A transaction names the block it was built on, and the ledger takes it for 150 blocks only. "expired" is said on proof, so building again cannot pay twice.',
};
