import type { Address } from '@solana/kit';
import { toAddressBytes } from '@staking-agent/chain/address';
import { KAMINO_LENDING_PROGRAM_ADDRESS, KAMINO_VAULTS_PROGRAM_ADDRESS } from '@staking-agent/chain/vault';

/** An account as a ledger has it. */
type Written = { readonly owner: Address; readonly data: Uint8Array };

/** Writes a Kamino vault that lends to reserves, the rest of its account empty. */
export function writeKaminoVault(facts: {
  readonly available: bigint;
  readonly lookupTable: Address;
  readonly lent: readonly { reserve: Address; sharesAccount: Address; shares: bigint }[];
}): Written {
  const data = new Uint8Array(62_552);
  const view = new DataView(data.buffer);
  data.set([228, 196, 82, 165, 98, 210, 235, 152]);
  view.setBigUint64(224, facts.available, true);
  data.set(toAddressBytes(facts.lookupTable), 58_568);
  for (const [index, { reserve, sharesAccount, shares }] of facts.lent.entries()) {
    const at = 312 + index * 2_160;
    data.set(toAddressBytes(reserve), at);
    data.set(toAddressBytes(sharesAccount), at + 32);
    view.setBigUint64(at + 1_104, shares, true);
  }
  return { owner: KAMINO_VAULTS_PROGRAM_ADDRESS, data };
}

/** Writes a reserve, with `borrowed` in whole base units and no fees. */
export function writeKaminoReserve(facts: {
  readonly market: Address;
  readonly liquidityAccount: Address;
  readonly sharesMint: Address;
  readonly shares: bigint;
  readonly available: bigint;
  readonly borrowed: bigint;
}): Written {
  const data = new Uint8Array(8_624);
  const view = new DataView(data.buffer);
  data.set([43, 242, 204, 202, 26, 247, 59, 127]);
  data.set(toAddressBytes(facts.market), 32);
  data.set(toAddressBytes(facts.liquidityAccount), 160);
  view.setBigUint64(224, facts.available, true);
  view.setBigUint64(232, (facts.borrowed << 60n) & 0xffff_ffff_ffff_ffffn, true);
  view.setBigUint64(240, facts.borrowed >> 4n, true);
  data.set(toAddressBytes(facts.sharesMint), 2_560);
  view.setBigUint64(2_592, facts.shares, true);
  return { owner: KAMINO_LENDING_PROGRAM_ADDRESS, data };
}
