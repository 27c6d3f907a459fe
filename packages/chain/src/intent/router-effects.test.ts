import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AccountChange,
  type AccountState,
  assertRouterEffects,
  IntentMismatch,
  type RouterBounds,
  type RouterIntent,
} from './index.ts';
import { STAKE_PROGRAM, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const WALLET = key(1);
const STRANGER = key(2);
const RASOL = key(3);
const OTHER_MINT = key(4);
const RASOL_ACCOUNT = key(5);
const WRAPPED_SOL_ACCOUNT = key(6);
const STAKE_ACCOUNT = key(7);
const NEW_STAKE = key(8);
const OTHER_ACCOUNT = key(9);
const RENT = 2_039_280n;
const STAKE_RENT = 2_282_880n;
const FEE = 5_000n;

const plain = (lamports: bigint, changes: Partial<AccountState> = {}): AccountState => ({
  lamports,
  owner: SYSTEM_PROGRAM,
  data: new Uint8Array(0),
  ...changes,
});

function token(
  amount: bigint,
  { mint = RASOL, owner = WALLET, delegate = false, closer = false } = {},
): AccountState {
  const data = new Uint8Array(165);
  data.set(mint, 0);
  data.set(owner, 32);
  new DataView(data.buffer).setBigUint64(64, amount, true);
  if (delegate) data.set([1, 0, 0, 0, ...STRANGER], 72);
  data[108] = 1;
  if (closer) data.set([1, 0, 0, 0, ...STRANGER], 129);
  return { lamports: RENT, owner: TOKEN_PROGRAM, data };
}

function stake(delegated: bigint, { staker = WALLET, withdrawer = WALLET, lockup = 0 } = {}): AccountState {
  const data = new Uint8Array(200);
  data[0] = 2;
  data.set(staker, 12);
  data.set(withdrawer, 44);
  data[76] = lockup;
  new DataView(data.buffer).setBigUint64(156, delegated, true);
  return { lamports: delegated + STAKE_RENT, owner: STAKE_PROGRAM, data };
}

const token2022 = (amount: bigint): AccountState => ({ ...token(amount), owner: TOKEN_2022_PROGRAM });

const change = (at: Uint8Array, before?: AccountState, after?: AccountState): AccountChange => ({
  key: at,
  before,
  after,
});
const intent = (kind: RouterIntent['kind']): RouterIntent => ({
  kind,
  wallet: WALLET,
  wrappedSolAccount: WRAPPED_SOL_ACCOUNT,
  programs: [],
  ...(kind === 'depositStake' ? { stakeAccount: STAKE_ACCOUNT } : {}),
});

type Case = [RouterIntent['kind'], RouterBounds, AccountChange[]];

// 1 SOL for at least 0.9 raSOL, into an account that is made on the way.
const buyBounds: RouterBounds = {
  spend: { amount: 1_000n },
  receive: { kind: 'token', account: RASOL_ACCOUNT, least: 900n },
  fee: FEE,
};
const buy = (walletAfter = 10_000_000n - 1_000n - FEE - RENT, received = 930n): AccountChange[] => [
  change(WALLET, plain(10_000_000n), plain(walletAfter)),
  change(RASOL_ACCOUNT, undefined, token(received)),
];
// 500 raSOL for at least 520 lamports.
const sellBounds: RouterBounds = {
  spend: { mint: RASOL, amount: 500n },
  receive: { kind: 'sol', least: 520n },
  fee: FEE,
};
const sell = (left = 500n, walletAfter = 10_000_000n - FEE + 530n): AccountChange[] => [
  change(WALLET, plain(10_000_000n), plain(walletAfter)),
  change(RASOL_ACCOUNT, token(1_000n), token(left)),
];
const exitBounds: RouterBounds = { spend: { amount: 0n }, receive: { kind: 'sol', least: 900n }, fee: FEE };
const exit = (after?: AccountState): AccountChange[] => [
  change(WALLET, plain(10_000_000n), plain(10_000_000n - FEE + 950n)),
  change(STAKE_ACCOUNT, stake(1_000n), after),
];
const redeemBounds: RouterBounds = {
  spend: { mint: RASOL, amount: 500n },
  receive: { kind: 'stake', least: 520n },
  fee: FEE,
};
const redeem = (made: AccountState = stake(530n), left = 500n): AccountChange[] => [
  change(WALLET, plain(10_000_000n), plain(10_000_000n - FEE - STAKE_RENT)),
  change(RASOL_ACCOUNT, token(1_000n), token(left)),
  change(NEW_STAKE, undefined, made),
];

const fitting: Record<string, Case> = {
  'a purchase': ['token', buyBounds, buy()],
  'a purchase that gives exactly the least': ['token', buyBounds, buy(undefined, 900n)],
  'a sale': ['token', sellBounds, sell()],
  'a sale that pays exactly the least': ['token', sellBounds, sell(500n, 10_000_000n - FEE + 520n)],
  'an exit': ['depositStake', exitBounds, exit()],
  'a redemption': ['withdrawStake', redeemBounds, redeem()],
  'an account of Token-2022 that stays as it is': [
    'token',
    sellBounds,
    [...sell(), change(OTHER_ACCOUNT, token2022(5n), token2022(5n))],
  ],
  'wrapped SOL that comes and goes': [
    'token',
    sellBounds,
    [...sell(), change(WRAPPED_SOL_ACCOUNT, undefined, undefined)],
  ],
  'wrapped SOL of before that is unwrapped': [
    'token',
    sellBounds,
    [
      change(WALLET, plain(10_000_000n), plain(10_000_000n - FEE + 530n + RENT)),
      change(RASOL_ACCOUNT, token(1_000n), token(500n)),
      change(WRAPPED_SOL_ACCOUNT, token(0n, { mint: OTHER_MINT }), undefined),
    ],
  ],
};
for (const [name, [kind, bounds, changes]] of Object.entries(fitting)) {
  test(`accepts ${name}`, () => {
    assertRouterEffects(changes, intent(kind), bounds);
  });
}

test('tells the stake account that a redemption makes', () => {
  const effects = assertRouterEffects(redeem(), intent('withdrawStake'), redeemBounds);
  assert.deepEqual(effects.newStakeAccount, NEW_STAKE);
});

const refusals: Record<string, Case> = {
  'one lamport more': ['token', buyBounds, buy(10_000_000n - 1_001n - FEE - RENT)],
  'one base unit less than the least': ['token', buyBounds, buy(undefined, 899n)],
  'tokens in an account of a stranger': [
    'token',
    buyBounds,
    [
      change(WALLET, plain(10_000_000n), plain(10_000_000n - 1_000n - FEE - RENT)),
      change(RASOL_ACCOUNT, undefined, token(930n, { owner: STRANGER })),
    ],
  ],
  'no token account at all': [
    'token',
    buyBounds,
    [change(WALLET, plain(10_000_000n), plain(10_000_000n - 1_000n - FEE))],
  ],
  'one base unit of raSOL more': ['token', sellBounds, sell(499n)],
  'one lamport less than the least': ['token', sellBounds, sell(500n, 10_000_000n - FEE + 519n)],
  'a delegate on a token account': [
    'token',
    sellBounds,
    [
      ...sell(),
      change(OTHER_ACCOUNT, token(5n, { mint: OTHER_MINT }), token(5n, { mint: OTHER_MINT, delegate: true })),
    ],
  ],
  'a close authority on a token account': [
    'token',
    sellBounds,
    [
      ...sell(),
      change(OTHER_ACCOUNT, token(5n, { mint: OTHER_MINT }), token(5n, { mint: OTHER_MINT, closer: true })),
    ],
  ],
  'a token account that changes its owner': [
    'token',
    sellBounds,
    [
      ...sell(),
      change(
        OTHER_ACCOUNT,
        token(5n, { mint: OTHER_MINT }),
        token(5n, { mint: OTHER_MINT, owner: STRANGER }),
      ),
    ],
  ],
  'tokens of another mint that leave': [
    'token',
    sellBounds,
    [...sell(), change(OTHER_ACCOUNT, token(5n, { mint: OTHER_MINT }), token(4n, { mint: OTHER_MINT }))],
  ],
  'a token account that is closed': [
    'token',
    sellBounds,
    [...sell(), change(OTHER_ACCOUNT, token(5n, { mint: OTHER_MINT }), undefined)],
  ],
  'a wallet assigned to a program': [
    'token',
    sellBounds,
    [
      change(WALLET, plain(10_000_000n), plain(10_000_530n, { owner: STRANGER })),
      change(RASOL_ACCOUNT, token(1_000n), token(500n)),
    ],
  ],
  'a wallet that gets data': [
    'token',
    sellBounds,
    [
      change(WALLET, plain(10_000_000n), plain(10_000_530n, { data: new Uint8Array(1) })),
      change(RASOL_ACCOUNT, token(1_000n), token(500n)),
    ],
  ],
  'a stake account that is not consumed': ['depositStake', exitBounds, exit(stake(1n))],
  'a stake account that goes to a stranger instead': [
    'depositStake',
    exitBounds,
    exit(stake(1_000n, { staker: STRANGER, withdrawer: STRANGER })),
  ],
  'another stake account that changes hands': [
    'depositStake',
    exitBounds,
    [...exit(), change(OTHER_ACCOUNT, stake(9n), stake(9n, { withdrawer: STRANGER }))],
  ],
  'another stake account that is emptied': [
    'depositStake',
    exitBounds,
    [...exit(), change(OTHER_ACCOUNT, stake(9n), undefined)],
  ],
  'another stake account that loses lamports': [
    'token',
    sellBounds,
    [...sell(), change(OTHER_ACCOUNT, stake(9n), stake(8n))],
  ],
  'a new stake account with a strange staker': [
    'withdrawStake',
    redeemBounds,
    redeem(stake(530n, { staker: STRANGER })),
  ],
  'a new stake account with a strange withdrawer': [
    'withdrawStake',
    redeemBounds,
    redeem(stake(530n, { withdrawer: STRANGER })),
  ],
  'a new stake account under lockup': ['withdrawStake', redeemBounds, redeem(stake(530n, { lockup: 1 }))],
  'a new stake account that holds too little': ['withdrawStake', redeemBounds, redeem(stake(519n))],
  'a second new stake account': [
    'withdrawStake',
    redeemBounds,
    [...redeem(), change(OTHER_ACCOUNT, undefined, stake(1n))],
  ],
  'no new stake account': ['withdrawStake', redeemBounds, redeem().slice(0, 2)],
  'a redemption that burns too much': ['withdrawStake', redeemBounds, redeem(stake(530n), 499n)],
  'tokens of Token-2022 that leave': [
    'token',
    sellBounds,
    [...sell(), change(OTHER_ACCOUNT, token2022(5n), token2022(4n))],
  ],
  'a new token account with a delegate': [
    'token',
    buyBounds,
    [...buy().slice(0, 1), change(RASOL_ACCOUNT, undefined, token(930n, { delegate: true }))],
  ],
  'a new token account that a stranger can close': [
    'token',
    buyBounds,
    [...buy().slice(0, 1), change(RASOL_ACCOUNT, undefined, token(930n, { closer: true }))],
  ],
  'no word on the wallet': ['token', sellBounds, sell().slice(1)],
};
for (const [name, [kind, bounds, changes]] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    assert.throws(() => assertRouterEffects(changes, intent(kind), bounds), IntentMismatch);
  });
}
