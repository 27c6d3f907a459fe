// Printed from the contract by `npm run generate`. Plain types: who installs the client needs no schema library.

export type ApyFacts = { /** Percent as decimal text with four places, rounded to the nearest; null while it is not known. */ readonly percent: string | null;
/** What has been taken off already. */ readonly basis: string;
/** How it is computed. */ readonly method: string;
/** The time it is computed over. */ readonly window: string;
/** Who computes it. */ readonly source: string;
/** When it was read, ISO 8601 in UTC; null before the first time. */ readonly readAt: string | null;
/** Whole seconds since it was read. */ readonly ageSeconds: number | null;
/** Whether reading it anew is overdue, or it was never read. */ readonly isStale: boolean;
/** By the captures of this service: what a position really grew by. Windows that captures do not cover are left out. */ readonly realised: readonly (RealisedYield)[]; };

export type AsOf = { /** Newest slot that a node has shown, as integer text; null while none has. */ readonly slot: string | null;
/** When it was looked for, by the clock of the service; ISO 8601 in UTC. */ readonly time: string; };

export type AvailableAt = { /** Epoch of the ledger, as integer text. */ readonly epoch: string;
/** ISO 8601 in UTC. Absent while it cannot be estimated. */ readonly earliest?: string;
/** ISO 8601 in UTC. Absent while it cannot be estimated. */ readonly latest?: string; };

export type BalanceChange = { /** The wallet, one of its token accounts, or a stake account. Base58. */ readonly account: string;
readonly direction: 'in' | 'out';
/** Symbol of the asset, or its mint where it has none here. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string; };

export type BroadcastAnswer = { /** The first signature of the transaction, base58. */ readonly signature: string;
/** Link to a block explorer. */ readonly explorer: string;
/** With built_transaction only: what the wallet changed; empty when it changed nothing. */ readonly mutations?: readonly (Mutation)[];
/** Text for people; its wording may change. */ readonly notes?: string; };

export type BroadcastBody = { /** Base64 bytes of the fully signed transaction. */ readonly signed_tx: string;
/** The service token of the same build. */ readonly service_token: string;
/** The transaction of the build answer. Send it when the wallet may have edited the transaction while signing: signed_tx may then differ in assertions, memos, compute budget and blockhash. Without it, signed_tx must be unchanged. */ readonly built_transaction?: string;
/** One of: rpc, router. rpc when omitted; Send router when the build answer has route=router. */ readonly route?: 'rpc' | 'router';
/** Required when route is router: the value of the build answer. One of: token, depositStake, depositSol, withdrawStake. */ readonly routerKind?: 'token' | 'depositStake' | 'depositSol' | 'withdrawStake';
/** Required when route is router: the object of the build answer, unchanged. */ readonly router_order?: Readonly<Record<string, unknown>>; };

export type Change = { /** Place in the answer, such as router_order.outAmt. */ readonly field: string;
readonly before: string | null;
readonly after: string | null; };

export type CostOfHaste = { /** Symbol of the asset. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string;
/** The same as interest for the time that is saved, in percent a year; null where that is not known. */ readonly perYearPercent: string | null; };

export type Earned = { readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Time of its first row in the history, ISO 8601 in UTC. */ readonly since: string | null;
readonly balance: Quantity;
/** What went in less what came out, in the asset of balance; below zero where more came out. balance is netDeposits and earned together, to the base unit. null where the history does not say it. */ readonly netDeposits: Quantity | null;
/** Earned since the first deposit; below zero for a loss. null where netDeposits is. */ readonly earned: Quantity | null;
/** Of it with the end of the last epoch: paid to stake, or the gain of what was held by the rates that this service captured. null without these. */ readonly lastEpoch: Quantity | null;
/** Earned by what was in, each deposit as long as it was: percent of a year of 365 days, simple interest. null where it cannot be said. */ readonly realisedPercent: string | null;
/** The APY of the strategy now, percent. null while it is not known. */ readonly advertisedPercent: string | null;
/** ledger: all that went in and out is as the ledger moved it. rate: of something the worth is by the rate that this service captured in its epoch. */ readonly known: 'ledger' | 'rate';
/** Whether the whole history was read and lacks nothing. */ readonly isComplete: boolean;
/** Why it is not complete. Text for people; its wording may change. */ readonly reason: string | null; };

export type EntryOption = { readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
readonly isAvailable: boolean;
/** Why not; null where it is available. */ readonly problem: Obstacle | null;
/** The receipt, or the delegated SOL. */ readonly receive: OptionReceive | null;
/** Of the stake, in SOL. */ readonly costs: readonly (ReceiptCost)[];
/** Rent among costs that comes back at the end. */ readonly rentLocked: Quantity | null;
/** What is expected back of the amount by leaving at once, and what going in and out costs of it, fees in SOL included where SOL goes in; null where nobody prices it now. */ readonly leaveAtOnce: LeaveAtOnce | null;
/** live.apy of the strategy; null while it is not known. */ readonly apyPercent: number | null;
/** Days at the present APY after which the yield has paid for going in and out at once: decimal text, rounded up to a tenth. null where that is not known, or never. */ readonly breakEvenDays: string | null;
/** An APY says nothing without them. */ readonly risks: readonly (OptionRisk)[];
/** The stake, ready to post. */ readonly next: readonly (SuggestedCall)[]; };

export type EntryOptionsAnswer = { /** The wallet. Base58 address. */ readonly wallet: string;
readonly asOf: LedgerMoment;
readonly asset: 'SOL' | 'USDC';
/** The amount of the request, unchanged. */ readonly amount: string;
/** In the order of the strategies: no order of merit. */ readonly options: readonly (EntryOption)[]; };

export type EntryOptionsBody = { /** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** One of: SOL, USDC. */ readonly asset: 'SOL' | 'USDC';
/** SOL with at most 9 decimal places, USDC with at most 6. Positive decimal text without sign, exponent or leading zeros, or max: as much as the wallet can stake in each strategy. */ readonly amount: string; };

export type ExitLimits = { readonly kind: 'deactivate' | 'instant' | 'slow';
/** What amount counts. */ readonly asset: string;
readonly takes: 'amount' | 'whole-account';
/** null where only the router knows, or nothing can leave now. */ readonly least: Quantity | null;
/** Liquidity at present; null where only the router or the vault provider knows. */ readonly most: Quantity | null;
/** max is what amount max takes out. null without wallet, and for stake accounts: GET /wallets/{wallet}/positions has those. */ readonly wallet: WalletExitLimits | null; };

export type ExitOption = { /** The kinds of unstake in their order; withdraw is that of a stake account that has cooled down, and ends deactivate and slow as well. */ readonly path: 'instant' | 'slow' | 'deactivate' | 'withdraw' | 'instant-then-instant';
readonly isAvailable: boolean;
/** Why not; null where it is available. */ readonly problem: Obstacle | null;
/** Who pays, for people. */ readonly via: string | null;
/** How often the wallet signs. */ readonly transactions: number;
/** Net: of SOL, fees and rent of all transactions are taken off. */ readonly receive: OptionReceive | null;
/** Of all transactions, in SOL. */ readonly costs: readonly (ReceiptCost)[];
/** What stake that stays until availableAt is expected to earn on top, at the present APY; null where nothing, or not known. */ readonly rewards: Quantity | null;
/** When the last transaction is possible; null: at once. */ readonly availableAt: AvailableAt | null;
/** What the slowest path in the same asset is expected to bring more, its rewards included; null for that one. */ readonly costOfHaste: CostOfHaste | null;
/** The calls in their order, the first of them ready to post. Where the way is not possible now: the request that it waits for, or none. */ readonly next: readonly (SuggestedCall)[]; };

export type ExitOptionsAnswer = { readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** The wallet. Base58 address. */ readonly wallet: string;
readonly asOf: LedgerMoment;
readonly of: Quantity;
readonly options: readonly (ExitOption)[];
/** Available first, with the most of those; null where none is. */ readonly fastest: 'instant' | 'slow' | 'deactivate' | 'withdraw' | 'instant-then-instant' | null;
/** Expected to bring the most, rewards included, of those that end in SOL or USDC. */ readonly cheapest: 'instant' | 'slow' | 'deactivate' | 'withdraw' | 'instant-then-instant' | null; };

export type ExitOptionsBody = { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, USDC for usdc-earn: required there. Stake accounts leave as a whole. Positive decimal text without sign, exponent or leading zeros, or max: all that the wallet holds of it. */ readonly amount?: string;
/** Required for sol-native-stake. The stakeAccount of the stake answer: base58 of 32 bytes. */ readonly stakeAccount?: string; };

export type Expiry = { /** Recent blockhash of the transaction, base58. */ readonly blockhash: string;
/** Integer text. The transaction cannot land in a block above this height. */ readonly lastValidBlockHeight: string;
/** Seconds until the ledger is expected to pass that height, from the block time measured lately and rounded down. null in the first seconds of a process, before it has measured one. */ readonly validForSeconds: number | null;
/** ISO 8601 in UTC. Nothing that comes then or later is sent, edited or not; refresh renews it for longer. */ readonly tokenExpiresAt: string; };

export type ExplainedAccount = { /** The account. Base58 address. */ readonly address: string;
/** What the program calls it. */ readonly role: string;
readonly isSigner: boolean;
readonly isWritable: boolean; };

