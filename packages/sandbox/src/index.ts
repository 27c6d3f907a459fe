export type { Fault, Faults, LedgerFaultMode } from './faults/faults.ts';
export { parsePort, parseSlotMilliseconds } from './parse-settings.ts';
export { createStakePoolModel } from './programs/stake-pool/index.ts';
export { type RpcNode, type RpcNodeOptions, startRpcNode } from './rpc/rpc-node.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
export { fitsOrder, MALICIOUS_VARIANTS, type OrderName } from './stand-ins/router/malicious/variants.ts';
export { landAndUndo, nothingAt, type Rehearsal, type RehearsedAccount, rehearse } from './vm/rehearse.ts';
export { type Belongings, giveBelongings } from './world/give-belongings.ts';
export type { SandboxLedger } from './world/sandbox-ledger.ts';
