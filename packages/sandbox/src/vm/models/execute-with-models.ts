import { type Address, type EncodedAccount, lamports } from '@solana/kit';
import type { Bank } from '../bank.ts';
import { type Execution, readExecution } from '../execution.ts';
import type { LoadedTransaction } from '../loaded-transaction.ts';
import { compileExpansion } from './compile-expansion.ts';
import { expandTransaction } from './expand-transaction.ts';
import { toOriginalExecution } from './to-original-execution.ts';
import { withExactFee } from './with-exact-fee.ts';

/** Executes a transaction of which some instructions are for modelled programs, as one transaction of the VM. */
export function executeWithModels(loaded: LoadedTransaction, bank: Bank): Execution {
  const expansion = expandTransaction(loaded, bank);
  const compiled = compileExpansion(loaded, expansion.instructions);
  const vm = bank.vm();
  const result = withExactFee(loaded, compiled, vm, 'keep', () => vm.sendTransaction(compiled.transaction));
  const execution = toOriginalExecution(loaded, compiled, expansion, readExecution(result));
  if (execution.err === null) {
    for (const [address, data] of expansion.writes) {
      const account = bank.findAccount(address);
      if (account !== undefined) bank.setAccount({ ...account, data });
    }
    for (const account of closeAccounts(expansion.closes, bank.findAccount)) bank.setAccount(account);
  }
  return execution;
}

/** The same without keeping anything. */
export function simulateWithModels(loaded: LoadedTransaction, bank: Bank): Execution {
  const expansion = expandTransaction(loaded, bank);
  const compiled = compileExpansion(loaded, expansion.instructions);
  const vm = bank.vm();
  const result = withExactFee(loaded, compiled, vm, 'discard', () =>
    vm.simulateTransaction(compiled.transaction),
  );
  const execution = toOriginalExecution(loaded, compiled, expansion, readExecution(result));
  const changed = new Map(execution.changed.map((account) => [account.address, account]));
  for (const [address, data] of expansion.writes) {
    const account: EncodedAccount | undefined = changed.get(address) ?? bank.findAccount(address);
    if (account !== undefined) changed.set(address, { ...account, data });
  }
  const findChanged = (address: Address): EncodedAccount | undefined =>
    changed.get(address) ?? bank.findAccount(address);
  for (const account of closeAccounts(expansion.closes, findChanged)) changed.set(account.address, account);
  return { ...execution, changed: [...changed.values()] };
}

/** The closed accounts, empty, and those that got their lamports. */
function closeAccounts(
  closes: ReadonlyMap<Address, Address>,
  findAccount: (address: Address) => EncodedAccount | undefined,
): EncodedAccount[] {
  const after = new Map<Address, EncodedAccount>();
  for (const [address, destination] of closes) {
    const account = after.get(address) ?? findAccount(address);
    const heir = after.get(destination) ?? findAccount(destination);
    if (account === undefined || heir === undefined) continue;
    after.set(destination, { ...heir, lamports: lamports(heir.lamports + account.lamports) });
    after.set(address, { ...account, lamports: lamports(0n), data: new Uint8Array(), space: 0n });
  }
  return [...after.values()];
}
