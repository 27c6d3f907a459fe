import { SYSTEM_PROGRAM, TOKEN_PROGRAM, VAULT_PROGRAM } from '../bytes/known-keys.ts';
import { encodeAddress, isSame } from '../bytes/text.ts';
import { deploymentKeys, findRequestAccounts, type WalletAccount } from '../deployment.ts';
import { u64At } from '../ledger/accounts.ts';
import { assetForLp, lpForAsset } from '../ledger/prices.ts';
import { CANCEL_REQUEST_WITHDRAW_VAULT, WITHDRAW_VAULT } from '../programs/rare.ts';
import { DIRECT_WITHDRAW_STRATEGY, REQUEST_WITHDRAW_VAULT } from '../programs/vault.ts';
import { type ExactSubject, type LedgerAccount, parseAmount, parseMinReceive } from '../subject.ts';
import { type Change, Refusal } from '../verification.ts';
import { change, type Expected, findInstruction, type Plan } from './plan.ts';
import {
  balanceBefore,
  openTokenAccount,
  rentOf,
  rentOfMissing,
  requirePostCondition,
} from './token-accounts.ts';
import { arriving, ofWallet, PROGRAMS, priceVault, requireKept, type WalletVault } from './vault.ts';

const USDC_DECIMALS = 6;
/** Bytes of the account of a request. */
const REQUEST_SIZE = 112;
const ESCROWED_AT = 72;
const WORTH_AT = 80;
const FRACTION_BITS = 48n;
const STRATEGY_AT = 6;
const BASIS_POINTS = 10_000n;

type RequestVault = WalletVault & { readonly receipt: Uint8Array; readonly escrow: Uint8Array };

/** Plans a request of a withdrawal of USDC: an amount, or everything. Its raUSDC goes into an escrow account. */
export function planUsdcRequest(subject: ExactSubject): Plan {
  const { request, wallet, deployment } = subject;
  const vault = findRequestVault(subject);
  const { userLp, lpMint, escrow, receipt } = vault;
  const isAll = request.isWithdrawAll === true;
  const amount = isAll ? undefined : parseAmount(request.amount, 'amount', USDC_DECIMALS);
  const held = balanceBefore(subject, userLp);
  const burned = amount === undefined ? held : escrowedFor(subject, vault, amount);
  const [asked] = findInstruction(subject, VAULT_PROGRAM, REQUEST_WITHDRAW_VAULT)?.values ?? [];
  return {
    instructions: [
      openEscrow(wallet, vault),
      {
        program: VAULT_PROGRAM,
        format: REQUEST_WITHDRAW_VAULT,
        accounts: [
          ...[wallet, wallet, vault.protocol, vault.vault, lpMint],
          ...[userLp, escrow, receipt, TOKEN_PROGRAM, SYSTEM_PROGRAM],
        ],
        // Beside "everything" the amount has no meaning.
        values: [amount ?? asked, false, isAll],
      },
      ...(isAll ? [] : [requireKept(subject, userLp, held, burned)]),
    ],
    effects: () => ({
      leaves: burned === undefined ? [] : [change(deployment.rausdcMint, burned, userLp)],
      rent: [
        ...rentOfMissing(subject, [escrow]).map((rent) => ({ ...rent, isRefundable: false })),
        ...rentOf(subject, receipt, REQUEST_SIZE),
      ],
    }),
  };
}

/** Plans the claim of what was requested: paid by the idle funds, or by one strategy of the deployment. */
export function planUsdcClaim(subject: ExactSubject): Plan {
  const { request, wallet, deployment, evidence } = subject;
  const vault = findRequestVault(subject);
  const { userAsset, assetMint, receipt } = vault;
  const made = evidence.before?.get(encodeAddress(receipt));
  const paid = priceClaim(subject, vault, made?.data);
  const condition = requirePostCondition(subject, userAsset, {
    amount: paid,
    minReceive: parseMinReceive(request, USDC_DECIMALS),
  });
  return {
    version: subject.transaction.message.version === 0 ? 0 : 'legacy',
    instructions: [
      openTokenAccount(wallet, userAsset, assetMint),
      claim(subject, vault),
      condition.instruction,
    ],
    effects: () => ({
      arrives: [...arriving(deployment.usdcMint, userAsset, paid, condition), ...refund(subject, made)],
      rent: rentOfMissing(subject, [userAsset]),
    }),
  };
}

/** Plans the cancellation of a request: as much raUSDC leaves escrow as the requested USDC buys. */
export function planUsdcCancel(subject: ExactSubject): Plan {
  const { wallet, deployment, evidence } = subject;
  const vault = findRequestVault(subject);
  const { userLp, lpMint, escrow, receipt } = vault;
  const made = evidence.before?.get(encodeAddress(receipt));
  const lp = lpOfCancelled(subject, vault, made?.data);
  const condition = requirePostCondition(subject, userLp, { amount: lp });
  return {
    instructions: [
      openTokenAccount(wallet, userLp, lpMint),
      {
        program: VAULT_PROGRAM,
        format: CANCEL_REQUEST_WITHDRAW_VAULT,
        accounts: [
          ...[wallet, vault.protocol, vault.vault, lpMint, userLp],
          ...[escrow, receipt, TOKEN_PROGRAM, SYSTEM_PROGRAM],
        ],
      },
      condition.instruction,
    ],
    effects: () => ({
      arrives: [...arriving(deployment.rausdcMint, userLp, lp, condition), ...refund(subject, made)],
      rent: rentOfMissing(subject, [userLp]),
    }),
  };
}

