import type { VerifyDeployment } from '@staking-agent/verify';
import { BASE_PATH } from '@staking-agent/wire';
import { Skipped } from './breach.ts';
import { createClient } from './client.ts';
import { type Exchange, memberAt } from './exchange.ts';
import { createLedger } from './ledger.ts';
import { findShippedDeployment } from './shipped-deployments.ts';
import type { Funds, Subject } from './subject.ts';
import { makeWallet, type Wallet } from './wallet.ts';

/** What a run is told about a deployment. */
export type SubjectOptions = {
  /** Where it is; with or without the base path. */
  readonly url: string;
  /** A sandbox that it runs on: its node is asked, and gives wallets their funds. */
  readonly sandbox?: string;
  /** A node of its ledger, where there is no sandbox. */
  readonly rpc?: string;
  /** A wallet that pays for the funded checks, where there is no sandbox. */
  readonly wallet?: Wallet;
  /** The addresses builds are verified with; by default the ones of the name that the deployment gives. */
  readonly deployment?: VerifyDeployment;
  readonly waitUntil?: (time: Date) => Promise<void>;
};

/** Creates the context that the checks run with. */
export function createSubject({ sandbox, wallet, waitUntil, ...options }: SubjectOptions): Subject {
  const url = options.url.replace(/\/+$/, '').replace(new RegExp(`${BASE_PATH}$`), '');
  const client = createClient(url);
  const node = sandbox ?? options.rpc;
  const funds = sandbox === undefined ? wallet && ownFunds(wallet) : sandboxFunds(sandbox);
  let found: Promise<VerifyDeployment> | undefined;
  return {
    url,
    client,
    get: (path, headers = {}) => client.ask(path, { headers }),
    post: (path, body, headers = {}) => client.ask(path, { method: 'POST', body, headers }),
    findDeployment: () => {
      found ??= options.deployment
        ? Promise.resolve(options.deployment)
        : client.ask('/limits').then(findByName);
      return found;
    },
    ...(node !== undefined && { ledger: createLedger(node) }),
    ...(funds && { funds }),
    ...(waitUntil && { waitUntil }),
  };
}

function findByName({ answer }: Exchange): VerifyDeployment {
  const name = memberAt(answer.body, 'network', 'deployment');
  const shipped = findShippedDeployment(String(name));
  if (shipped === undefined)
    throw new Skipped(
      `no addresses are known of the deployment ${String(name)}; give its file with --deployment`,
    );
  return shipped;
}

function ownFunds(wallet: Wallet): Funds {
  return { makeWallet: async () => wallet };
}

function sandboxFunds(url: string): Funds {
  const control = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`/sandbox/${path} answered ${answer.status}: ${await answer.text()}`);
  };
  return {
    async makeWallet() {
      const wallet = makeWallet();
      await control('fund', { wallet: wallet.address, sol: '20', usdc: '100' });
      return wallet;
    },
    endEpoch: () => control('advance-epoch', {}),
  };
}
