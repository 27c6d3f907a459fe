/**
 * Holds a word that binds to what was true of its transaction at the end of time. Any word but `landed`, `failed` and
 * `expired` promises only that it did not land.
 *
 * @param landing - undefined where it never came into a block.
 */
export function judgeWord(
  signature: string,
  word: string,
  landing: { readonly isFailed: boolean } | undefined,
  onViolation: (sentence: string) => void,
): void {
  const truth = landing === undefined ? 'never landed' : landing.isFailed ? 'failed' : 'landed';
  const isTrue =
    word === 'landed' || word === 'failed'
      ? truth === word
      : word === 'expired'
        ? truth === 'never landed'
        : truth !== 'landed';
  if (!isTrue) onViolation(`${signature.slice(0, 8)} was ${word} and ${truth}`);
}
