import type { Environment } from './connection.ts';
import type { ExitCode } from './exit-code.ts';

/** What commands hand their results to. */
export type Session = {
  readonly env: Environment;
  readonly input: NodeJS.ReadableStream;
  /** Prints a result: JSON on demand, else lines for people; a text as it is. */
  print(result: unknown, options: { readonly json?: true }): void;
  /** Ends with another code than 0, after the result was printed. */
  end(code: ExitCode): void;
};
