/** What a view gets: what follows its name in the address. */
export type ViewProps = { readonly params: readonly string[] };
