import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as wire from '../index.ts';

// Copied by hand from the contract. A change here is a change that callers notice.

test('pins the members of the bodies; a star marks what is always required', () => {
  const listFields = (body: { properties: object; required: readonly string[] }) =>
    Object.keys(body.properties).map((field) => (body.required.includes(field) ? `${field}*` : field));
  const { stake, unstake, quote, withdraw, split, merge, broadcast } = wire.OPERATIONS;
  assert.equal(
    listFields(stake.body).join(' '),
    'strategy* wallet* amount* minReceive stakeAccountForm partner_api_key referral_code include',
  );
  assert.equal(
    listFields(unstake.body).join(' '),
    'strategy* wallet* kind* amount stakeAccount isWithdrawAll outputAsset step minReceive include',
  );
  assert.equal(listFields(quote.body).join(' '), 'strategy* wallet* amount* stakeAccount');
  assert.equal(listFields(withdraw.body).join(' '), 'wallet* stakeAccount* lamports include');
  assert.equal(listFields(split.body).join(' '), 'wallet* stakeAccount* amount* then include');
  assert.equal(listFields(merge.body).join(' '), 'wallet* into* from* include');
  assert.equal(
    listFields(broadcast.body).join(' '),
    'signed_tx* service_token* built_transaction route routerKind router_order',
  );
});

