interface JSON {
  /** Prints as the given text. In the language since ES2026, not yet in the compiler's library. */
  rawJSON(text: string): object;
  /** Tells what {@link rawJSON} made. */
  isRawJSON(value: unknown): boolean;
}
