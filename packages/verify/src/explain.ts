import { CLOCK, findAssociatedTokenAddress, RENT, STAKE_CONFIG, STAKE_HISTORY } from './bytes/address.ts';
import {
  type Instruction,
  isSignerAt,
  isWritableAt,
  MalformedMessage,
  readTransaction,
  resolveAccounts,
  type Transaction,
} from './bytes/message.ts';
import { decodeKey, encodeBase58, isSame } from './bytes/text.ts';
import type { VerifyDeployment } from './deployment.ts';
import { mapPrograms } from './programs/explained.ts';
import { type AccountFormat, type FieldValue, findFormat } from './programs/instruction-format.ts';
import type { Evidence, ExplainedAccount, ExplainedInstruction } from './verification.ts';

export type { ExplainedAccount, ExplainedInstruction } from './verification.ts';

/**
 * Describes every top-level instruction of a transaction in words, whether or not it is proved.
 *
 * @param source - its base64, or its bytes.
 * @param lookupTables - contents of its lookup tables, by base58 address.
 * @returns nothing for bytes that cannot be read.
 */
export function explainTransaction(
  source: string | Uint8Array,
  deployment: VerifyDeployment,
  lookupTables: Evidence['lookupTables'] = new Map(),
): readonly ExplainedInstruction[] {
  try {
    const transaction = readTransaction(source);
    const accounts = resolveAccounts(transaction.message, lookupTables);
    return transaction.message.instructions.map((instruction) =>
      explainInstruction(instruction, { transaction, accounts, deployment }),
    );
  } catch (error) {
    if (error instanceof MalformedMessage) return [];
    throw error;
  }
}

type Explainable = {
  readonly transaction: Transaction;
  /** Its keys, those of lookup tables included. */
  readonly accounts: readonly Uint8Array[];
  readonly deployment: VerifyDeployment;
};

/** Accounts that newer forms of an instruction leave out. */
const SYSVARS: Readonly<Record<string, Uint8Array>> = {
  clock: CLOCK,
  rent: RENT,
  'stake history': STAKE_HISTORY,
  'stake config': STAKE_CONFIG,
};

function explainInstruction(instruction: Instruction, subject: Explainable): ExplainedInstruction {
  const { accounts: keys, deployment } = subject;
  const address = textAt(keys, instruction.program);
  const program = mapPrograms(deployment).get(address);
  const found = program && findFormat(program, instruction.data, instruction.accounts.length);
  const accounts = explainAccounts(instruction, found?.format.accounts ?? [], subject);
  if (program === undefined || found === undefined) {
    const { length } = instruction.data;
    const data: Record<string, string> = length === 0 ? {} : { bytes: toHex(instruction.data) };
    const sentence =
      program === undefined
        ? `Runs a program that is not known here, with ${length} bytes of data.`
        : `Runs an instruction of the ${program.name} program that is not known here, with ${length} bytes of data.`;
    return { program: { address, name: program?.name }, name: undefined, accounts, data, sentence };
  }
  const { format, values } = found;
  const data = Object.fromEntries(format.fields.map(([name], i) => [name, fieldText(values[i])]));
  const requirement =
    format.name === 'Transfer' && program.name.startsWith('Token')
      ? explainRequirement(accounts, data, subject)
      : undefined;
  return {
    program: { address, name: program.name },
    name: format.name,
    accounts,
    data,
    sentence:
      requirement ??
      fillSentence(choose(SENTENCES[program.name]?.[format.name] ?? '', data), data, accounts, subject),
  };
}

function explainAccounts(
  { accounts: indexes }: Instruction,
  formats: readonly AccountFormat[],
  { transaction: { message }, accounts: keys }: Explainable,
): readonly ExplainedAccount[] {
  let next = 0;
  return Array.from(indexes, (index) => {
    while (isLeftOut(formats[next], keys[index])) next += 1;
    const role = formats[next]?.role ?? 'further account';
    next += 1;
    return {
      address: textAt(keys, index),
      role,
      isSigner: isSignerAt(message, index),
      isWritable: isWritableAt(message, index),
    };
  });
}

function isLeftOut(format: AccountFormat | undefined, key: Uint8Array | undefined): boolean {
  const sysvar = format && SYSVARS[format.role];
  return sysvar !== undefined && !isSame(sysvar, key);
}

function choose(sentence: Sentence, data: Readonly<Record<string, string>>): string {
  if (typeof sentence === 'string') return sentence;
  return choose(data[sentence.by] === 'true' ? sentence.yes : sentence.no, data);
}

