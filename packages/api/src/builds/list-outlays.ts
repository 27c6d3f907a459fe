import type { Address } from '@solana/kit';
import { encodeBase58, readTransaction, type VerifyDeployment } from '@staking-agent/verify';
import { type ExplainedInstruction, explainTransaction } from '@staking-agent/verify/explain';

/** What the instructions of a transaction take from the wallet in lamports, beside its fee. */
export type Outlays = {
  readonly lamports: bigint;
  /** Accounts whose rent is taken as well where they do not exist yet. */
  readonly opened: readonly { readonly account: Address; readonly size: number }[];
};

/** Instructions that move lamports of their first account, or of the one in this role, as their data says. */
const PAYERS: Readonly<Record<string, string>> = {
  'System CreateAccount': 'payer',
  'System CreateAccountWithSeed': 'payer',
  'System Transfer': 'source',
  'Stake Pool DepositSol': 'funding wallet',
  'Stake Pool DepositSolWithSlippage': 'funding wallet',
};

const TOKEN_ACCOUNT_SIZE = 165;
const LENDING_ACCOUNT_SIZE = 2_312;
/** Instructions that open an account of a size that they do not name. */
const OPENED: Readonly<Record<string, { readonly role: string; readonly size: number }>> = {
  'Associated Token Create': { role: 'token account', size: TOKEN_ACCOUNT_SIZE },
  'Associated Token CreateIdempotent': { role: 'token account', size: TOKEN_ACCOUNT_SIZE },
  'Marginfi marginfi_account_initialize_pda': { role: 'lending account', size: LENDING_ACCOUNT_SIZE },
};

/**
 * Lists the lamports that top-level instructions take from the paying wallet, without those that programs take by inner
 * instructions.
 */
export function listOutlays(
  transaction: string | Uint8Array,
  wallet: Address,
  deployment: VerifyDeployment,
): Outlays {
  let lamports = 0n;
  const opened: { account: Address; size: number }[] = [];
  for (const instruction of explainTransaction(transaction, deployment, blankTables(transaction))) {
    const name = `${instruction.program.name} ${instruction.name}`;
    const payer = PAYERS[name];
    if (payer !== undefined && findAccount(instruction, payer) === wallet) {
      lamports += BigInt(instruction.data['lamports'] ?? 0);
    }
    const { role, size } = OPENED[name] ?? { role: '', size: 0 };
    const account = findAccount(instruction, role);
    if (account !== undefined) opened.push({ account, size });
  }
  return { lamports, opened };
}

function findAccount({ accounts }: ExplainedInstruction, role: string): Address | undefined {
  return accounts.find((each) => each.role === role)?.address as Address | undefined;
}

const TABLE_SIZE = 256;
const BLANK = Array.from({ length: TABLE_SIZE }, () => encodeBase58(new Uint8Array(32)));

// What tables hold is not looked up: accounts that a wallet opens or pays from are in none.
function blankTables(transaction: string | Uint8Array): ReadonlyMap<string, readonly string[]> {
  const { lookups } = readTransaction(transaction).message;
  return new Map(lookups.map(({ table }) => [encodeBase58(table), BLANK]));
}
