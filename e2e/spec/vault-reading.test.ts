import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Address } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { startSandbox } from '@staking-agent/sandbox';
import deploymentFile from '../../deployments/sandbox.json' with { type: 'json' };
import {
  decodeVaultReading,
  findVaultAccounts,
  vaultAddresses,
} from '../../packages/api/src/strategies/vault.ts';
import { RENT, type ReadAccounts } from '../../packages/api/src/upstreams/ledger/client.ts';

const DEPLOYMENT = parseDeployment(deploymentFile);

describe('the reading of a vault', () => {
  test('hands the proof the rent that the ledger asks for now, and no constant', async (t) => {
    const { ledger, close } = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    t.after(close);
    const { usdcVault: vault, usdcMint: assetMint, rausdcMint: lpMint, voteAccount } = DEPLOYMENT;
    const accounts = await findVaultAccounts({ vault, assetMint, lpMint }, voteAccount);
    const found = new Map(
      vaultAddresses(accounts).map((address) => {
        const account = ledger.findAccount(address);
        const read = account && {
          lamports: BigInt(account.lamports),
          owner: String(account.programAddress),
          data: Buffer.from(account.data),
        };
        return [address, read] as const;
      }),
    );
    const reader: ReadAccounts = Object.assign((address: Address) => found.get(address), { slot: 1n });
    const decode = () => decodeVaultReading(reader, accounts, 'usdc-earn').evidence.rentExemption;
    for (const size of [0, 165, 200, 2_312]) {
      assert.equal(decode()(size), ledger.bank.vm().minimumBalanceForRentExemption(BigInt(size)));
    }
    const rent = found.get(RENT) ?? assert.fail();
    const data = Buffer.from(rent.data);
    data.writeBigUInt64LE(data.readBigUInt64LE(0) * 2n, 0);
    const dear = decode()(165) * 2n;
    found.set(RENT, { ...rent, data });
    assert.equal(decode()(165), dear);
    found.set(RENT, undefined);
    assert.throws(decode);
  });
});
