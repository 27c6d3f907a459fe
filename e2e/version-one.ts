import {
  appendTransactionMessageInstructions,
  type Base64EncodedWireTransaction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type V1TransactionConfig,
} from '@solana/kit';

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

const SETTINGS: V1TransactionConfig = {
  computeUnitLimit: 400_000,
  loadedAccountsDataSizeLimit: 20_000_000,
  priorityFeeLamports: 8_000n,
};

/** Says in a message of version 1 what another one says, its compute budget as settings; base64, unsigned. */
export function toVersionOne(
  transaction: string,
  settings: V1TransactionConfig = {},
): Base64EncodedWireTransaction {
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const message = decompileTransactionMessage(compiled);
  const instructions: readonly Instruction[] = message.instructions;
  const blockhash = ('lifetimeToken' in compiled ? compiled.lifetimeToken : '') as Blockhash;
  return getBase64EncodedWireTransaction(
    compileTransaction(
      pipe(
        createTransactionMessage({ version: 1 }),
        (m) => setTransactionMessageFeePayer(message.feePayer.address, m),
        (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
        (m) => setTransactionMessageConfig({ ...SETTINGS, ...settings }, m),
        (m) =>
          appendTransactionMessageInstructions(
            instructions.filter(({ programAddress }) => programAddress !== COMPUTE_BUDGET),
            m,
          ),
      ),
    ),
  );
}
