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
export type Sentence = string | { readonly by: string; readonly yes: Sentence; readonly no: Sentence };

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