export type ExplainedInstruction = { readonly index: number;
/** The program that is invoked. Base58 address. */ readonly program: string;
/** null where it is not known. */ readonly programName: string | null;
/** null where it is not known. */ readonly name: string | null;
/** One sentence for people. */ readonly summary: string;
readonly accounts: readonly (ExplainedAccount)[];
/** The decoded fields: integers and addresses as text. */ readonly data: Readonly<Record<string, unknown>>; };

export type Explanation = { readonly version: 'legacy' | number;
/** Size of the transaction. */ readonly bytes: number;
/** Who pays the fees. Base58 address. */ readonly feePayer: string;
/** Everybody whose signature it takes. */ readonly signers: readonly (string)[];
/** SHA-256 of the message that is signed, base64url. */ readonly messageHash: string;
readonly instructions: readonly (ExplainedInstruction)[]; };

export type FeeFact = { /** What the fee is taken for. */ readonly kind: string;
/** Percent as exact decimal text, cut after nine places. */ readonly percent: string;
/** What it is a percentage of. */ readonly of: string;
/** Base58 address of the account that sets it. */ readonly by: string; };

export type FeedStatus = { readonly name: string;
/** Seconds since it was read; null where there is none. */ readonly ageSeconds: number | null;
/** Whether it is young enough to build with. */ readonly isFresh: boolean; };

export type FigureAges = { /** Seconds since it was read; null where there is none. */ readonly apy: number | null;
/** Seconds since it was read; null where there is none. */ readonly exchangeRate: number | null; };

export type FirstForm = { /** Base58. */ readonly signature: string;
/** landed: on the ledger, without an error. unknown: it may still land. */ readonly outcome: 'landed' | 'unknown'; };

export type HealthAnswer = { readonly ok: true;
readonly service: 'staking-agent-api';
readonly version: 'v1';
/** Deployed commit, or "unknown". */ readonly commit: string;
/** Server time, ISO 8601 in UTC. */ readonly time: string; };

export type HistoryAnswer = { readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
readonly range: '1M' | '3M' | '6M' | 'All';
/** Oldest first. */ readonly points: readonly (HistoryPoint)[]; };

export type HistoryPoint = { /** Day in UTC, ISO 8601: 2026-01-31. */ readonly date: string;
/** Percent with at most two decimals: 6.4 means 6.4 %. */ readonly apy: number; };

export type HistoryRow = { /** Its place: slot and position. Send it as after to read on from this row. */ readonly cursor: string;
/** deposit: something was paid, and the position grew. exit: the way out, at once or its first step. withdrawal: the money of a way out of two steps. transfer_in, transfer_out: the position changed and nothing was paid for it. reward: what the ledger paid to stake at the end of an epoch, or what a receipt gained in worth while the epoch ran. active, withdrawable: with the end of an epoch all stake of the account earns, or is free. claimable: the waiting period of a withdrawal that was requested of the USDC vault is over. deactivating: so much stake of all leaves that a part of it has to wait for another epoch. validator_delinquent: an epoch in which all stake of the account was active paid nothing; as a rule its validator did not vote. commission_changed: the validator kept another part of what an epoch paid than of the epoch before. failed: a transaction that the wallet paid for and that changed nothing. Further words may be added. */ readonly type: 'deposit' | 'exit' | 'withdrawal' | 'transfer_in' | 'transfer_out' | 'reward' | 'active' | 'deactivating' | 'withdrawable' | 'claimable' | 'validator_delinquent' | 'commission_changed' | 'failed';
readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** The stake account that changed most, or the token account of the receipt. Base58 address. */ readonly account: string;
/** Of the transaction, base58; null for what comes with time alone. */ readonly signature: string | null;
/** Time of the block, ISO 8601 in UTC; null where the node does not say. Of what comes with the end of an epoch that of the end. */ readonly time: string | null;
/** Integer text. */ readonly slot: string;
/** Integer text. */ readonly epoch: string;
/** What the wallet and its positions gained. staked SOL is what stake accounts of the wallet hold, rent included. */ readonly in: readonly (Quantity)[];
/** What they lost, fee and tip left out. */ readonly out: readonly (Quantity)[];
/** Paid by the wallet to the ledger; once for all rows of a transaction. */ readonly fee: Quantity | null;
/** Paid by the wallet to tip accounts of landing services; once for all rows of a transaction. null where none was paid. */ readonly tip: Quantity | null;
/** Of commission_changed the commission from then on, in percent. Of known rate what in or out were computed with: the change of what one receipt is worth; null where the ledger says them. */ readonly rate: string | null;
/** ledger: read from a transaction, or from what the ledger says it paid. rate: receipts held at the end of the epoch times the recorded change of their rate, in the asset that they are worth, rounded down; a loss is in out. No units move. computed: follows from the delegation, the epochs of the ledger and what they paid, or from a request and the times of blocks. */ readonly known: 'ledger' | 'rate' | 'computed'; };

export type KeptBack = { /** rent: of the accounts that the stake opens. fees: of the stake, at the most. later-exit: fees and rent of taking it out again, at the most. wallet-rent: what the wallet must hold to go on existing. */ readonly for: 'rent' | 'fees' | 'later-exit' | 'wallet-rent';
/** Symbol of the asset. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string; };

export type LeaveAtOnce = { readonly receive: Quantity;
readonly cost: Quantity; };

export type LedgerMoment = { /** Slot that was read, as integer text. */ readonly slot: string;
/** Its epoch, as integer text. */ readonly epoch: string;
/** The ledger's own time, ISO 8601 in UTC. */ readonly time: string; };

export type LedgerTerms = { readonly stakeAccountRent: Quantity;
readonly tokenAccountRent: Quantity;
readonly walletRent: Quantity;
readonly minimumDelegation: Quantity;
readonly signatureFee: Quantity; };

export type LeverageFacts = { readonly collateral: Quantity;
readonly debt: Quantity;
readonly net: Quantity;
/** Collateral by what the position is worth, cut after four places; null where it is worth nothing. */ readonly multiple: string | null;
/** Debt by the value of the collateral, percent, rounded up after four places. */ readonly loanToValuePercent: string | null;
/** Price of a raSOL in SOL at which the debt eats the whole position, rounded up after nine places; null without collateral. */ readonly worthlessBelowSolPerRasol: string | null;
/** How far the present price may fall until then, percent, cut after four places. */ readonly distancePercent: string | null;
/** What the collateral counts for at the lender, by what the debt counts for, at its prices; cut after four places. Below 1 the lender may liquidate. null where the deployment does not name the loan. */ readonly health: string | null;
/** Price of a raSOL in SOL below which the lender may liquidate, rounded up after nine places; null as health. */ readonly liquidationBelowSolPerRasol: string | null;
/** Percent as decimal text with four places, rounded to the nearest: what the lender takes for SOL at its present use, compounded to a year; null as health. */ readonly borrowRateNowPercent: string | null;
/** Percent as decimal text with four places, rounded to the nearest: growth of raSOL in SOL between the two newest captures. */ readonly stakeRatePercent: string | null;
/** Percent as decimal text with four places, rounded to the nearest: what the debt must have cost between the two newest captures, fees of the vault included, so that the vault grew as it did at its present leverage. */ readonly borrowRatePercent: string | null;
/** Percent as decimal text with four places, rounded to the nearest: the stake rate less what the debt costs, per part the vault is worth. */ readonly carryPercent: string | null;
/** Whether the debt costs more than the collateral earns. */ readonly isCarryNegative: boolean | null;
/** How the largest exit possible now is paid: vault-idle or flash-bracket; null where none is possible. */ readonly exitNow: string | null;
/** The largest exit that idle funds pay. */ readonly idleCovers: Quantity | null;
/** Epochs since the stake pool computed its price, as integer text. */ readonly priceAgeEpochs: string; };

export type LeveragedDetail = { readonly key: 'sol-leveraged-stake';
/** What the caller puts in. */ readonly asset: 'SOL';
/** Short name for people. */ readonly title: string;
/** One line for people. */ readonly blurb: string;
/** A coming_soon strategy is announced and cannot be called yet. */ readonly status: 'live' | 'coming_soon';
readonly live: StrategyLive;
/** One paragraph for people. */ readonly intro: string;
readonly steps: readonly (StrategyStep)[];
/** Trust labels. */ readonly trust: readonly (string)[];
readonly onchain: LeveragedOnchain;
readonly actions: StrategyActions; };