function fillSentence(
  sentence: string,
  data: Readonly<Record<string, string>>,
  accounts: readonly ExplainedAccount[],
  { accounts: [wallet], deployment }: Explainable,
): string {
  const named = (name: string): string =>
    data[name] ?? accounts.find(({ role }) => role === name)?.address ?? `no ${name}`;
  return sentence.replace(/\{(.+?)(?: (as|of) (.+?))?\}/g, (_, name: string, word?: string, unit = '') => {
    // A name may have these words in it.
    const whole = word === undefined ? name : `${name} ${word} ${unit}`;
    if (word === undefined || whole in data) return named(whole);
    const amount = BigInt(named(name));
    if (word === 'as') return formatAmount(amount, SOL);
    const owner = named(unit);
    const asset = findAsset(owner, deployment) ?? (wallet && findHeld(owner, wallet, deployment));
    if (asset !== undefined) return formatAmount(amount, asset);
    return unit.includes('mint') ? `${amount} base units of ${owner}` : `${amount} base units`;
  });
}

function fieldText(value: FieldValue): string {
  if (value === undefined) return 'none';
  if (!(value instanceof Uint8Array)) return String(value);
  return value.length === 32 ? encodeBase58(value) : toHex(value);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textAt(keys: readonly Uint8Array[], index: number): string {
  const key = keys[index];
  return key === undefined ? 'unknown' : encodeBase58(key);
}

/**
 * Describes a transfer of tokens from an account to itself: it moves nothing and fails when the account holds less.
 *
 * @returns undefined for a transfer to another account.
 */
function explainRequirement(
  accounts: readonly ExplainedAccount[],
  { amount = '0' }: Readonly<Record<string, string>>,
  { accounts: [wallet], deployment }: Explainable,
): string | undefined {
  const [source, destination] = accounts;
  if (source === undefined || source.address !== destination?.address) return undefined;
  const asset = wallet && findHeld(source.address, wallet, deployment);
  const least = asset === undefined ? `${amount} base units` : formatAmount(BigInt(amount), asset);
  const holder = asset === undefined ? source.address : `the wallet's account ${source.address}`;
  return `Makes sure that ${holder} holds at least ${least} by now, or everything fails; moves nothing.`;
}

/** Finds what an account of the wallet holds, where it is an associated account of a mint that the deployment knows. */
function findHeld(account: string, wallet: Uint8Array, deployment: VerifyDeployment): Asset | undefined {
  const held = listAssets(deployment).find(([mint]) => {
    const key = decodeKey(mint);
    return key !== undefined && encodeBase58(findAssociatedTokenAddress(wallet, key)) === account;
  });
  return held?.[1];
}

/** A token that is written with a symbol and decimals. */
export type Asset = { readonly symbol: string; readonly decimals: number };

/** SOL, wrapped or not. */
const SOL: Asset = { symbol: 'SOL', decimals: 9 };

/** Returns the asset of a base58 mint, where the deployment knows it. */
export function findAsset(mint: string, deployment: VerifyDeployment): Asset | undefined {
  return listAssets(deployment).find(([known]) => known === mint)?.[1];
}

function listAssets(deployment: VerifyDeployment): readonly (readonly [mint: string, Asset])[] {
  return [
    [deployment.solMint, SOL],
    [deployment.usdcMint, { symbol: 'USDC', decimals: 6 }],
    [deployment.rasolMint, { symbol: 'raSOL', decimals: 9 }],
    [deployment.rasolMaxMint, { symbol: 'raSOL Max', decimals: 9 }],
    [deployment.rausdcMint, { symbol: 'raUSDC', decimals: 9 }],
  ];
}

/** Writes base units as exact decimal text with the symbol: `1.5 SOL`. */
export function formatAmount(baseUnits: bigint, { symbol, decimals }: Asset): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}

const SOLD = 'Swaps what {source} holds into {destination} over a route of markets.';
const SOLD_FOR =
  'Sells {amount in of source mint} for a quoted {quoted out of destination mint} into {destination}, at most {slippage} hundredths of a percent less.';
const BOUGHT =
  'Buys {amount out of destination mint} into {destination} for a quoted {quoted in of source mint}, at most {slippage} hundredths of a percent more.';