test('pins the members of the answers', () => {
  const listMembers = (schema: { properties: object }) => Object.keys(schema.properties).sort().join(' ');
  const told = ['receipt', 'explanation'];
  const build = ['expiry', 'service_token', 'signers', 'strategy', 'transaction', ...told];
  const membersOfBuild = (...own: string[]) => [...build, ...own].sort().join(' ');
  const router = ['route', 'routerKind', 'router_order'];
  // What the amount max came to.
  const used = 'amount';

  assert.equal(listMembers(wire.HealthAnswer), 'commit ok service time version');
  assert.equal(listMembers(wire.StrategySummary), 'asset blurb key live status title');
  assert.equal(listMembers(wire.StrategyLive), 'apy exchangeRate');
  assert.equal(
    listMembers(wire.NativeDetail),
    'actions asset blurb intro key live onchain status steps title trust validator',
  );
  assert.equal(
    listMembers(wire.ValidatorFacts),
    'activatedStake commissionPercent commissionPercentBefore delinquent',
  );
  assert.equal(listMembers(wire.NativeDetail.properties.onchain), 'assetMint validatorVoteAccount');
  assert.equal(listMembers(wire.LiquidDetail.properties.onchain), 'assetMint receiptMint receiptSymbol');
  assert.equal(
    listMembers(wire.LeveragedDetail.properties.onchain),
    'assetMint depositMint receiptMint receiptSymbol',
  );
  assert.equal(listMembers(wire.UsdcDetail.properties.onchain), 'assetMint receiptMint receiptSymbol vault');
  assert.equal(listMembers(wire.StrategyStep), 'lead ord tail');
  assert.equal(listMembers(wire.StrategyAction), 'kinds notes');
  assert.equal(listMembers(wire.HistoryAnswer), 'points range strategy');
  assert.equal(listMembers(wire.HistoryPoint), 'apy date');

  assert.equal(
    listMembers(wire.NativeStakeAnswer),
    membersOfBuild(
      used,
      'stakeAccount',
      'stakeAccountSeed',
      'voteAccount',
      'rentExemptReserveLamports',
      'delegatedLamports',
      'notes',
    ),
  );
  assert.equal(listMembers(wire.LiquidStakeAnswer), membersOfBuild(used, ...router, 'notes'));
  assert.equal(
    listMembers(wire.LeveragedStakeAnswer),
    membersOfBuild(
      used,
      'route',
      'depositedSolLamports',
      'stagedRasolLamports',
      'receiptMint',
      'receiptSymbol',
      'notes',
    ),
  );
  assert.equal(listMembers(wire.UsdcStakeAnswer), membersOfBuild(used, 'route', 'notes'));

  assert.equal(listMembers(wire.NativeDeactivateAnswer), membersOfBuild('kind', 'instead', 'notes'));
  assert.equal(listMembers(wire.NativeInstantAnswer), membersOfBuild('kind', ...router, 'notes'));
  assert.equal(listMembers(wire.LiquidInstantAnswer), membersOfBuild(used, 'kind', ...router, 'notes'));
  assert.equal(listMembers(wire.LiquidSlowAnswer), membersOfBuild(used, 'kind', ...router, 'notes'));
  assert.equal(
    listMembers(wire.UsdcInstantAnswer),
    membersOfBuild('kind', 'route', 'step', 'claimableAt', 'next', 'notes'),
  );
  assert.equal(
    listMembers(wire.LeveragedInstantAnswer),
    membersOfBuild(
      ...[used, 'kind', 'outputAsset', 'route', 'path', 'burnedLpLamports', 'expectedPayoutRasol'],
      ...['expectedPayoutRasolLamports', 'initializedLendingAccount', 'receiptMint', 'receiptSymbol'],
      ...['next', 'notes'],
    ),
  );
  assert.equal(listMembers(wire.Receipt), 'authorities basis changes costs receive summary undo warnings');
  assert.equal(listMembers(wire.ReceiptChange), 'account amount asset baseUnits direction isNew');
  assert.equal(listMembers(wire.ReceiptCost), 'account amount asset baseUnits isRefundable kind');
  assert.equal(listMembers(wire.Explanation), 'bytes feePayer instructions messageHash signers version');
  assert.equal(listMembers(wire.SuggestedCall), 'availableAt body description endpoint method');
  assert.equal(listMembers(wire.NextStep), 'body description endpoint method');
  assert.equal(listMembers(wire.NextStep.properties.body), 'amount kind strategy wallet');

  assert.equal(
    listMembers(wire.LiquidQuoteAnswer),
    'inAmount inAsset outAmount outAsset priceImpactPct strategy',
  );
  assert.equal(
    listMembers(wire.NativeQuoteAnswer),
    'inAmount inAsset kind outAmount outAsset priceImpactPct strategy',
  );
  assert.equal(
    listMembers(wire.LeveragedQuoteAnswer),
    'inAmount inAsset kind outAmount outAsset path strategy',
  );
  assert.equal(
    listMembers(wire.WithdrawAnswer),
    membersOfBuild('stakeAccount', 'withdrawnLamports', 'notes'),
  );
  assert.equal(
    listMembers(wire.SplitAnswer),
    membersOfBuild(
      ...['stakeAccount', 'newStakeAccount', 'stakeAccountSeed', 'splitLamports'],
      ...['rentExemptReserveLamports', 'notes'],
    ),
  );
  assert.equal(
    listMembers(wire.MergeAnswer),
    membersOfBuild('into', 'from', 'mergedLamports', 'idleLamports', 'notes'),
  );
  assert.equal(listMembers(wire.BroadcastAnswer), 'explorer mutations notes signature');
});

test('pins the fixed values inside the answers', () => {
  assert.equal(wire.LiquidStakeAnswer.properties.routerKind.const, 'token');
  assert.equal(wire.UsdcStakeAnswer.properties.route.const, 'vault');
  assert.equal(wire.LeveragedStakeAnswer.properties.route.const, 'rpc');
  assert.equal(wire.NativeInstantAnswer.properties.routerKind.const, 'depositStake');
  assert.equal(wire.LiquidInstantAnswer.properties.routerKind.const, 'token');
  assert.equal(wire.LiquidSlowAnswer.properties.routerKind.const, 'withdrawStake');
  assert.equal(wire.UsdcInstantAnswer.properties.route.const, 'vault');
  assert.equal(wire.LeveragedInstantAnswer.properties.route.const, 'rpc');
  assert.equal(wire.LeveragedQuoteAnswer.properties.inAsset.const, 'raSOL Max');
});