export type LeveragedInstantAnswer = { readonly strategy: 'sol-leveraged-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
readonly outputAsset: 'raSOL' | 'SOL';
/** Broadcast with route=rpc. */ readonly route: 'rpc';
/** vault-idle pays from idle raSOL of the vault; flash-bracket repays part of the loan in the same transaction. */ readonly path: 'vault-idle' | 'flash-bracket';
/** raSOL Max LP base units (9 decimals) burned, as integer text. */ readonly burnedLpLamports: string;
/** raSOL as decimal text, rounded down. */ readonly expectedPayoutRasol: string;
/** The same in base units (9 decimals), as integer text. */ readonly expectedPayoutRasolLamports: string;
/** Whether this transaction opens a lending account for the wallet, whose rent the wallet pays once. */ readonly initializedLendingAccount: boolean;
/** Mint of raSOL Max LP. Base58 address. */ readonly receiptMint: string;
readonly receiptSymbol: string;
readonly next?: NextStep;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type LeveragedOnchain = { /** Mint of the asset that goes in. Base58 address. */ readonly assetMint: string;
/** Mint of raSOL, which the vault takes in. Base58 address. */ readonly depositMint: string;
/** Mint of the receipt token. Base58 address. */ readonly receiptMint: string;
/** Symbol of the receipt token. */ readonly receiptSymbol: string; };

export type LeveragedQuoteAnswer = { readonly strategy: 'sol-leveraged-stake';
readonly kind: 'instant';
readonly inAsset: 'raSOL Max';
readonly outAsset: 'raSOL';
/** The amount of the request, unchanged; what it came to where that was max. */ readonly inAmount: string;
/** Estimated raSOL at the current value of the vault, as decimal text, rounded down. */ readonly outAmount: string;
readonly path: 'vault-idle' | 'flash-bracket'; };

export type LeveragedStakeAnswer = { readonly strategy: 'sol-leveraged-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=rpc. */ readonly route: 'rpc';
/** Lamports that go in, as integer text. */ readonly depositedSolLamports: string;
/** raSOL base units (9 decimals) that are deposited into the vault, rounded down, as integer text. */ readonly stagedRasolLamports: string;
/** Mint of raSOL Max LP. Base58 address. */ readonly receiptMint: string;
readonly receiptSymbol: string;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type LeveragedStrategyAnswer = { readonly strategy: LeveragedDetail; };

export type LimitsAnswer = { readonly network: Network;
readonly asOf: LedgerMoment;
readonly nextEpoch: AvailableAt;
readonly ledger: LedgerTerms;
readonly strategies: readonly (StrategyLimits)[]; };

export type LiquidDetail = { readonly key: 'sol-liquid-stake';
/** What the caller puts in. */ readonly asset: 'SOL';
/** Short name for people. */ readonly title: string;
/** One line for people. */ readonly blurb: string;
/** A coming_soon strategy is announced and cannot be called yet. */ readonly status: 'live' | 'coming_soon';
readonly live: StrategyLive;
/** One paragraph for people. */ readonly intro: string;
readonly steps: readonly (StrategyStep)[];
/** Trust labels. */ readonly trust: readonly (string)[];
readonly onchain: LiquidOnchain;
readonly actions: StrategyActions; };

export type LiquidInstantAnswer = { readonly strategy: 'sol-liquid-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'token';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type LiquidOnchain = { /** Mint of the asset that goes in. Base58 address. */ readonly assetMint: string;
/** Mint of the receipt token. Base58 address. */ readonly receiptMint: string;
/** Symbol of the receipt token. */ readonly receiptSymbol: string; };

export type LiquidQuoteAnswer = { readonly strategy: 'sol-liquid-stake';
readonly inAsset: 'raSOL';
readonly outAsset: 'SOL';
/** The amount of the request, unchanged; what it came to where that was max. */ readonly inAmount: string;
/** Estimated SOL as decimal text. */ readonly outAmount: string;
/** Fraction: 0.0048 means 0.48 %. Null when the router does not report it. */ readonly priceImpactPct: number | null; };

export type LiquidSlowAnswer = { readonly strategy: 'sol-liquid-stake';
readonly kind: 'slow';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'withdrawStake';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type LiquidStakeAnswer = { readonly strategy: 'sol-liquid-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'token';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type LiquidStrategyAnswer = { readonly strategy: LiquidDetail; };

export type LiquidityFacts = { /** The largest exit at once; null where only the router or the vault provider knows. */ readonly instant: Quantity | null;
/** What the vault or the pool has at hand; null where there is none. */ readonly idle: Quantity | null;
/** What the vault takes until it is full; null where nothing fills up. */ readonly capacityLeft: Quantity | null; };

export type ManyPositionsAnswer = { /** In the order of the request: as GET /wallets/{wallet}/positions answers, with at most 30 positions, or the problem of this wallet. Of further positions that operation has the next page, by nextCursor. */ readonly wallets: readonly (PositionsAnswer | RefusedWallet)[]; };

export type ManyPositionsBody = { /** Base58 addresses of 1 to 100 wallets, each once. */ readonly wallets: readonly (string)[];
/** earned: adds what each strategy earned, read from the histories: of n wallets up to 2500/n transactions and 1000/n epochs of each, at most 500 and 200. A wallet with a longer history has null and the reason: fewer wallets at once have more of it. */ readonly include?: readonly (string)[]; };

export type MergeAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account that stays. Base58 address. */ readonly into: string;
/** The stake accounts that are closed, in the order asked. */ readonly from: readonly (string)[];
/** All that moves into the account that stays, rent reserves among it. Lamports. */ readonly mergedLamports: number;
/** What of it earns nothing there afterwards, at the most: withdraw takes it with lamports. 0 where all of it is delegated or can be withdrawn with the rest. Lamports. */ readonly idleLamports: number;
/** Text for people; its wording may change. */ readonly notes: string; };

export type MergeBody = { /** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** The stake account that stays: base58 of 32 bytes. */ readonly into: string;
/** 1 to 7 stake accounts that become part of it and are closed, each once. */ readonly from: readonly (string)[];
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

export type MissingFact = { /** Place in the answer of what is empty or null for this reason. */ readonly member: string;
/** Text for people; its wording may change. */ readonly reason: string; };

export type MissingHistory = { readonly part: 'stake-accounts' | 'transactions' | 'rewards' | 'dates' | 'rates';
/** Slot at which it is missing, or below which; integer text. */ readonly slot: string | null;
/** Text for people; its wording may change. */ readonly reason: string; };

export type Mutation = { readonly kind: 'assertion' | 'memo' | 'compute-unit-limit' | 'compute-unit-price' | 'loaded-accounts-data-size' | 'blockhash';
/** One sentence for people. */ readonly detail: string; };

export type NativeDeactivateAnswer = { readonly strategy: 'sol-native-stake';
readonly kind: 'deactivate';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
readonly instead?: SuggestedCall;
/** Text for people; its wording may change. */ readonly notes: string; };

export type NativeDetail = { readonly key: 'sol-native-stake';
/** What the caller puts in. */ readonly asset: 'SOL';
/** Short name for people. */ readonly title: string;
/** One line for people. */ readonly blurb: string;
/** A coming_soon strategy is announced and cannot be called yet. */ readonly status: 'live' | 'coming_soon';
readonly live: StrategyLive;
/** One paragraph for people. */ readonly intro: string;
readonly steps: readonly (StrategyStep)[];
/** Trust labels. */ readonly trust: readonly (string)[];
readonly onchain: NativeOnchain;
/** Null while it is not known. */ readonly validator: ValidatorFacts | null;
readonly actions: StrategyActions; };

export type NativeInstantAnswer = { readonly strategy: 'sol-native-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'depositStake';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type NativeOnchain = { /** Vote account the stake is delegated to. Base58 address. */ readonly validatorVoteAccount: string;
/** Mint of the asset that goes in. Base58 address. */ readonly assetMint: string; };

export type NativeQuoteAnswer = { readonly strategy: 'sol-native-stake';
readonly kind: 'instant';
readonly inAsset: 'SOL';
readonly outAsset: 'SOL';
/** The amount of the request, unchanged; what it came to where that was max. */ readonly inAmount: string;
/** Estimated SOL as decimal text. */ readonly outAmount: string;
/** Fraction: 0.0048 means 0.48 %. Null when the router does not report it. */ readonly priceImpactPct: number | null; };

export type NativeStakeAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** The new stake account. Keep it: every later step needs it. Base58 address. */ readonly stakeAccount: string;
/** Only with stakeAccountForm seed: text from which, with the wallet and the stake program, the address derives. */ readonly stakeAccountSeed?: string;
/** The validator's vote account. Base58 address. */ readonly voteAccount: string;
/** Rent reserve of the stake account, paid on top of the amount. Lamports. */ readonly rentExemptReserveLamports: number;
/** What is delegated, equal to the amount. Lamports. */ readonly delegatedLamports: number;
/** Text for people; its wording may change. */ readonly notes: string; };

export type NativeStrategyAnswer = { readonly strategy: NativeDetail; };

export type Nearest = { /** Below what was asked for. */ readonly lower: string | null;
/** Above what was asked for. */ readonly higher: string | null; };

export type Network = { /** Name of the deployment, such as mainnet. */ readonly deployment: string;
/** Identity of the ledger, base58; null while no node has told it. */ readonly genesisHash: string | null;
/** Whether nothing here has any value. */ readonly isSandbox: boolean; };

export type NextStep = { readonly description: string;
/** Path of the unstake operation. */ readonly endpoint: string;
readonly method: 'POST';
readonly body: NextStepBody; };

export type NextStepBody = { readonly strategy: 'sol-liquid-stake';
/** The same wallet. Base58 address. */ readonly wallet: string;
/** raSOL as decimal text: an estimate. Replace it by what was really received. */ readonly amount: string;
readonly kind: 'instant'; };

export type Obstacle = { /** The code of the problem. */ readonly code: string;
/** Text for people; its wording may change. */ readonly detail: string; };

export type OptionReceive = { readonly expected: Quantity;
/** The calls of next pay no less, or are refused. null where nothing in the transaction makes sure of a minimum. */ readonly atLeast: Quantity | null; };

export type OptionRisk = { /** Stable word. */ readonly code: string;
/** Text for people; its wording may change. */ readonly detail: string; };

export type OtherForm = { /** null where it was not broadcast here, or where the other forms could not be looked up. */ readonly signature: string | null;
/** landed: executed. unknown: it can land still, or did and may be another build. */ readonly outcome: 'landed' | 'unknown'; };

export type PositionWarning = { readonly code: 'LOCKUP_IN_FORCE' | 'NOT_STAKER' | 'NOT_WITHDRAWER' | 'OTHER_VALIDATOR' | 'VALIDATOR_DELINQUENT' | 'IDLE_SINCE_EPOCH' | 'SURPLUS_NOT_EARNING' | 'MERGEABLE_WITH' | 'REWARDS_BEING_PAID' | 'EXIT_NOT_POSSIBLE';
/** Text for people; its wording may change. */ readonly detail: string; };

export type PositionsAnswer = { /** The wallet. Base58 address. */ readonly wallet: string;
readonly asOf: LedgerMoment;
/** Whether nothing is missing. */ readonly isComplete: boolean;
/** What could not be read. stake-accounts: no ledger node searches for them now; name yours in stakeAccounts. */ readonly missing: readonly ('stake-accounts' | 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn')[];
/** Where stake accounts were looked for. all: among all of the ledger. history: no ledger node searches them; among those that the newest transactions of the wallet wrote, and those named. named: only those named. */ readonly searched: 'all' | 'history' | 'named';
/** Values of all positions together, those of other pages included, by asset; without stake that another withdrawer owns. */ readonly totals: readonly (Quantity)[];
readonly positions: readonly (StakePosition | ReceiptPosition)[];
/** Send it as cursor for the next 300; null at the end. */ readonly nextCursor: string | null;
/** Only where include asks for it: by strategy, all that the wallet has or had in it together. Where the history is too long, all strategies, without figures. */ readonly earned?: readonly (Earned)[]; };

export type Problem = { /** URI ending in /errors/<slug>. Stable: branch on this. */ readonly type: string;
/** Short name for people. Its wording may change. */ readonly title: string;
/** The HTTP status, repeated. */ readonly status: number;
/** What was wrong in this case and what would be right. */ readonly detail: string;
/** Stable upper-case word that narrows the slug. */ readonly code?: string;
/** Whether the unchanged request can succeed when sent again. */ readonly retryable?: boolean;
/** Only on broadcast. rejected, expired: build a new transaction. not_sent, unknown: send the same bytes again. */ readonly outcome?: 'rejected' | 'expired' | 'not_sent' | 'unknown';
/** Only on broadcast: the signature of the transaction, base58. */ readonly signature?: string;
readonly holds?: Quantity;
readonly needs?: Quantity;
readonly nearest?: Nearest;
readonly availableAt?: AvailableAt;
/** ISO 8601 in UTC. */ readonly claimableAt?: string;
readonly limit?: Quantity;
readonly asked?: Quantity;
readonly remaining?: Quantity;
/** ISO 8601 in UTC. */ readonly roomAt?: string;
readonly failure?: TransactionFailure;
readonly first?: FirstForm;
/** Calls that lead where the refused one meant to, ready to post. */ readonly next?: readonly (SuggestedCall)[]; };

export type ProgramFact = { /** Where it stands in the deployment file. */ readonly name: string;
/** Base58. */ readonly address: string;
/** Who may replace it, base58; null where nobody may. */ readonly upgradeAuthority: string | null;
/** Integer text; null where it cannot be replaced. */ readonly lastDeployedSlot: string | null; };

export type Quantity = { /** Symbol of the asset. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string; };

export type QuoteBody = { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake. */ readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake';
/** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** What would go out: SOL for sol-native-stake, raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake, each with at most 9 decimal places. Positive decimal text without sign, exponent or leading zeros, or max: all that the wallet holds of it, or the whole stake account. */ readonly amount: string;
/** Required for sol-native-stake, unused otherwise. The stakeAccount of the stake answer: base58 of 32 bytes. */ readonly stakeAccount?: string; };

export type RealisedYield = { /** What the window was meant to be, in days; "all" for everything captured. */ readonly days: string;
/** Capture it begins with, ISO 8601 in UTC. */ readonly from: string;
/** Capture it ends with, ISO 8601 in UTC. */ readonly to: string;
/** Percent as decimal text with four places, rounded to the nearest: growth from the first capture to the last, compounded to a year. Of native stake, by the yields that its source gave each epoch. */ readonly percent: string; };

export type Receipt = { /** computed: follows from the bytes and holds to the base unit, what a vault or a pool pays aside. simulated: what a simulation on our nodes brought. */ readonly basis: 'computed' | 'simulated';
/** One sentence for people. */ readonly summary: string;
/** What leaves and what arrives, without the costs. The wallet gains in SOL what arrives in it, less what leaves it and all costs; a new account also gets its rent. */ readonly changes: readonly (ReceiptChange)[];
/** What arrives, before costs; null where nothing does. */ readonly receive: ReceiptReceive | null;
readonly costs: readonly (ReceiptCost)[];
/** Of the stake account that it opens. */ readonly authorities: readonly (ReceiptAuthority)[];
readonly undo: ReceiptUndo;
readonly warnings: readonly (ReceiptWarning)[]; };

export type ReceiptAuthority = { /** The stake account. Base58 address. */ readonly account: string;
/** Who may delegate and deactivate. Base58 address. */ readonly staker: string;
/** Who may withdraw. Base58 address. */ readonly withdrawer: string;
/** null: there is no lockup. */ readonly lockup: null; };

export type ReceiptChange = { /** The wallet itself, one of its token accounts, or one of its stake accounts. Base58 address. */ readonly account: string;
readonly direction: 'out' | 'in';
/** Symbol of the asset. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string;
/** Whether the transaction opens the account. */ readonly isNew: boolean; };

export type ReceiptCost = { /** network-fee for the signatures; priority-fee at the most; tip for the landing service, as asked for; rent is what an account must hold to exist. */ readonly kind: 'network-fee' | 'priority-fee' | 'tip' | 'rent';
/** Symbol of the asset. */ readonly asset: string;
/** Decimal text. */ readonly amount: string;
/** The same in base units, as integer text. */ readonly baseUnits: string;
/** Whether the wallet gets it back when it closes the account. */ readonly isRefundable: boolean;
/** Only with rent: the new account that holds it. Base58 address. */ readonly account?: string; };

export type ReceiptPosition = { readonly strategy: 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Mint of the receipt token; of a requested withdrawal the account of the request. Base58 address. */ readonly id: string;
/** requested: raUSDC in escrow for a withdrawal that waits. claimable: its waiting period is over. */ readonly state: 'active' | 'requested' | 'claimable';
readonly receipt: Quantity;
readonly value: Quantity;
/** What one receipt is worth, in the asset of value: decimal text with 18 places, rounded down. */ readonly rate: string;
/** Only requested and claimable: from when on, ISO 8601 in UTC. */ readonly claimableAt?: string;
/** Only sol-leveraged-stake: how an exit of everything would be paid now. */ readonly exitPath?: 'vault-idle' | 'flash-bracket';
readonly warnings: readonly (PositionWarning)[];
/** Every call that is possible now. Those to /split and /merge arrange stake accounts and take nothing out; all others do. */ readonly next: readonly (SuggestedCall)[]; };

export type ReceiptReceive = { readonly expected: Quantity;
/** With less the transaction fails. null where nothing in it makes sure of a minimum. */ readonly atLeast: Quantity | null; };

export type ReceiptUndo = { readonly isPossible: boolean;
/** How and when, for people. */ readonly description: string;
/** In order, once the transaction has landed: the calls that undo it, or that complete an exit. */ readonly next: readonly (SuggestedCall)[]; };

export type ReceiptWarning = { /** WALLET_TOO_POOR: the transaction would fail. NO_SOL_FOR_EXIT: what is left does not pay for taking it out again. NO_MINIMUM: it may bring less than is expected, without a limit, and does not fail then. MINIMUM_AT_RATE: nothing in the bytes demands atLeast, which holds while the rate stands that it was computed at. LEVERAGE: the vault borrows; a fall of raSOL against SOL, or a liquidation, can take all that is put in. */ readonly code: 'WALLET_TOO_POOR' | 'NO_SOL_FOR_EXIT' | 'VALIDATOR_DELINQUENT' | 'NO_MINIMUM' | 'MINIMUM_AT_RATE' | 'LEVERAGE';
readonly detail: string; };

export type RefreshBody = { /** Base64 of the built transaction, as it was built or as the wallet signed it. */ readonly transaction: string;
/** The token of the build that made this transaction. */ readonly service_token: string;
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

export type RefreshedLeveragedInstantAnswer = { readonly strategy: 'sol-leveraged-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
readonly outputAsset: 'raSOL' | 'SOL';
/** Broadcast with route=rpc. */ readonly route: 'rpc';
/** vault-idle pays from idle raSOL of the vault; flash-bracket repays part of the loan in the same transaction. */ readonly path: 'vault-idle' | 'flash-bracket';
/** raSOL Max LP base units (9 decimals) burned, as integer text. */ readonly burnedLpLamports: string;
/** raSOL as decimal text, rounded down. */ readonly expectedPayoutRasol: string;
/** The same in base units (9 decimals), as integer text. */ readonly expectedPayoutRasolLamports: string;
/** Whether this transaction opens a lending account for the wallet, whose rent the wallet pays once. */ readonly initializedLendingAccount: boolean;
/** Mint of raSOL Max LP. Base58 address. */ readonly receiptMint: string;
readonly receiptSymbol: string;
readonly next?: NextStep;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedLeveragedStakeAnswer = { readonly strategy: 'sol-leveraged-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=rpc. */ readonly route: 'rpc';
/** Lamports that go in, as integer text. */ readonly depositedSolLamports: string;
/** raSOL base units (9 decimals) that are deposited into the vault, rounded down, as integer text. */ readonly stagedRasolLamports: string;
/** Mint of raSOL Max LP. Base58 address. */ readonly receiptMint: string;
readonly receiptSymbol: string;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedLiquidInstantAnswer = { readonly strategy: 'sol-liquid-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'token';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedLiquidSlowAnswer = { readonly strategy: 'sol-liquid-stake';
readonly kind: 'slow';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'withdrawStake';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedLiquidStakeAnswer = { readonly strategy: 'sol-liquid-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'token';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedMergeAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account that stays. Base58 address. */ readonly into: string;
/** The stake accounts that are closed, in the order asked. */ readonly from: readonly (string)[];
/** All that moves into the account that stays, rent reserves among it. Lamports. */ readonly mergedLamports: number;
/** What of it earns nothing there afterwards, at the most: withdraw takes it with lamports. 0 where all of it is delegated or can be withdrawn with the rest. Lamports. */ readonly idleLamports: number;
/** Text for people; its wording may change. */ readonly notes: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedNativeDeactivateAnswer = { readonly strategy: 'sol-native-stake';
readonly kind: 'deactivate';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
readonly instead?: SuggestedCall;
/** Text for people; its wording may change. */ readonly notes: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedNativeInstantAnswer = { readonly strategy: 'sol-native-stake';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Broadcast with route=router. */ readonly route: 'router';
/** Send it back unchanged at broadcast. */ readonly routerKind: 'depositStake';
/** The router's order. Opaque; send it back unchanged. */ readonly router_order: Readonly<Record<string, unknown>>;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedNativeStakeAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** The new stake account. Keep it: every later step needs it. Base58 address. */ readonly stakeAccount: string;
/** Only with stakeAccountForm seed: text from which, with the wallet and the stake program, the address derives. */ readonly stakeAccountSeed?: string;
/** The validator's vote account. Base58 address. */ readonly voteAccount: string;
/** Rent reserve of the stake account, paid on top of the amount. Lamports. */ readonly rentExemptReserveLamports: number;
/** What is delegated, equal to the amount. Lamports. */ readonly delegatedLamports: number;
/** Text for people; its wording may change. */ readonly notes: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedSplitAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account asked about, which keeps the rest. Base58 address. */ readonly stakeAccount: string;
/** The new stake account. Keep it: every later step needs it. Base58 address. */ readonly newStakeAccount: string;
/** Text from which, with the wallet and the stake program, newStakeAccount derives. */ readonly stakeAccountSeed: string;
/** What is delegated in the new account, equal to the amount. Lamports. */ readonly splitLamports: number;
/** Rent reserve of the new account, which the wallet pays and gets back when the account is closed or merged and withdrawn. Lamports. */ readonly rentExemptReserveLamports: number;
/** Text for people; its wording may change. */ readonly notes: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedUsdcInstantAnswer = { readonly strategy: 'usdc-earn';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault. */ readonly route: 'vault';
/** Only where it was asked for. request: this transaction pays no USDC yet. cancel: it pays none, and gives raUSDC back. */ readonly step?: 'request' | 'claim' | 'cancel';
/** Only with step request: about when it can be claimed, ISO 8601 in UTC; counted from when it lands. */ readonly claimableAt?: string;
readonly next?: SuggestedCall;
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedUsdcStakeAnswer = { readonly strategy: 'usdc-earn';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault. */ readonly route: 'vault';
/** Text for people; its wording may change. */ readonly notes?: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefreshedWithdrawAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account asked about. Base58 address. */ readonly stakeAccount: string;
/** What moves to the wallet. Lamports. */ readonly withdrawnLamports: number;
/** Text for people; its wording may change. */ readonly notes: string;
/** Figures that are others than in the build before, as text. Empty when all are the same. */ readonly changed: readonly (Change)[]; };

export type RefusedWallet = { /** As the request has it. */ readonly wallet: string;
readonly problem: Obstacle; };

export type SenderStatus = { /** node 1: the first of LEDGER_RPC_URLS. sender 1: the first of LEDGER_SEND_URLS. */ readonly name: string;
/** Whether it is sent no transactions at present: it refused one, did not answer, or is of another ledger. */ readonly isSetAside: boolean; };

export type SplitAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account asked about, which keeps the rest. Base58 address. */ readonly stakeAccount: string;
/** The new stake account. Keep it: every later step needs it. Base58 address. */ readonly newStakeAccount: string;
/** Text from which, with the wallet and the stake program, newStakeAccount derives. */ readonly stakeAccountSeed: string;
/** What is delegated in the new account, equal to the amount. Lamports. */ readonly splitLamports: number;
/** Rent reserve of the new account, which the wallet pays and gets back when the account is closed or merged and withdrawn. Lamports. */ readonly rentExemptReserveLamports: number;
/** Text for people; its wording may change. */ readonly notes: string; };

export type SplitBody = { /** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** To be split; the wallet holds both of its authorities. The stakeAccount of the stake answer: base58 of 32 bytes. */ readonly stakeAccount: string;
/** SOL of the delegation that moves into the new account. Positive decimal text without sign, exponent or leading zeros, at most 9 decimal places. Both accounts must be left with the minimum delegation of GET /limits. */ readonly amount: string;
/** One of: deactivate. deactivate begins the cooldown of the new account in the same transaction. When omitted, the new account is as active as the old one. */ readonly then?: 'deactivate';
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

export type StakeAuthorities = { /** May deactivate. Base58 address. */ readonly staker: string;
/** May withdraw. Base58 address. */ readonly withdrawer: string;
/** null unless it is in force. */ readonly lockup: StakeLockup | null; };

export type StakeBody = { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** SOL with at most 9 decimal places for the sol-* strategies, USDC with at most 6 for usdc-earn. Positive decimal text without sign, exponent or leading zeros, or max: as much as the wallet can stake and still pay for taking it out again, by one more read of the ledger (GET /limits says how much). */ readonly amount: string;
/** The smallest acceptable payout, in the asset that is paid out; a transaction is built only if its bytes demand it, and is refused once more at its broadcast where they count tokens that the wallet received meanwhile. It can only tighten the limit of the service, except for instant exits, where it can also loosen it. Positive decimal text like amount. */ readonly minReceive?: string;
/** Only for sol-native-stake. One of: keypair, seed. keypair when omitted: the service signs for the new account. With seed its address derives from the wallet and the stakeAccountSeed of the answer, anybody can recompute it, and only the wallet signs. */ readonly stakeAccountForm?: string;
/** Partner attribution. A secret: header X-Partner-Key keeps it out of the body. */ readonly partner_api_key?: string;
/** Referral attribution: 4 to 12 ASCII letters and digits in any case. Header X-Referral-Code does the same. */ readonly referral_code?: string;
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

export type StakeLimits = { /** What amount counts. */ readonly asset: string;
/** Places that amount may have. */ readonly decimals: number;
/** Least of which something can leave again, which is the least that amount max stakes; a build may take less, as the vault or the router does. null while it is not known. */ readonly least: Quantity | null;
/** Most of one request, by the ledger, the vault and the operator, whatever a wallet holds; null where nothing limits it, and while the ledger or the vault takes none. */ readonly most: Quantity | null;
/** What the vault takes until it is full; null where nothing fills up. */ readonly capacityLeft: Quantity | null; };

export type StakeLockup = { /** In force before this epoch. */ readonly epoch: string;
/** In force before this time, ISO 8601 in UTC; null where only the epoch counts. */ readonly time: string | null;
/** May lift it. Base58 address. */ readonly custodian: string; };

export type StakeParts = { /** Delegated to the validator. Lamports. */ readonly delegated: string;
/** What of it earns rewards in the present epoch. Lamports. */ readonly effective: string;
/** What it holds beside the delegation of the rent that the ledger demands now; stays until the account is closed. Lamports. */ readonly rentReserve: string;
/** Neither delegated nor reserve. Lamports. */ readonly surplus: string; };

export type StakePosition = { readonly strategy: 'sol-native-stake';
/** The stake account. Base58 address. */ readonly id: string;
/** The same, as the operations name it. Base58 address. */ readonly stakeAccount: string;
/** Vote account it is delegated to; null where it never was. */ readonly voteAccount: string | null;
/** Whether it is delegated to the validator of this service. */ readonly isOurValidator: boolean;
/** deactivating: cooling down until its epoch ends. withdrawable: it has cooled down and earns nothing. undelegated: it never was delegated. */ readonly state: 'activating' | 'active' | 'deactivating' | 'withdrawable' | 'undelegated';
readonly value: Quantity;
readonly parts: StakeParts;
readonly authorities: StakeAuthorities;
/** Epoch of the delegation, as integer text. */ readonly activationEpoch: string | null;
/** Epoch of the deactivation, as integer text; null before. */ readonly deactivationEpoch: string | null;
readonly withdrawable: Quantity;
/** When stake that is cooling down can be withdrawn; null otherwise. */ readonly availableAt: AvailableAt | null;
readonly warnings: readonly (PositionWarning)[];
/** Every call that is possible now. Those to /split and /merge arrange stake accounts and take nothing out; all others do. */ readonly next: readonly (SuggestedCall)[]; };

export type StatusAnswer = { /** down: no transaction can be built. impaired: something is failing, or stopped by the operator. */ readonly state: 'ok' | 'impaired' | 'down';
readonly service: 'staking-agent-api';
readonly version: 'v1';
/** Deployed commit, or "unknown". */ readonly commit: string;
/** ISO 8601 in UTC. */ readonly time: string;
readonly upstreams: readonly (UpstreamStatus)[];
readonly strategies: readonly (StrategyStatusEntry)[];
readonly feeds: readonly (FeedStatus)[];
/** The endpoints that signed transactions are sent to, all at once. */ readonly senders: readonly (SenderStatus)[];
readonly stops: readonly (StopStatus)[]; };

export type StopStatus = { /** What the operator has stopped: an upstream or a strategy. */ readonly target: string;
/** ISO 8601 in UTC. */ readonly since: string; };

export type StrategyAction = { /** For information; POST /stake has no member kind. */ readonly kinds: readonly (string)[];
readonly notes: string; };

export type StrategyActions = { readonly stake: StrategyAction;
readonly unstake: StrategyAction; };

export type StrategyFactsAnswer = { readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
readonly asOf: LedgerMoment;
readonly apy: ApyFacts;
readonly liquidity: LiquidityFacts;
readonly fees: readonly (FeeFact)[];
readonly programs: readonly (ProgramFact)[];
/** null for a strategy that borrows nothing. */ readonly leverage: LeverageFacts | null;
/** What could not be told at present; empty when all is there. */ readonly missing: readonly (MissingFact)[]; };

export type StrategyLimits = { readonly key: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Whether stakes are taken now. */ readonly isOpen: boolean;
/** null while it is open. */ readonly closedReason: Obstacle | null;
/** What builds pay for a compute unit at present, as integer text. */ readonly priorityFeeMicroLamports: string;
readonly stake: StakeLimits;
readonly unstake: readonly (ExitLimits)[];
/** max is what amount max stakes. null without wallet, and where the strategy could not be read. */ readonly wallet: WalletLimits | null; };

export type StrategyListAnswer = { readonly strategies: readonly (StrategySummary)[]; };

export type StrategyLive = { /** Percent: 6.4 means 6.4 %. Null while the source is unavailable. */ readonly apy: number | null;
/** Asset per receipt; raSOL per raSOL Max LP for sol-leveraged-stake. Null while unavailable, always null for sol-native-stake. */ readonly exchangeRate: number | null; };

export type StrategyStatusEntry = { readonly key: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** impaired: something that its stakes need is failing or stopped; lacks names it. */ readonly state: 'live' | 'impaired' | 'stopped' | 'coming_soon';
/** ISO 8601 in UTC; null where it is not known. */ readonly since: string | null;
readonly lacks: readonly (string)[];
readonly figureAges: FigureAges; };

export type StrategyStep = { /** The number of the step, as text. */ readonly ord: string;
readonly lead: string;
readonly tail: string; };

export type StrategySummary = { readonly key: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** What the caller puts in. */ readonly asset: 'SOL' | 'USDC';
/** Short name for people. */ readonly title: string;
/** One line for people. */ readonly blurb: string;
/** A coming_soon strategy is announced and cannot be called yet. */ readonly status: 'live' | 'coming_soon';
readonly live: StrategyLive; };

export type SuggestedCall = { /** What the call does, for people. */ readonly description: string;
/** Path, with the base path. */ readonly endpoint: string;
readonly method: 'POST';
/** The JSON body to send. */ readonly body: Readonly<Record<string, unknown>>;
readonly availableAt?: AvailableAt; };

export type TransactionAnswer = { readonly signature: string;
/** landed: executed. failed: executed and reverted; only its fee was taken; otherForm names what else of its build landed or can land. pending: it can land still. expired: this signature is in no block and can be in none, and the service knows of nothing else of its build that landed or can; it knows the build where a form of it came to a broadcast here in the last hour, and nothing of one that never did. unknown: no node knows it, and nothing says how long it lives; or it is dead, and otherForm names what else of its build landed or can land. */ readonly status: 'landed' | 'failed' | 'pending' | 'expired' | 'unknown';
/** Whether the ledger can no longer take it back. */ readonly isFinal: boolean;
/** Integer text; null unless it was executed. */ readonly slot: string | null;
/** ISO 8601 in UTC; null while not known. */ readonly blockTime: string | null;
/** What the ledger took; null while not known. */ readonly fee: Quantity | null;
/** What moved on the ledger in the payer's accounts and in stake accounts; of the payer's SOL with the fee. null while not known. */ readonly changes: readonly (BalanceChange)[] | null;
/** null unless failed. */ readonly failure: TransactionFailure | null;
readonly otherForm?: OtherForm;
readonly asOf: AsOf;
/** Link to a block explorer. */ readonly explorer: string; };

export type TransactionFailure = { /** Stable upper-case word, one of the error codes. */ readonly code: string;
/** What failed, in one sentence. */ readonly detail: string;
/** What the code means. */ readonly cause: string;
/** What the caller can do. */ readonly cure: string;
/** Index of the instruction that failed; null where the transaction failed as a whole. */ readonly instruction: number | null;
/** Address of the program that failed first; null where the ledger does not say. */ readonly program: string | null;
/** The program's or the ledger's name of the error. */ readonly error: string | null; };

export type UnstakeBody = { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** One of: deactivate, instant, slow. Each strategy offers some of them. */ readonly kind: 'deactivate' | 'instant' | 'slow';
/** raSOL for sol-liquid-stake, raSOL Max LP for sol-leveraged-stake (both at most 9 decimal places), USDC for usdc-earn (at most 6): required there, except for usdc-earn with isWithdrawAll or step claim or cancel. A native account leaves as a whole: ignored for deactivate, whose answer has in instead the call for such a part, a check on what the account holds for instant. Positive decimal text without sign, exponent or leading zeros, or max: all that the wallet holds of it and that can leave now, by one more read of the ledger for sol-liquid-stake and sol-leveraged-stake. */ readonly amount?: string;
/** Required for sol-native-stake. The stakeAccount of the stake answer: base58 of 32 bytes. */ readonly stakeAccount?: string;
/** Only for usdc-earn: true withdraws the whole position and ignores amount. */ readonly isWithdrawAll?: boolean;
/** Only for sol-leveraged-stake. One of: raSOL, SOL. raSOL when omitted. */ readonly outputAsset?: 'raSOL' | 'SOL';
/** Only for usdc-earn while its vault has a waiting period. One of: request, claim, cancel. request puts raUSDC into escrow and pays nothing yet; claim pays what was requested, once the period is over; cancel takes the request back at any time; neither takes an amount. When omitted, the exit is paid at once or refused. */ readonly step?: 'request' | 'claim' | 'cancel';
/** The smallest acceptable payout, in the asset that is paid out; a transaction is built only if its bytes demand it, and is refused once more at its broadcast where they count tokens that the wallet received meanwhile. It can only tighten the limit of the service, except for instant exits, where it can also loosen it. Positive decimal text like amount. */ readonly minReceive?: string;
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

export type UpstreamStatus = { /** ledger, router, vault, database, or a source of APY. */ readonly name: string;
/** failing: its last three calls brought no answer. unknown: it was not asked yet. */ readonly state: 'ok' | 'failing' | 'unknown';
/** ISO 8601 in UTC; null where it is not known. */ readonly since: string | null;
/** ISO 8601 in UTC; null where it is not known. */ readonly lastSuccess: string | null; };

export type UsdcDetail = { readonly key: 'usdc-earn';
/** What the caller puts in. */ readonly asset: 'USDC';
/** Short name for people. */ readonly title: string;
/** One line for people. */ readonly blurb: string;
/** A coming_soon strategy is announced and cannot be called yet. */ readonly status: 'live' | 'coming_soon';
readonly live: StrategyLive;
/** One paragraph for people. */ readonly intro: string;
readonly steps: readonly (StrategyStep)[];
/** Trust labels. */ readonly trust: readonly (string)[];
readonly onchain: UsdcOnchain;
readonly actions: StrategyActions; };

export type UsdcInstantAnswer = { readonly strategy: 'usdc-earn';
readonly kind: 'instant';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault. */ readonly route: 'vault';
/** Only where it was asked for. request: this transaction pays no USDC yet. cancel: it pays none, and gives raUSDC back. */ readonly step?: 'request' | 'claim' | 'cancel';
/** Only with step request: about when it can be claimed, ISO 8601 in UTC; counted from when it lands. */ readonly claimableAt?: string;
readonly next?: SuggestedCall;
/** Text for people; its wording may change. */ readonly notes?: string; };

export type UsdcOnchain = { /** Mint of the asset that goes in. Base58 address. */ readonly assetMint: string;
/** Mint of the receipt token. Base58 address. */ readonly receiptMint: string;
/** Symbol of the receipt token. */ readonly receiptSymbol: string;
/** The vault. Base58 address. */ readonly vault: string; };

export type UsdcStakeAnswer = { readonly strategy: 'usdc-earn';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** Only where the request said max: the amount that was used instead. */ readonly amount?: string;
/** A deposit into or a withdrawal from a vault. Broadcast with route=rpc; broadcast does not accept vault. */ readonly route: 'vault';
/** Text for people; its wording may change. */ readonly notes?: string; };

export type UsdcStrategyAnswer = { readonly strategy: UsdcDetail; };

export type ValidatorFacts = { /** Whether it has not voted lately: stake with it earns nothing until it does. */ readonly delinquent: boolean;
/** Percent of rewards that it keeps, rounded up. */ readonly commissionPercent: number;
/** What it kept before, where it was less when this service began to look. */ readonly commissionPercentBefore: number | null;
/** SOL delegated to it and active, as decimal text. */ readonly activatedStake: string; };

export type WalletExitLimits = { readonly holds: Quantity;
readonly max: Quantity;
/** Why max is zero; null where it is not. */ readonly problem: Obstacle | null; };

export type WalletHistoryAnswer = { /** The wallet. Base58 address. */ readonly wallet: string;
readonly asOf: LedgerMoment;
/** Newest first; with after oldest first. */ readonly rows: readonly (HistoryRow)[];
/** Send it as cursor, or as after where that was sent, for what follows. There may be more although rows are fewer than limit. null at the beginning of the history. */ readonly nextCursor: string | null;
/** Whether nothing is missing of what this page covers. */ readonly isComplete: boolean;
/** What could not be read. */ readonly missing: readonly (MissingHistory)[]; };

export type WalletLimits = { readonly holds: Quantity;
readonly max: Quantity;
/** In SOL: of holds where SOL goes in, of the SOL of the wallet otherwise. */ readonly keptBack: readonly (KeptBack)[];
/** Why max is zero; null where it is not. */ readonly problem: Obstacle | null; };

export type WithdrawAnswer = { readonly strategy: 'sol-native-stake';
/** Base64 transaction bytes. Sign this message as it is; a changed one is refused at broadcast. */ readonly transaction: string;
/** Opaque. Send it with the signed transaction; expiry says when it expires. */ readonly service_token: string;
readonly expiry: Expiry;
/** Public keys whose signatures are missing: the wallet. */ readonly signers: readonly (string)[];
readonly receipt?: Receipt;
readonly explanation?: Explanation;
/** The stake account asked about. Base58 address. */ readonly stakeAccount: string;
/** What moves to the wallet. Lamports. */ readonly withdrawnLamports: number;
/** Text for people; its wording may change. */ readonly notes: string; };

export type WithdrawBody = { /** Public key of the wallet that signs: base58 of 32 bytes. */ readonly wallet: string;
/** To be emptied. The stakeAccount of the stake answer: base58 of 32 bytes. */ readonly stakeAccount: string;
/** Withdraws only this many lamports. When omitted, withdraws everything and closes the account. */ readonly lamports?: number;
/** What the transaction bids for priority: a level of what recent transactions paid that wrote the same accounts, or the most that it may cost. medium when omitted. The receipt says what it came to. Not for a transaction that the router or the vault provider makes, which bids by itself. */ readonly priority?: 'low' | 'medium' | 'high' | { /** The most that priority may cost, in lamports: integer text, 100 to 5000000. */ readonly maxLamports: string; };
/** Adds one transfer of so many lamports from the wallet to a tip account of the landing service of the deployment, which pays only when the transaction lands. No tip when omitted. Not for a transaction that the router or the vault provider makes. */ readonly tip?: { /** Lamports as integer text, 1000 to 100000000. */ readonly lamports: string; };
/** What to tell beside the transaction, any of: receipt, explanation, each once. Each adds the answer member of its name. receipt costs one read of the ledger. */ readonly include?: readonly (string)[]; };

/** The key that names one strategy. */
export type StrategyKey =
  | 'sol-native-stake'
  | 'sol-liquid-stake'
  | 'sol-leveraged-stake'
  | 'usdc-earn';

/** The ways out of a position. */
export type UnstakeKind =
  | 'deactivate'
  | 'instant'
  | 'slow';

/** The steps in which a vault with a waiting period is left. */
export type UnstakeStep =
  | 'request'
  | 'claim'
  | 'cancel';

/** What a leveraged exit can end in. */
export type OutputAsset =
  | 'raSOL'
  | 'SOL';

/** What became of the bytes of a failed broadcast. */
export type BroadcastOutcome =
  | 'rejected'
  | 'expired'
  | 'not_sent'
  | 'unknown';

/** The stable last segment of a problem's `type`. */
export type ProblemSlug =
  | 'invalid_request'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'upstream_error'
  | 'service_unavailable';

/** Every code that a problem can carry. */
export type ProblemCode =
  | 'FIELD_MISSING'
  | 'FIELD_INVALID'
  | 'AMOUNT_MALFORMED'
  | 'AMOUNT_TOO_FINE'
  | 'AMOUNT_ZERO'
  | 'AMOUNT_TOO_LARGE'
  | 'ADDRESS_MALFORMED'
  | 'ADDRESS_IS_PROGRAM'
  | 'STRATEGY_NOT_FOUND'
  | 'STRATEGY_NOT_LIVE'
  | 'RANGE_INVALID'
  | 'KIND_NOT_OFFERED'
  | 'STAKE_ACCOUNT_FORM_UNKNOWN'
  | 'INCLUDE_UNKNOWN'
  | 'PRIORITY_INVALID'
  | 'TIP_INVALID'
  | 'TIP_NOT_OFFERED'
  | 'FEES_OF_PROVIDER'
  | 'OUTPUT_ASSET_NOT_OFFERED'
  | 'STEP_NOT_OFFERED'
  | 'MIN_RECEIVE_NOT_OFFERED'
  | 'NOTHING_TO_QUOTE'
  | 'REFERRAL_CODE_MALFORMED'
  | 'REFERRAL_CODE_NOT_FOUND'
  | 'ATTRIBUTION_CONFLICT'
  | 'PARTNER_KEY_UNKNOWN'
  | 'AMOUNT_TOO_SMALL'
  | 'AMOUNT_BELOW_ONE_SHARE'
  | 'INSUFFICIENT_FUNDS'
  | 'REQUEST_MALFORMED'
  | 'HOST_MISSING'
  | 'HEADER_REPEATED'
  | 'HEADERS_TOO_LARGE'
  | 'HEADERS_TOO_MANY'
  | 'REQUEST_TIMEOUT'
  | 'RATE_LIMITED'
  | 'READERS_TOO_MANY'
  | 'PIPELINE_TOO_LONG'
  | 'BODIES_TOO_MANY'
  | 'PATH_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'MEDIA_TYPE_UNSUPPORTED'
  | 'BODY_TOO_LARGE'
  | 'BODY_MISSING'
  | 'BODY_MALFORMED'
  | 'BODY_TOO_DEEP'
  | 'BODY_TOO_WIDE'
  | 'KEY_REPEATED'
  | 'KEY_REFUSED'
  | 'NUMBER_INEXACT'
  | 'IDEMPOTENCY_KEY_MALFORMED'
  | 'IDEMPOTENCY_KEY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENT_ANSWER_RETIRED'
  | 'INTERNAL'
  | 'STOPPED_BY_OPERATOR'
  | 'STORE_SET_BACK'
  | 'STORE_UNAVAILABLE'
  | 'ROUTE_INVALID'
  | 'ROUTER_KIND_INVALID'
  | 'ROUTER_KIND_MISMATCH'
  | 'TX_TOO_LARGE'
  | 'TX_NOT_BASE64'
  | 'TX_MALFORMED'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_KEY_UNKNOWN'
  | 'TOKEN_MISMATCH'
  | 'BUILT_TX_MALFORMED'
  | 'EDIT_NOT_LISTED'
  | 'EDIT_CO_SIGNED'
  | 'EDIT_NEEDS_RPC'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_ROUTE_MISMATCH'
  | 'SIGNATURE_FAILURE'
  | 'BLOCKHASH_EXPIRED'
  | 'LEDGER_REJECTED'
  | 'LEDGER_EXECUTION_FAILED'
  | 'ROUTER_REJECTED'
  | 'OUTCOME_UNKNOWN'
  | 'STAKE_ACCOUNT_EXISTS'
  | 'BUILD_REPLACED'
  | 'OTHER_FORM_LANDED'
  | 'OTHER_FORM_SENT'
  | 'BUILD_ENDED'
  | 'BLOCKHASH_UNKNOWN'
  | 'TRANSACTION_MALFORMED'
  | 'TOKEN_NOT_REFRESHABLE'
  | 'REFRESH_TOO_LATE'
  | 'REFRESH_TOO_EARLY'
  | 'TOO_MANY_TRANSACTIONS'
  | 'TRANSACTION_LANDED'
  | 'EQUAL_TRANSACTION_LANDED'
  | 'AMOUNT_ABOVE_LIMIT'
  | 'VALUE_LIMIT_EXCEEDED'
  | 'OVERLOADED'
  | 'LEDGER_UNAVAILABLE'
  | 'LEDGER_REFUSED'
  | 'ROUTER_UNAVAILABLE'
  | 'ROUTER_DENIED'
  | 'ROUTER_REFUSED'
  | 'ROUTER_ORDER_MISMATCH'
  | 'ROUTER_TRANSACTION_REFUSED'
  | 'VAULT_PROVIDER_UNAVAILABLE'
  | 'VAULT_PROVIDER_DENIED'
  | 'VAULT_PROVIDER_REFUSED'
  | 'VAULT_TRANSACTION_REFUSED'
  | 'PRICE_OUT_OF_BOUNDS'
  | 'MIN_RECEIVE_NOT_HELD'
  | 'RATE_CHANGES'
  | 'EVIDENCE_INCOMPLETE'
  | 'NODES_DISAGREE'
  | 'EQUAL_BUILD_ISSUED'
  | 'WALLET_STATE_CHANGING'
  | 'INTENT_MISMATCH'
  | 'APY_UNAVAILABLE'
  | 'SIMULATION_FAILED'
  | 'PROGRAM_CHANGED'
  | 'BELOW_MINIMUM_DELEGATION'
  | 'STAKE_ACCOUNT_NOT_FOUND'
  | 'NOT_A_STAKE_ACCOUNT'
  | 'STAKE_ACCOUNT_OF_ANOTHER'
  | 'NOT_THE_STAKER'
  | 'STAKE_NOT_DELEGATED'
  | 'STAKE_DEACTIVATED'
  | 'STAKE_NOT_INACTIVE'
  | 'BALANCE_TOO_LARGE'
  | 'POOL_NOT_FOUND'
  | 'POOL_NOT_UPDATED'
  | 'EPOCH_REWARDS_BEING_PAID'
  | 'POOL_REFUSED'
  | 'LENDING_ACCOUNT_IN_USE'
  | 'EXIT_EXCEEDS_IDLE'
  | 'NO_EXIT_LIQUIDITY'
  | 'LOOKUP_TABLE_NOT_FOUND'
  | 'LOOKUP_TABLE_TOO_SHORT'
  | 'AMOUNT_NOT_WHOLE'
  | 'THEN_NOT_OFFERED'
  | 'MERGE_LIST_INVALID'
  | 'SPLIT_LEAVES_TOO_LITTLE'
  | 'STAKE_LOCKED'
  | 'STAKES_NOT_MERGEABLE'
  | 'VAULT_REFUSED'
  | 'EXIT_NEEDS_REQUEST'
  | 'WITHDRAWAL_PENDING'
  | 'NO_WITHDRAWAL_REQUESTED'
  | 'VAULT_NOT_FOUND'
  | 'VAULT_ACCOUNT_NOT_FOUND'
  | 'SIGNATURE_MALFORMED'
  | 'WAIT_INVALID'
  | 'BLOCK_HEIGHT_MALFORMED'
  | 'COMPUTE_BUDGET_EXCEEDED'
  | 'SLIPPAGE_EXCEEDED'
  | 'STAKE_REFUSED'
  | 'TOKEN_REFUSED'
  | 'LENDING_REFUSED';

/** What each operation takes and answers, by its id. */
export type Operations = {
  /** Check that the service runs. */
  readonly health: {
    readonly request: undefined;
    readonly answer: HealthAnswer;
  };
  /** See how the service is. */
  readonly status: {
    readonly request: undefined;
    readonly answer: StatusAnswer;
  };
  /** List the strategies. */
  readonly listStrategies: {
    readonly request: undefined;
    readonly answer: StrategyListAnswer;
  };
  /** Describe one strategy. */
  readonly getStrategy: {
    readonly request: { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly key: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn'; };
    readonly answer: NativeStrategyAnswer | LiquidStrategyAnswer | LeveragedStrategyAnswer | UsdcStrategyAnswer;
  };
  /** Get the facts of one strategy. */
  readonly getStrategyFacts: {
    readonly request: { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly key: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn'; };
    readonly answer: StrategyFactsAnswer;
  };
  /** Read past APY. */
  readonly apyHistory: {
    readonly request: { /** Required. One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly strategy: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** One of: 1M, 3M, 6M, All. 1M when omitted. */ readonly range?: '1M' | '3M' | '6M' | 'All'; };
    readonly answer: HistoryAnswer;
  };
  /** Get the least and the most. */
  readonly getLimits: {
    readonly request: { /** One of: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. All of them when omitted. */ readonly strategy?: string;
/** Base58 address: what this wallet can put in and take out is told as well. */ readonly wallet?: string; };
    readonly answer: LimitsAnswer;
  };
  /** List the positions of a wallet. */
  readonly listPositions: {
    readonly request: { /** Base58 address of the wallet. */ readonly wallet: string; } & { /** nextCursor of the answer before. */ readonly cursor?: string;
/** earned, once: adds what each strategy earned, read from the history of the wallet: up to 500 transactions and 200 epochs, so that the answer takes longer. */ readonly include?: 'earned';
/** Up to 100 base58 addresses with commas between, for a ledger node that does not search. Those that do not exist, or are not the wallet's, are left out of the answer. */ readonly stakeAccounts?: string; };
    readonly answer: PositionsAnswer;
  };
  /** List the positions of many wallets. */
  readonly listManyPositions: {
    readonly request: ManyPositionsBody;
    readonly answer: ManyPositionsAnswer;
  };
  /** List what a wallet put in, took out and was paid. */
  readonly walletHistory: {
    readonly request: { /** Base58 address of the wallet. */ readonly wallet: string; } & { /** Rows at most: 1 to 200, 50 unless given. */ readonly limit?: string;
/** nextCursor of the page before: reads on into the past. */ readonly cursor?: string;
/** cursor of a row, or a slot: reads what came after it, oldest first. Not together with cursor. */ readonly after?: string;
/** Only with after. Whole seconds from 0 to 30: an answer without rows is held back until there is one, or the time is over. 0 when omitted. */ readonly wait?: string;
/** Only rows of one strategy: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn. */ readonly strategy?: 'sol-native-stake' | 'sol-liquid-stake' | 'sol-leveraged-stake' | 'usdc-earn';
/** Only rows of one type: deposit, exit, withdrawal, transfer_in, transfer_out, reward, active, deactivating, withdrawable, claimable, validator_delinquent, commission_changed, failed. */ readonly type?: 'deposit' | 'exit' | 'withdrawal' | 'transfer_in' | 'transfer_out' | 'reward' | 'active' | 'deactivating' | 'withdrawable' | 'claimable' | 'validator_delinquent' | 'commission_changed' | 'failed';
/** Only rows of this epoch and later, integer text less than 2^64. Not after to. */ readonly from?: string;
/** Only rows of this epoch and earlier, integer text less than 2^64. */ readonly to?: string;
/** Only with Accept: text/csv. plain: the members of rows, a line for each asset. universal: the columns that tax programs import, a line for each transaction or reward. plain when omitted. */ readonly format?: 'plain' | 'universal'; };
    readonly answer: WalletHistoryAnswer;
  };
  /** Build a stake transaction. */
  readonly stake: {
    readonly request: StakeBody;
    readonly answer: NativeStakeAnswer | LiquidStakeAnswer | LeveragedStakeAnswer | UsdcStakeAnswer;
  };
  /** Build an unstake transaction. */
  readonly unstake: {
    readonly request: UnstakeBody;
    readonly answer: NativeDeactivateAnswer | NativeInstantAnswer | LiquidInstantAnswer | LiquidSlowAnswer | LeveragedInstantAnswer | UsdcInstantAnswer;
  };
  /** Preview an unstake. */
  readonly quote: {
    readonly request: QuoteBody;
    readonly answer: NativeQuoteAnswer | LiquidQuoteAnswer | LeveragedQuoteAnswer;
  };
  /** Compare the ways out. */
  readonly exitOptions: {
    readonly request: ExitOptionsBody;
    readonly answer: ExitOptionsAnswer;
  };
  /** Compare the ways in. */
  readonly entryOptions: {
    readonly request: EntryOptionsBody;
    readonly answer: EntryOptionsAnswer;
  };
  /** Build a withdrawal from a stake account. */
  readonly withdraw: {
    readonly request: WithdrawBody;
    readonly answer: WithdrawAnswer;
  };
  /** Build a split of a stake account. */
  readonly split: {
    readonly request: SplitBody;
    readonly answer: SplitAnswer;
  };
  /** Build a merge of stake accounts. */
  readonly merge: {
    readonly request: MergeBody;
    readonly answer: MergeAnswer;
  };
  /** Refresh a build. */
  readonly refresh: {
    readonly request: RefreshBody;
    readonly answer: RefreshedNativeStakeAnswer | RefreshedLiquidStakeAnswer | RefreshedLeveragedStakeAnswer | RefreshedUsdcStakeAnswer | RefreshedNativeDeactivateAnswer | RefreshedNativeInstantAnswer | RefreshedLiquidInstantAnswer | RefreshedLiquidSlowAnswer | RefreshedLeveragedInstantAnswer | RefreshedUsdcInstantAnswer | RefreshedWithdrawAnswer | RefreshedSplitAnswer | RefreshedMergeAnswer;
  };
  /** Submit a signed transaction. */
  readonly broadcast: {
    readonly request: BroadcastBody;
    readonly answer: BroadcastAnswer;
  };
  /** Ask what became of a transaction. */
  readonly getTransaction: {
    readonly request: { /** The first signature of the transaction, base58. */ readonly signature: string; } & { /** From expiry of the build answer. Without it, absence is never expired. */ readonly lastValidBlockHeight?: string;
/** Whole seconds from 0 to 30: the answer is held back until the status is landed, failed or expired, or the time is over. 0 when omitted. */ readonly wait?: string; };
    readonly answer: TransactionAnswer;
  };
};
