import type { Address, EncodedAccount } from '@solana/kit';
import type { SandboxLedger } from '../../world/sandbox-ledger.ts';
import { encodeAccount, readAccountFormat } from '../encoding/account.ts';
import type { Method } from '../method.ts';
import { type Config, configAt, readFlag, requireAddress, requireTexts, toAddress } from '../params.ts';
import { readFilters } from './account-filters.ts';

/** agave `MAX_MULTIPLE_ACCOUNTS`. */
const MAX_MULTIPLE_ACCOUNTS = 100;

/** Methods that read accounts; state is that of the newest slot at every commitment. */
export const accountMethods = {
  getAccountInfo: (params, node) => {
    const address = requireAddress(params, 0);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'binary');
    return node.answer(config, () =>
      encodeAccount(node.ledger.findAccount(address), format, node.ledger.findAccount),
    );
  },

  getMultipleAccounts: (params, node) => {
    const addresses = requireTexts(params, 0, MAX_MULTIPLE_ACCOUNTS).map(toAddress);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'base64');
    return node.answer(config, () =>
      addresses.map((address) =>
        encodeAccount(node.ledger.findAccount(address), format, node.ledger.findAccount),
      ),
    );
  },

  getBalance: (params, node) => {
    const address = requireAddress(params, 0);
    return node.answer(configAt(params, 1), () => node.ledger.bank.getLamports(address));
  },

  getProgramAccounts: (params, node) => {
    const program = requireAddress(params, 0);
    const config = configAt(params, 1);
    const format = readAccountFormat(config, 'binary');
    const matches = readFilters(config);
    const read = (): object[] =>
      listProgramAccounts(node.ledger, program, matches).map((account) => ({
        pubkey: account.address,
        account: encodeAccount(account, format, node.ledger.findAccount),
      }));
    return withOptionalContext(config, node.answer(config, read));
  },
} satisfies Record<string, Method>;

/** Accounts a program owns, in no particular order. */
export function listProgramAccounts(
  ledger: SandboxLedger,
  program: Address,
  matches: (account: EncodedAccount) => boolean,
): EncodedAccount[] {
  return ledger.bank.vm().getProgramAccounts(program).filter(matches);
}

function withOptionalContext<T>(config: Config, answer: { value: T }): unknown {
  return readFlag(config, 'withContext') ? answer : answer.value;
}
