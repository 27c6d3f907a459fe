import { type AccountMeta, createNoopSigner, type Instruction } from '@solana/kit';
import { getCreateAssociatedTokenIdempotentInstruction, getTransferInstruction } from '@solana-program/token';
import type { Draft } from '../src/stand-ins/router/order.ts';
import { readTokens } from '../src/vm/token-balances.ts';
import type { SandboxLedger } from '../src/world/sandbox-ledger.ts';
import { findHolderAccounts } from '../src/world/seeded-vault.ts';
import { corrupt, MALICIOUS_VARIANTS, takeTurns } from './corrupt.ts';
import { type CorruptedDraft, type Scene, STRANGER } from './scene.ts';

/** Harms a malicious transaction of the vault provider can do: the router's, and sending the asset away. */
export const VAULT_MALICIOUS_VARIANTS = [...MALICIOUS_VARIANTS, 'drain-token'] as const;

type VaultMaliciousVariant = (typeof VAULT_MALICIOUS_VARIANTS)[number];

/** Corrupts transactions of the vault provider, beginning with the first variant. */
export const createBuildCorruptor = () => takeTurns(VAULT_MALICIOUS_VARIANTS, corruptBuild);

async function corruptBuild(
  variant: VaultMaliciousVariant,
  scene: Scene,
): Promise<CorruptedDraft | undefined> {
  const { wallet: feePayer, instructions, units } = scene.draft;
  if (variant === 'destination')
    return { feePayer, units, instructions: redirect(scene.draft, scene.ledger) };
  if (variant === 'drain-token') {
    return { feePayer, units, instructions: [...instructions, ...sendAway(scene.draft, scene.ledger)] };
  }
  return corrupt(variant, scene);
}

/** Puts the stranger's accounts in the place of the wallet's, in the instruction of the vault. */
function redirect({ wallet, instructions }: Draft, ledger: SandboxLedger): Instruction[] {
  const own = findHolderAccounts(ledger.vault, wallet);
  const foreign = findHolderAccounts(ledger.vault, STRANGER);
  const replaced = new Map([
    [own.asset, foreign.asset],
    [own.lp, foreign.lp],
  ]);
  return instructions.map((instruction) => {
    if (instruction.programAddress !== ledger.vault.programAddress) return instruction;
    const accounts = ((instruction.accounts ?? []) as readonly AccountMeta[]).map((meta) => ({
      address: replaced.get(meta.address) ?? meta.address,
      role: meta.role,
    }));
    return { ...instruction, accounts };
  });
}

/** Sends half of the asset the wallet holds, or one base unit, to the stranger. */
function sendAway({ wallet }: Draft, ledger: SandboxLedger): Instruction[] {
  const { assetMint: mint } = ledger.vault;
  const { asset: source } = findHolderAccounts(ledger.vault, wallet);
  const { asset: destination } = findHolderAccounts(ledger.vault, STRANGER);
  const half = readTokens(ledger, source) / 2n;
  const payer = createNoopSigner(wallet);
  return [
    getCreateAssociatedTokenIdempotentInstruction({ payer, ata: destination, owner: STRANGER, mint }),
    getTransferInstruction({ source, destination, authority: payer, amount: half > 0n ? half : 1n }),
  ];
}