const TOKEN = {
  Transfer: 'Moves {amount} base units of a token from {source} to {destination}.',
  TransferChecked: 'Moves {amount of mint} from {source} to {destination}.',
  CloseAccount: 'Closes {token account}; all its SOL goes to {recipient}.',
  SyncNative: 'Counts the SOL that {token account} got as wrapped SOL.',
  InitializeAccount3: 'Makes {token account} an account of {owner} for the mint {mint}.',
  InitializeAccount: 'Makes {token account} an account of {owner} for the mint {mint}.',
  Approve: 'Lets {delegate} spend {amount} base units from {source}.',
  Revoke: 'Lets nobody but its owner spend from {source}.',
  SetAuthority: 'Changes who has an authority (type {authority type}) over {account}.',
  MintTo: 'Mints {amount of mint} to {destination}.',
  Burn: 'Burns {amount of mint} from {source}.',
  FreezeAccount: 'Freezes {token account}.',
};

/** A sentence, or one of two by a field that is true or not. */
type Sentence = string | { readonly by: string; readonly yes: Sentence; readonly no: Sentence };

const takeFrom = (source: string): Sentence => ({
  by: 'is withdraw all',
  yes: `Burns all LP of the wallet for what they are worth out of ${source}.`,
  no: {
    by: 'is amount in LP',
    yes: `Burns {amount of LP mint} for what they are worth out of ${source}.`,
    no: `Takes {amount of asset mint} out of ${source}.`,
  },
});

/**
 * One plain sentence for every instruction that is known, by program and instruction.
 *
 * `{field}` and `{role}` stand for themselves, `{field as SOL}` for lamports, `{field of role}` for base units of the mint in
 * that role, or of what the account of the wallet in that role holds.
 */
