/** Gives a part of a whole that a test needs no more of. */
export function part<Whole>(given: Partial<NoInfer<Whole>>): Whole {
  return given as Whole;
}
