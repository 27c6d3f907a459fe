import { PublicKey } from '@solana/web3.js';
import express from 'express';
import { buildWithWeb3 } from '../builders/web3.ts';
import { LEDGER, VOTE_ACCOUNT } from '../orders.ts';
import { tellParent } from '../tell-parent.ts';

/**
 * What one would write without looking further: Express 5 and @solana/web3.js 1.x. It is spared what such a
 * service usually also does: a blockhash call per request, an access log, a token, a check of its own work.
 */
const app = express();
app.use(express.json());
app.post('/api/v1/stake', (request, response) => {
  const { strategy, wallet, amount } = request.body;
  const lamports = Math.round(Number(amount) * 1e9);
  if (strategy !== 'sol-native-stake' || !isAddress(wallet) || !(lamports > 0)) {
    response.status(400).json({ error: 'invalid_request' });
    return;
  }
  const { transaction, stakeAccount } = buildWithWeb3({ wallet, lamports: BigInt(lamports) });
  response.json({
    strategy,
    transaction,
    signers: [wallet],
    stakeAccount,
    voteAccount: VOTE_ACCOUNT,
    rentExemptReserveLamports: Number(LEDGER.rentExemptReserve),
    delegatedLamports: lamports,
  });
});

function isAddress(text: unknown): text is string {
  try {
    return typeof text === 'string' && new PublicKey(text).toBytes().length === 32;
  } catch {
    return false;
  }
}

const server = app.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  tellParent(`http://127.0.0.1:${port}/api/v1/stake`);
});
server.keepAliveTimeout = 72_000;
