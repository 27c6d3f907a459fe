/** Bytes, or kit's read-only view of them. */
type Bytes = ArrayLike<number>;

/** A transaction as kit holds it. */
export type KitTransaction = {
  readonly messageBytes: Bytes;
  readonly signatures: Readonly<Record<string, Bytes | null>>;
};

/** Kit's `TransactionPartialSigner`: gives signatures, changes nothing. */
export type PartialSigner = {
  readonly address: string;
  signTransactions(
    transactions: readonly KitTransaction[],
  ): Promise<readonly Readonly<Record<string, Bytes>>[]>;
};

/** Kit's `TransactionModifyingSigner`: gives transactions back that it may have changed. */
export type ModifyingSigner = {
  readonly address: string;
  modifyAndSignTransactions(transactions: readonly KitTransaction[]): Promise<readonly KitTransaction[]>;
};

/** Kit's `TransactionSendingSigner`: sends by itself, so that nobody sees what it signed. */
export type SendingSigner = {
  readonly address: string;
  signAndSendTransactions(transactions: readonly KitTransaction[]): Promise<readonly Bytes[]>;
};

/** Signs bytes: a transaction as the ledger takes it, with the wallet's place filled in. */
export type BytesSigner = {
  readonly address: string;
  signBytes(transaction: Uint8Array): Promise<Uint8Array>;
};

/** Who signs: any of kit's three kinds of signers, or one that takes bytes. */
export type Signer = PartialSigner | ModifyingSigner | SendingSigner | BytesSigner;
