import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createNoopSigner,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
  getSetLoadedAccountsDataSizeLimitInstruction,
} from '@solana-program/compute-budget';
import {
  getDelegateStakeInstruction,
  getInitializeInstruction,
  STAKE_PROGRAM_ADDRESS,
} from '@solana-program/stake';
import { getCreateAccountInstruction } from '@solana-program/system';
import { type Builder, LEDGER, LOADED_DATA_LIMIT, UNIT_LIMIT, VOTE_ACCOUNT } from '../orders.ts';

const STAKE_ACCOUNT_SPACE = 200;
const NO_CUSTODIAN = address('11111111111111111111111111111111');
const VOTE = address(VOTE_ACCOUNT);
const LIFETIME = {
  blockhash: LEDGER.blockhash as Blockhash,
  lastValidBlockHeight: LEDGER.lastValidBlockHeight,
};

/** @solana/kit with the generated program clients, version 0 message. */
export const kit: Builder = {
  title: '@solana/kit 8.4',
  prepare:
    async () =>
    async ({ wallet, lamports }) => {
      const owner = createNoopSigner(address(wallet));
      const stake = await generateKeyPairSigner();
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayerSigner(owner, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash(LIFETIME, m),
        (m) =>
          appendTransactionMessageInstructions(
            [
              getSetComputeUnitLimitInstruction({ units: UNIT_LIMIT }),
              getSetComputeUnitPriceInstruction({ microLamports: LEDGER.unitPrice }),
              getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: LOADED_DATA_LIMIT }),
              getCreateAccountInstruction({
                payer: owner,
                newAccount: stake,
                lamports: lamports + LEDGER.rentExemptReserve,
                space: STAKE_ACCOUNT_SPACE,
                programAddress: STAKE_PROGRAM_ADDRESS,
              }),
              getInitializeInstruction({
                stake: stake.address,
                arg0: { staker: owner.address, withdrawer: owner.address },
                arg1: { unixTimestamp: 0n, epoch: 0n, custodian: NO_CUSTODIAN },
              }),
              getDelegateStakeInstruction({ stake: stake.address, vote: VOTE, stakeAuthority: owner }),
            ],
            m,
          ),
      );
      return getBase64EncodedWireTransaction(await partiallySignTransactionMessageWithSigners(message));
    },
};
