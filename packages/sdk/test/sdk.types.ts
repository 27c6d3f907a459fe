import type * as wire from '@staking-agent/wire';
import type { StakingClient } from '../src/client.ts';
import type { OperationId } from '../src/exchange.ts';
import type { AnswerOf, RequestOf, UnstakeAnswer } from '../src/operations.ts';

// Checked by the compiler, never run: that the printed types are the contract's, and what must not compile.

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** Lists that a caller may change are lists; objects that the contract leaves open are anything. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? string extends keyof T
      ? object
      : { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T;

true satisfies Same<OperationId, wire.OperationId>;

type Answers = { [Id in OperationId]: Same<Frozen<AnswerOf<Id>>, Frozen<wire.AnswerOf<Id>>> };
({}) as Answers satisfies { readonly [Id in OperationId]: true };

type Taken<Id extends wire.OperationId> = (wire.ParamsOf<Id> extends undefined ? object : wire.ParamsOf<Id>) &
  (wire.QueryOf<Id> extends undefined ? object : wire.QueryOf<Id>) &
  (wire.BodyOf<Id> extends undefined ? object : wire.BodyOf<Id>);
type Requests = {
  [Id in OperationId]: RequestOf<Id> extends undefined
    ? true
    : Frozen<RequestOf<Id>> extends Frozen<Taken<Id>>
      ? true
      : Id;
};
({}) as Requests satisfies { readonly [Id in OperationId]: true };

true satisfies Same<wire.ProblemCode, import('../src/generated/contract.ts').ProblemCode>;

const client = {} as StakingClient;
const wallet = '';

void client
  .stake({ strategy: 'usdc-earn', wallet, amount: '1' })
  .then(({ route }) => route satisfies 'vault');
void client.unstake({ strategy: 'sol-native-stake', wallet, kind: 'deactivate', stakeAccount: '' });
void client.unstake({ strategy: 'usdc-earn', wallet, kind: 'instant', isWithdrawAll: true });
void client.health();
void client.listPositions({ wallet });
'slow' satisfies UnstakeAnswer<'sol-liquid-stake', 'slow'>['kind'];

// @ts-expect-error a strategy that does not exist
void client.stake({ strategy: 'sol-lend', wallet, amount: '1' });

// @ts-expect-error an amount as a number
void client.stake({ strategy: 'usdc-earn', wallet, amount: 1 });

// @ts-expect-error a stake without its amount
void client.stake({ strategy: 'usdc-earn', wallet });

// @ts-expect-error the form of an account that this strategy does not make
void client.stake({ strategy: 'usdc-earn', wallet, amount: '1', stakeAccountForm: 'seed' });

// @ts-expect-error a kind that the strategy does not offer
void client.unstake({ strategy: 'sol-native-stake', wallet, kind: 'slow', stakeAccount: '' });

// @ts-expect-error a stake account that is missing
void client.unstake({ strategy: 'sol-native-stake', wallet, kind: 'deactivate' });

// @ts-expect-error neither an amount nor all of it
void client.unstake({ strategy: 'usdc-earn', wallet, kind: 'instant' });

// @ts-expect-error a claim takes no amount
void client.unstake({ strategy: 'usdc-earn', wallet, kind: 'instant', step: 'claim', amount: '1' });

// @ts-expect-error an exit without a price to preview
void client.quote({ strategy: 'usdc-earn', wallet, amount: '1' });

// @ts-expect-error a member of another strategy's answer
void client.stake({ strategy: 'usdc-earn', wallet, amount: '1' }).then(({ stakeAccount }) => stakeAccount);

// @ts-expect-error a call without what it is about
void client.getTransaction();
