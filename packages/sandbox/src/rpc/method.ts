import type { NodeView } from './node-view.ts';
import type { Params } from './params.ts';

/** Answers one JSON-RPC method; throws an RpcError to answer with an error. */
export type Method = (params: Params, node: NodeView) => unknown;

/** Methods by name. */
export type Methods = { readonly [name: string]: Method };
