import anchor from '@coral-xyz/anchor';
import { type MarginfiAccountWrapper, MarginfiClient } from '@mrgnlabs/marginfi-client-v2';
import { assertEqual, row, type World } from './connect.ts';

const SDK = '@mrgnlabs/marginfi-client-v2';

/** Reads the lender, opens an account and borrows in a flash loan. */
export async function useLender({ connection, wallet, setting, key }: World): Promise<void> {
  let client: MarginfiClient | undefined;
  await row(SDK, 'MarginfiClient.fetch', async () => {
    const config = {
      environment: 'production' as const,
      cluster: 'mainnet',
      programId: key(setting.lendingProgram),
      groupPk: key(setting.lendingGroup),
    };
    client = await MarginfiClient.fetch(config, new anchor.Wallet(wallet), connection, {
      bundleSimRpcEndpoint: setting.url,
      // Names of banks, which it would fetch from the internet.
      bankMetadataMap: {},
    });
  });
  const opened = client;
  if (opened === undefined) return;
  await row(SDK, 'getBankByPk', async () => {
    assertEqual(opened.getBankByPk(setting.lendingBank)?.mint, setting.solMint);
  });
  await row(SDK, 'getOraclePriceByBank', async () => {
    const price = opened.getOraclePriceByBank(setting.lendingBank);
    if (!price?.priceRealtime.price.gt(0)) throw new Error('there is no price');
  });
  await row(SDK, 'createMarginfiAccount', async () => {
    await opened.createMarginfiAccount();
  });
  let accounts: MarginfiAccountWrapper[] = [];
  await row(SDK, 'getMarginfiAccountsForAuthority', async () => {
    accounts = await opened.getMarginfiAccountsForAuthority(wallet.publicKey);
    assertEqual(accounts.length, 1);
  });
}
