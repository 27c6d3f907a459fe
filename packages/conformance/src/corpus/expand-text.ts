/**
 * Expands the one notation of the data files: `{x*100}` is x a hundred times. It keeps values of 60,000 characters readable.
 */
export function expandText(text: string): string {
  return text.replaceAll(/\{([^{}*]+)\*(\d+)\}/g, (_, part: string, times: string) =>
    part.repeat(Number(times)),
  );
}
