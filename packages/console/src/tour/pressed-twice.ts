import { noteLedgerChange } from '../state/clock.ts';
import { getSession } from '../state/session.ts';
import type { Step } from './step.ts';
import { signInSandbox } from './tour-wallet.ts';

/** The same thing twice, as after an answer that got lost. */
export const pressedTwice: Step = {
  title: 'Pressed twice',
  plan: 'Asks for a stake of 1 SOL twice under one Idempotency-Key, as a client does whose answer got lost, and sends the signed transaction twice.',
  async run(wallet) {
    const { client } = getSession();
    const request = { strategy: 'sol-native-stake', wallet, amount: '1' } as const;
    const idempotencyKey = crypto.randomUUID();
    const first = await client.stake(request, { idempotencyKey });
    const second = await client.stake(request, { idempotencyKey });
    const { signed_tx } = await signInSandbox(wallet, first.transaction);
    const sent = { signed_tx, service_token: first.service_token };
    const { signature } = await client.broadcast(sent);
    const again = await client.broadcast(sent);
    const { status } = await client.getTransaction({ signature, wait: '20' });
    const { positions } = await client.listPositions({ wallet });
    await noteLedgerChange();
    const isSame = first.transaction === second.transaction && signature === again.signature;
    return {
      refusals: [],
      happened: `Both builds were ${isSame ? 'the same transaction' : 'DIFFERENT transactions, which is a defect'}, both broadcasts gave one signature, and it has ${status}. The wallet has ${positions.length === 1 ? 'one stake' : `${positions.length} stakes`} now, each from one run of this step.`,
    };
  },
  why: 'One key is one build, and one transaction lands once, however often it is sent.',
  isStaking: true,
};
