import { INCLUDES, type Include } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';

/**
 * Reads what a build is asked to tell.
 *
 * @throws {ProblemError} `invalid_request` for a word that is not known.
 */
export function readInclude(words: readonly string[] = []): ReadonlySet<Include> {
  return new Set(
    words.map((word) => {
      const include = INCLUDES.find((each) => each === word);
      if (include === undefined) throw problem('INCLUDE_UNKNOWN', { word, known: INCLUDES });
      return include;
    }),
  );
}
