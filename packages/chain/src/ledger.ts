import type {
  GetAccountInfoApi,
  GetBlockHeightApi,
  GetEpochInfoApi,
  GetFeeForMessageApi,
  GetGenesisHashApi,
  GetLatestBlockhashApi,
  GetMinimumBalanceForRentExemptionApi,
  GetMultipleAccountsApi,
  GetProgramAccountsApi,
  GetRecentPrioritizationFeesApi,
  GetSignatureStatusesApi,
  GetSignaturesForAddressApi,
  GetStakeMinimumDelegationApi,
  GetTransactionApi,
  GetVoteAccountsApi,
  IsBlockhashValidApi,
  MinimumLedgerSlotApi,
  Rpc,
  SendTransactionApi,
  SimulateTransactionApi,
} from '@solana/kit';

/** Every RPC method the service asks of a Solana node: what an operator's provider must offer. */
export type LedgerApi = GetAccountInfoApi &
  GetBlockHeightApi &
  GetEpochInfoApi &
  GetFeeForMessageApi &
  GetGenesisHashApi &
  GetLatestBlockhashApi &
  GetMinimumBalanceForRentExemptionApi &
  GetMultipleAccountsApi &
  GetProgramAccountsApi &
  GetRecentPrioritizationFeesApi &
  GetSignatureStatusesApi &
  GetSignaturesForAddressApi &
  GetStakeMinimumDelegationApi &
  GetVoteAccountsApi &
  IsBlockhashValidApi &
  MinimumLedgerSlotApi &
  GetTransactionApi &
  SendTransactionApi &
  SimulateTransactionApi;

/** A Solana node, narrowed to the methods of {@link LedgerApi}. */
export type Ledger = Rpc<LedgerApi>;
