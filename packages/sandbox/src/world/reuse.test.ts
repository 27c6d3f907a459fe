import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { address } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import deploymentFile from '../../../../deployments/sandbox.json' with { type: 'json' };
import {
  STAKE_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';
import { createSandboxLedger } from './create-sandbox-ledger.ts';
import { LOAN } from './leveraged-vault/loan.ts';
import { grantToken, type SandboxLedger } from './sandbox-ledger.ts';

const NOW = 1_800_000_000_000;
const DEPLOYMENT = parseDeployment(deploymentFile);
const STRANGER = address('DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL');
const SYSVAR_PROGRAM = address('Sysvar1111111111111111111111111111111111111');

/** Owners whose accounts a world writes, or its transactions. */
const OWNERS = [SYSTEM_PROGRAM_ADDRESS, STAKE_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS, SYSVAR_PROGRAM];
/** What the VM's own faucet has, at an address of chance. */
const AIRDROP_LAMPORTS = 10n ** 15n;

test('a ledger that begins with the VM of a closed one has the same accounts as the first', async () => {
  const first = createSandboxLedger(DEPLOYMENT, () => NOW);
  const expected = listAccounts(first);
  for (const account of Object.values(LOAN))
    assert.ok(first.findAccount(account), 'it has a loan from the start');
  first.submitAsFaucet(await grantToken(STRANGER, DEPLOYMENT.usdcMint, 5n));
  first.fund(STRANGER, 10n ** 9n);
  first.fund(TOKEN_PROGRAM_ADDRESS, 1n);
  first.advanceEpochs(2);
  assert.notDeepEqual(listAccounts(first), expected);
  const snapshot = first.save();
  first.close();
  assert.throws(() => first.findAccount(STRANGER), /closed/);

  const second = createSandboxLedger(DEPLOYMENT, () => NOW);
  assert.deepEqual(listAccounts(second), expected);
  second.advanceEpochs(1);
  second.restore(snapshot);
  assert.equal(second.findAccount(STRANGER)?.lamports, 10n ** 9n);
  second.close();
  const third = createSandboxLedger(DEPLOYMENT, () => NOW);
  assert.deepEqual(listAccounts(third), expected);
  third.close();
});

/** Digests of all accounts that chance does not decide about. */
function listAccounts({ bank }: SandboxLedger): Map<string, string> {
  const all = [...OWNERS, ...bank.models.keys()].flatMap((owner) => bank.vm().getProgramAccounts(owner));
  const told = all
    .filter(
      ({ address, lamports }) => !/^Sysvar(S1otHash|RecentB)/.test(address) && lamports !== AIRDROP_LAMPORTS,
    )
    .map(({ address, lamports, data }) => {
      const digest = createHash('sha256').update(Uint8Array.from(data)).digest('hex');
      return [address, `${lamports} ${data.length} ${digest.slice(0, 16)}`] as const;
    });
  return new Map(told.sort(([left], [right]) => (left < right ? -1 : 1)));
}
