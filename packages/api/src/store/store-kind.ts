/** The database behind the store. */
export type StoreKind = 'sqlite' | 'postgresql';
