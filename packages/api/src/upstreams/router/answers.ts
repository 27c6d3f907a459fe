import { type Static, Type } from 'typebox';

const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' });
const StakeAmount = Type.Object({ amtStaked: Amount, amtUnstaked: Amount });

/** What the service relies on in an order: which assets, how much, and the transaction where a signer was named. */
export const RouterOrder = Type.Object({
  inp: Type.String(),
  out: Type.String(),
  inpAmt: Type.Union([Amount, StakeAmount]),
  outAmt: Type.Union([Amount, StakeAmount]),
  tx: Type.Optional(Type.String({ maxLength: 5_464 })),
  swapSrcData: Type.Object({ swapSrc: Type.String(), data: Type.Optional(Type.Unknown()) }),
});

/** An order of the router, amounts in base units as integer text. */
export type RouterOrder = Static<typeof RouterOrder>;

/** What the service relies on in the answer to an execution. */
export const RouterExecution = Type.Object({ signature: Type.String({ minLength: 64, maxLength: 90 }) });