/** The account of a request closes when it ends. */
function refund({ wallet, deployment }: ExactSubject, made: LedgerAccount | undefined): readonly Change[] {
  return made === undefined ? [] : [change(deployment.solMint, made.lamports, wallet)];
}

/** LP that a cancelled request gives back; undefined where request or vault were not seen. */
function lpOfCancelled(
  subject: ExactSubject,
  keys: RequestVault,
  made: Uint8Array | undefined,
): bigint | undefined {
  const seen = priceVault(subject, keys, false);
  const request = readRequest(made);
  if (seen === undefined || request === undefined) return undefined;
  const { vault, shares } = seen;
  const { escrowed, bits } = request;
  const worth = bits >> FRACTION_BITS;
  const rest = shares.unlocked - worth;
  if (rest <= 0n) return escrowed;
  // The price is of whole base units, while what buys has its fraction.
  const divisor = (rest * BASIS_POINTS + worth * vault.redemptionFeeBps) << FRACTION_BITS;
  const lp = (bits * (shares.lp - escrowed) * (BASIS_POINTS - vault.redemptionFeeBps)) / divisor;
  return lp < escrowed ? lp : escrowed;
}

/** Computes the LP that a request of an amount takes, at the price of the last update and without accruing a fee. */
function escrowedFor(subject: ExactSubject, keys: RequestVault, amount: bigint): bigint | undefined {
  const seen = priceVault(subject, keys, false);
  return seen && lpForAsset(seen.vault, seen.shares, amount);
}

function openEscrow(wallet: Uint8Array, { escrow, receipt, lpMint }: RequestVault): Expected {
  const opened = openTokenAccount(wallet, escrow, lpMint);
  return { ...opened, accounts: opened.accounts.with(2, receipt) };
}

function findRequestVault({ wallet, deployment }: ExactSubject): RequestVault {
  const keys = deploymentKeys(deployment);
  return { ...ofWallet(keys.usdcVault(), wallet), ...findRequestAccounts({ wallet }, keys) };
}

/** The lesser of what its LP were worth then and are worth now; undefined where request or vault were not seen. */
function priceClaim(
  subject: ExactSubject,
  vault: RequestVault,
  made: Uint8Array | undefined,
): bigint | undefined {
  const priced = priceVault(subject, vault);
  const request = readRequest(made);
  if (priced === undefined || request === undefined) return undefined;
  const { escrowed, bits } = request;
  const worth = bits >> FRACTION_BITS;
  const now = assetForLp(priced.vault, priced.shares, escrowed);
  return worth < now ? worth : now;
}

/** LP in escrow, and what they were worth, with 48 fraction bits. */
function readRequest(made: Uint8Array | undefined): { escrowed: bigint; bits: bigint } | undefined {
  if (made?.length !== REQUEST_SIZE) return undefined;
  const [escrowed = 0n, fraction = 0n, whole = 0n] = [ESCROWED_AT, WORTH_AT, WORTH_AT + 8].map((at) =>
    u64At(made, at),
  );
  return { escrowed, bits: (whole << 64n) | fraction };
}

/** @throws {Refusal} rule `account` for a strategy that is not of the deployment. */
function claim(subject: ExactSubject, vault: RequestVault): Expected {
  const { wallet, deployment } = subject;
  const { protocol, assetMint, lpMint, escrow, userAsset, receipt } = vault;
  const found = findInstruction(subject, VAULT_PROGRAM, DIRECT_WITHDRAW_STRATEGY);
  if (found === undefined) {
    return {
      program: VAULT_PROGRAM,
      format: WITHDRAW_VAULT,
      accounts: [
        ...[wallet, protocol, vault.vault, assetMint, lpMint, escrow, vault.idle, vault.idleAuthority],
        ...[userAsset, receipt, ...PROGRAMS],
      ],
      values: [],
    };
  }
  const strategy = deploymentKeys(deployment)
    .usdcStrategies()
    .find(({ strategy: key }) => isSame(key, found.accounts[STRATEGY_AT]));
  if (strategy === undefined) throw new Refusal('account', 'A strategy is not one of the deployment.');
  const own = (name: WalletAccount) => (name === 'wallet' ? wallet : userAsset);
  return {
    program: VAULT_PROGRAM,
    format: DIRECT_WITHDRAW_STRATEGY,
    accounts: [
      ...[wallet, protocol, vault.vault, strategy.receipt, strategy.strategyReceipt, strategy.directReceipt],
      ...[strategy.strategy, assetMint, lpMint, escrow, strategy.authority, userAsset, strategy.asset],
      ...[receipt, strategy.program, ...PROGRAMS],
      ...strategy.accounts.map(({ key }) => (typeof key === 'string' ? own(key) : key)),
    ],
    values: [strategy.arguments],
    further: strategy.accounts,
  };
}