export const SENTENCES: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = {
  System: {
    CreateAccount:
      'Creates the account {new account} with {lamports as SOL} of {payer}, for the program {owner}.',
    Transfer: 'Moves {lamports as SOL} from {source} to {destination}.',
    CreateAccountWithSeed:
      'Creates the account {new account} with {lamports as SOL} of {payer}, for the program {owner}.',
    Assign: 'Gives {account} to the program {owner}.',
    AdvanceNonceAccount: 'Uses up the nonce of {nonce account}.',
    WithdrawNonceAccount: 'Moves {lamports as SOL} from the nonce account {nonce account} to {recipient}.',
    AuthorizeNonceAccount: 'Puts the nonce account {nonce account} under the authority of {new authority}.',
    Allocate: 'Gives {account} room for {space} bytes.',
  },
  Stake: {
    Initialize:
      'Makes {stake account} a stake account of the staker {staker} and the withdrawer {withdrawer}.',
    Authorize:
      'Puts {stake account} under the authority of {new authority} (type 0 stakes, type 1 withdraws).',
    DelegateStake: 'Delegates the stake of {stake account} to the validator of {vote account}.',
    Split: 'Moves {lamports as SOL} of the stake of {stake account} into {new stake account}.',
    Withdraw: 'Moves {lamports as SOL} from the stake account {stake account} to {recipient}.',
    Deactivate: 'Starts the cooldown of the whole stake of {stake account}.',
    SetLockup: 'Changes until when {stake account} is locked.',
    Merge: 'Merges the stake account {source} into {destination}.',
    MoveStake: 'Moves {lamports as SOL} of active stake from {source} to {destination}.',
    MoveLamports: 'Moves {lamports as SOL} that are not staked from {source} to {destination}.',
  },
  'Compute Budget': {
    SetComputeUnitLimit: 'Lets the transaction use up to {units} compute units.',
    SetComputeUnitPrice: 'Bids {price} micro-lamports for each compute unit of the limit, for priority.',
    SetLoadedAccountsDataSizeLimit: 'Lets the transaction load up to {size} bytes of accounts.',
    RequestHeapFrame: 'Asks for {size} bytes of memory.',
  },
  Token: TOKEN,
  'Token-2022': TOKEN,
  'Associated Token': {
    CreateIdempotent:
      'Opens the account {token account} of {owner} for the mint {mint} where there is none; {payer} pays its rent.',
    Create: 'Opens the account {token account} of {owner} for the mint {mint}; {payer} pays its rent.',
  },
  Memo: {
    Memo: 'Writes a note to the ledger; moves nothing.',
  },
  'Address Lookup Table': {
    CreateLookupTable: 'Creates the lookup table {lookup table} of {authority}; {payer} pays its rent.',
    ExtendLookupTable: 'Adds keys to the lookup table {lookup table}; {payer} pays its rent.',
    DeactivateLookupTable: 'Takes the lookup table {lookup table} out of use.',
    CloseLookupTable: 'Closes the lookup table {lookup table}; its SOL goes to {recipient}.',
  },
  'Voltr Vault': {
    deposit_vault: 'Deposits {amount of asset mint} into the vault {vault}.',
    instant_withdraw_vault: takeFrom('the idle funds of the vault {vault}'),
    instant_withdraw_strategy: takeFrom('the position {strategy} of the vault {vault}'),
    request_withdraw_vault:
      'Asks the vault {vault} for {amount} base units, the LP for them held in {escrow account}.',
    direct_withdraw_strategy: 'Pays what was asked of the vault {vault} out of its position {strategy}.',
    withdraw_vault: 'Pays what was asked of the vault {vault}.',
    cancel_request_withdraw_vault: 'Takes back what was asked of the vault {vault}.',
  },
  Jupiter: {
    route: SOLD,
    shared_accounts_route: SOLD,
    exact_out_route: SOLD,
    shared_accounts_exact_out_route: SOLD,
    route_v2: SOLD_FOR,
    shared_accounts_route_v2: SOLD_FOR,
    exact_out_route_v2: BOUGHT,
    shared_accounts_exact_out_route_v2: BOUGHT,
  },
  'Sanctum Router': {
    StakeWrappedSol:
      'Stakes {amount as SOL} of wrapped SOL from {source} for tokens of {mint out} into {destination}.',
    DepositStake: 'Gives up the stake account {stake account} for tokens of {mint out} into {destination}.',
    PrefundWithdrawStake: 'Redeems {amount of mint in} for the stake account {new stake account} of {user}.',
    WithdrawWrappedSol: 'Redeems {amount of mint in} for wrapped SOL into {destination}.',
  },
  'Sanctum Infinity': {
    SwapExactIn: 'Sells {amount in of mint in} for at least {least out of mint out} into {destination}.',
    SwapExactOut: 'Buys {amount out of mint out} into {destination} for at most {most in of mint in}.',
  },
  'Sanctum Reserve': {
    unstake: 'Gives up the stake account {stake account} for SOL paid to {destination}.',
    unstake_wsol: 'Gives up the stake account {stake account} for wrapped SOL into {destination}.',
  },
  Market: {
    Swap: 'Sells {amount in of source} from {source} for at least {least out of destination} into {destination}.',
    SwapExactOut:
      'Buys {amount out of destination} into {destination} for at most {most in of source} from {source}.',
  },
  'Stake Pool': {
    DepositSolWithSlippage:
      'Deposits {lamports as SOL} into the stake pool {stake pool} for at least {least of pool mint}.',
    DepositSol: 'Deposits {lamports as SOL} into the stake pool {stake pool}, whatever that gives.',
    WithdrawSol:
      'Gives {amount of pool mint} back to the stake pool {stake pool} for SOL, whatever that gives.',
    WithdrawSolWithSlippage:
      'Gives {amount of pool mint} back to the stake pool {stake pool} for at least {least as SOL}.',
    DepositStake:
      'Deposits the stake account {stake account} into the stake pool {stake pool}, whatever that gives.',
    DepositStakeWithSlippage:
      'Deposits the stake account {stake account} into the stake pool {stake pool} for at least {least of pool mint}.',
    WithdrawStake:
      'Gives {amount of pool mint} back to the stake pool {stake pool} for stake in {new stake account}.',
    WithdrawStakeWithSlippage:
      'Gives {amount of pool mint} back to the stake pool {stake pool} for at least {least as SOL} of stake in {new stake account}.',
  },
  Marginfi: {
    marginfi_account_initialize_pda:
      'Opens the lending account {lending account} of {authority}; {fee payer} pays its rent.',
    lending_account_start_flashloan: 'Begins a flash loan that instruction {end index} must end.',
    lending_account_borrow: 'Borrows {amount of destination} from the bank {bank} into {destination}.',
    lending_account_repay: {
      by: 'repay all',
      yes: 'Pays the whole debt at the bank {bank} back from {source}.',
      no: 'Pays {amount of source} of the debt at the bank {bank} back from {source}.',
    },
    lending_account_end_flashloan: 'Ends the flash loan; fails unless it is paid back.',
    marginfi_account_close: 'Closes the lending account {lending account}; its rent goes to {fee payer}.',
  },
};
