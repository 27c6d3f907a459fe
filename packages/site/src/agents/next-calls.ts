import {
  BASE_PATH,
  MAX_WAIT_SECONDS,
  OPERATIONS,
  type OperationId,
  STRATEGY_ASSETS,
  STRATEGY_KEYS,
} from '@staking-agent/wire';

/** A call as the contract suggests them, with `{names}` in place of what the caller or an earlier answer has. */
export type Call = {
  readonly description: string;
  readonly endpoint: string;
  readonly method: 'GET' | 'POST';
  readonly body?: Readonly<Record<string, unknown>>;
};

/** What an agent does from here on: into a strategy, to the ledger, and out again. */
export type NextCalls = {
  readonly enter: readonly Call[];
  readonly submit: { readonly router: Call; readonly otherwise: Call };
  readonly follow: Call;
  readonly exit: Call;
};

/** Lists the calls that take an agent through every strategy; each answer names the next one. */
export function listNextCalls(): NextCalls {
  const signed = { signed_tx: '{signed_tx}', service_token: '{build.service_token}' };
  return {
    enter: STRATEGY_KEYS.map((key) =>
      call('stake', `Build: ${STRATEGY_ASSETS[key].input} into ${key}.`, {
        strategy: key,
        wallet: '{wallet}',
        amount: `{${STRATEGY_ASSETS[key].input}}`,
      }),
    ),
    submit: {
      router: call('broadcast', 'When the build has route "router": submit what the wallet signed.', {
        ...signed,
        route: 'router',
        routerKind: '{build.routerKind}',
        router_order: '{build.router_order}',
      }),
      otherwise: call('broadcast', 'With every other build: submit what the wallet signed.', signed),
    },
    follow: call(
      'getTransaction',
      'Repeat while status is pending or unknown; landed, failed and expired are final.',
      undefined,
      `?wait=${MAX_WAIT_SECONDS}&lastValidBlockHeight={build.expiry.lastValidBlockHeight}`,
    ),
    exit: call(
      'listPositions',
      'Each of positions has in next the calls that are possible now, ready to post; their answers are builds. Those to /split and /merge only arrange stake accounts and take nothing out. Read it again while asOf.slot is below the slot of follow. A position with availableAt has its next call then.',
    ),
  };
}

function call(id: OperationId, description: string, body?: Call['body'], query = ''): Call {
  const { method, path } = OPERATIONS[id];
  const endpoint = `${BASE_PATH}${path}${query}`;
  return { description, endpoint, method, ...(body !== undefined && { body }) };
}
