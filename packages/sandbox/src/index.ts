export type { Fault, Faults, LedgerFaultMode } from './faults/faults.ts';
export { type RpcNode, type RpcNodeOptions, startRpcNode } from './rpc/rpc-node.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
export type { SandboxLedger } from './world/sandbox-ledger.ts';
