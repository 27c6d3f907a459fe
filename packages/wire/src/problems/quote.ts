/** Quotes text of a caller for a detail: at most 64 characters, on one line, printable ASCII. */
export function quote(text: string): string {
  const short = text.length > 64 ? `${text.slice(0, 61)}...` : text;
  return JSON.stringify(short).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
