import { Network, Solana } from '@everstake/wallet-sdk-solana';
import { getBase64EncodedWireTransaction } from '@solana/kit';
import { LEDGER, UNIT_LIMIT } from '../orders.ts';
import type { Builder } from './builder.ts';

/**
 * An operator's SDK. Its `stake` with a fresh key throws in this version (it makes two signers of one wallet),
 * so it is asked for `createAccount`: create and initialize, without the delegation and the limit of loaded data that the
 * others add.
 */
export const everstake: Builder = {
  title: '@everstake/wallet-sdk-solana 2.0.9 (no delegation)',
  async prepare() {
    const sdk = new Solana(Network.Mainnet);
    // It asks its node for the rent on every build. Answered on the spot, so that this costs it nothing.
    Object.assign(sdk, {
      connection: {
        getMinimumBalanceForRentExemption: () => ({ send: async () => LEDGER.rentExemptReserve }),
      },
    });
    const params = {
      finalLatestBlockhash: {
        blockhash: LEDGER.blockhash,
        lastValidBlockHeight: LEDGER.lastValidBlockHeight,
      },
      computeUnitLimit: UNIT_LIMIT,
      // The SDK spells this field with a Cyrillic first letter; with a Latin one it is ignored.
      '\u0441omputeUnitPrice': LEDGER.unitPrice,
    };
    return async ({ wallet, lamports }) => {
      // Null asks for a fresh key; a text would derive the address from the wallet, and nothing would be signed.
      const { result } = await sdk.createAccount(wallet, lamports, null, params);
      return getBase64EncodedWireTransaction(result.transaction);
    };
  },
};
