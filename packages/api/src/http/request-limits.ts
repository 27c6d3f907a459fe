/** What one request may be, and what connections may take. */
export const REQUEST_LIMITS = {
  bodyBytes: 65_536,
  headerBytes: 16_384,
  /** Until a request has arrived. */
  seconds: 5,
  /** How long a connection may be idle. */
  keepAliveSeconds: 72,
  /** Connections at a time, in all and from one address. */
  connections: 8_192,
  connectionsOfOne: 512,
  /** Requests after which a connection is closed, so that callers are spread anew over replicas. */
  requestsOfOne: 10_000,
  /** Requests of one connection that wait for the answer to an earlier one. */
  pipelined: 32,
} as const;
