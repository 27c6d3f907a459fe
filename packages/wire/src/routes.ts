/** Where an operation is called. */
export type Route = {
  readonly method: 'GET' | 'POST';
  /** Below the base path, with parameters in braces: `/strategies/{key}`. */
  readonly path: string;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isKeyed?: true;
};

/** Method and path of every operation, in the order of a reader: look around, build, submit. */
export const ROUTES = {
  health: { method: 'GET', path: '/health' },
  status: { method: 'GET', path: '/status' },
  listStrategies: { method: 'GET', path: '/strategies' },
  getStrategy: { method: 'GET', path: '/strategies/{key}' },
  getStrategyFacts: { method: 'GET', path: '/strategies/{key}/facts' },
  apyHistory: { method: 'GET', path: '/apy/history' },
  getLimits: { method: 'GET', path: '/limits' },
  listPositions: { method: 'GET', path: '/wallets/{wallet}/positions' },
  stake: { method: 'POST', path: '/stake', isKeyed: true },
  unstake: { method: 'POST', path: '/unstake', isKeyed: true },
  quote: { method: 'POST', path: '/quote' },
  exitOptions: { method: 'POST', path: '/exit-options' },
  entryOptions: { method: 'POST', path: '/entry-options' },
  withdraw: { method: 'POST', path: '/withdraw', isKeyed: true },
  split: { method: 'POST', path: '/split', isKeyed: true },
  merge: { method: 'POST', path: '/merge', isKeyed: true },
  refresh: { method: 'POST', path: '/refresh', isKeyed: true },
  broadcast: { method: 'POST', path: '/broadcast', isKeyed: true },
  getTransaction: { method: 'GET', path: '/transactions/{signature}' },
} as const satisfies Readonly<Record<string, Route>>;
