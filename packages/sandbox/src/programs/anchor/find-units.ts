/** The compute units of one instruction, by the discriminator that its data begin with. */
export type MeasuredUnits = { readonly discriminator: ArrayLike<number>; readonly units: bigint };

/** The compute units of an instruction; `unknown` where no discriminator is that of its data. */
export function findUnits(
  measured: readonly MeasuredUnits[],
  data: ArrayLike<number>,
  unknown: bigint,
): bigint {
  const found = measured.find(({ discriminator }) =>
    Array.from(discriminator).every((byte, index) => data[index] === byte),
  );
  return found?.units ?? unknown;
}
