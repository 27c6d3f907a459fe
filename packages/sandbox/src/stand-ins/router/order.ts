import type { Address, Instruction } from '@solana/kit';

/** What an order is for: the path segment. */
export type OrderKind = 'token' | 'depositStake' | 'withdrawStake';

/** A fee as the router reports it. */
export type FeeInfo = {
  readonly code: string;
  readonly rate: number;
  /** Base units of `mint`. */
  readonly amount: string;
  readonly mint: Address;
};

/** Lamports of a stake account, delegated and idle, as integer text. */
export type StakeAmount = { readonly amtStaked: string; readonly amtUnstaked: string };

/** The router's answer, without the transaction. */
export type OrderAnswer = {
  readonly inp: Address;
  readonly out: Address;
  readonly mode: string;
  readonly inpAmt: string | StakeAmount;
  readonly outAmt: string | StakeAmount;
  readonly swapSrcData: { readonly swapSrc: string; readonly data: object };
};

/** The transaction of an order before it is compiled, and what a malicious router would turn against its wallet. */
export type Draft = {
  readonly wallet: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** What it brings. */
  readonly output: 'sol' | 'token' | 'stake';
  /** The stake account it gives up or makes. */
  readonly stakeAccount?: Address;
  /** The wallet's account of raSOL, where the order uses it or the wallet has one. */
  readonly tokenAccount?: Address;
};

/** An order: its answer, and its transaction where a signer was named. */
export type Order = { readonly answer: OrderAnswer; readonly draft?: Draft };
