import { type TObject, type TProperties, Type } from 'typebox';

/** The largest integer that every JSON reader keeps exact: 2^53 - 1. */
export const MAX_SAFE_JSON_INTEGER = 9_007_199_254_740_991;

/**
 * A named object that refuses unknown members.
 *
 * @param title - name of the schema in the documents, equal to the name of its type.
 */
export function closedObject<Properties extends TProperties>(
  title: string,
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { title, additionalProperties: false });
}

/** An address: 32 bytes in base58. */
export function addressField(description: string) {
  return Type.String({ description: `${description} Base58 address.` });
}

/** Lamports as a JSON integer, at most 2^53 - 1. */
export function lamportsField(description: string) {
  return Type.Integer({
    description: `${description} Lamports.`,
    minimum: 0,
    maximum: MAX_SAFE_JSON_INTEGER,
  });
}

/** Free text for people. */
export const NotesField = Type.String({ description: 'Text for people; its wording may change.' });

/** What a build adds when the swap router made the transaction. */
export function routerFields<const Kind extends 'token' | 'depositStake' | 'withdrawStake'>(kind: Kind) {
  return {
    route: Type.Literal('router', { description: 'Broadcast with route=router.' }),
    routerKind: Type.Literal(kind, { description: 'Send it back unchanged at broadcast.' }),
    // Open on purpose, also for printing: whatever the router put in must come out again.
    router_order: Type.Object(
      {},
      { description: "The router's order. Opaque; send it back unchanged.", additionalProperties: true },
    ),
  } as const;
}

/** What a build adds when it goes into a vault or out of it. */
export const VAULT_ROUTE = Type.Literal('vault', {
  description:
    'A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault.',
});

/** What a build adds when the service compiled the transaction for the ledger. */
export const RPC_ROUTE = Type.Literal('rpc', { description: 'Broadcast with route=rpc.' });
