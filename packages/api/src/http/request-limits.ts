/** What one request may be: bytes of its body and of its headers, seconds until it has arrived. */
export const REQUEST_LIMITS = { bodyBytes: 65_536, headerBytes: 16_384, seconds: 5 } as const;
