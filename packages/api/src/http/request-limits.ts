/** What one request may be, and what connections may take. */
export const REQUEST_LIMITS = {
  bodyBytes: 65_536,
  /** Of a body, what does not count against the budget of all; no request of the contract is as long. */
  smallBodyBytes: 8_192,
  /** What bodies take beyond that at a time, those of all connections together. */
  bodiesBytes: 33_554_432,
  headerBytes: 16_384,
  /** Until a request has arrived. */
  seconds: 5,
  /** How long a connection may be silent both ways while an answer is due: longer than any answer takes to come. */
  silentSeconds: 90,
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
