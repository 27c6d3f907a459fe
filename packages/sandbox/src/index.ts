export { fitsOrder, MALICIOUS_VARIANTS, type OrderName } from '../malicious/corrupt.ts';
export { type Belongings, giveBelongings } from '../malicious/give-belongings.ts';
export {
  landAndUndo,
  type Rehearsal,
  type RehearsedAccount,
  rehearse,
} from '../malicious/rehearse.ts';
export type { Fault, Faults } from './faults.ts';
export { createStakePoolModel } from './programs/stake-pool/model.ts';
export { type RpcNode, startRpcNode } from './rpc/rpc-node.ts';
export {
  parsePort,
  parseSlotMilliseconds,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from './sandbox.ts';
export { nothingAt } from './vm/sandbox-vm.ts';
export type { SandboxLedger } from './world/sandbox-ledger.ts';
