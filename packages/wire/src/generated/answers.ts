// Recorded from the running service by `npm run record`.

/** Answers to examples by operation and variant, and tokens, signatures and transactions of their requests. */
export type Recorded = Readonly<
  Record<
    string,
    Readonly<
      Record<
        string,
        readonly {
          readonly params?: Readonly<Record<string, string>>;
          readonly query?: Readonly<Record<string, string>>;
          readonly body?: object;
          readonly answer: object;
        }[]
      >
    >
  >
>;

export const RECORDED_ANSWERS: Recorded = {
  "health": {
    "ok": [
      {
        "answer": {
          "ok": true,
          "service": "staking-agent-api",
          "version": "v1",
          "commit": "unknown",
          "time": "2026-11-28T12:19:23.586Z"
        }
      }
    ]
  },
  "status": {
    "ok": [
      {
        "answer": {
          "state": "ok",
          "service": "staking-agent-api",
          "version": "v1",
          "commit": "unknown",
          "time": "2026-11-28T12:19:23.589Z",
          "upstreams": [
            {
              "name": "ledger",
              "state": "ok",
              "since": "2026-11-28T12:19:21.814Z",
              "lastSuccess": "2026-11-28T12:19:23.567Z"
            },
            {
              "name": "router",
              "state": "ok",
              "since": "2026-11-28T12:19:22.797Z",
              "lastSuccess": "2026-11-28T12:19:22.887Z"
            },
            {
              "name": "vault",
              "state": "ok",
              "since": "2026-11-28T12:19:21.804Z",
              "lastSuccess": "2026-11-28T12:19:23.538Z"
            },
            {
              "name": "database",
              "state": "ok",
              "since": "2026-11-28T12:19:21.773Z",
              "lastSuccess": "2026-11-28T12:19:23.540Z"
            },
            {
              "name": "validator apy",
              "state": "ok",
              "since": "2026-11-28T12:19:21.793Z",
              "lastSuccess": "2026-11-28T12:19:23.518Z"
            },
            {
              "name": "router lsts",
              "state": "ok",
              "since": "2026-11-28T12:19:21.795Z",
              "lastSuccess": "2026-11-28T12:19:23.534Z"
            },
            {
              "name": "vault records",
              "state": "ok",
              "since": "2026-11-28T12:19:21.804Z",
              "lastSuccess": "2026-11-28T12:19:23.538Z"
            }
          ],
          "strategies": [
            {
              "key": "sol-native-stake",
              "state": "live",
              "since": "2026-11-28T12:19:21.712Z",
              "lacks": [],
              "figureAges": {
                "apy": 0.1,
                "exchangeRate": null
              }
            },
            {
              "key": "sol-liquid-stake",
              "state": "live",
              "since": "2026-11-28T12:19:21.712Z",
              "lacks": [],
              "figureAges": {
                "apy": 0.1,
                "exchangeRate": 0
              }
            },
            {
              "key": "sol-leveraged-stake",
              "state": "live",
              "since": "2026-11-28T12:19:21.712Z",
              "lacks": [],
              "figureAges": {
                "apy": 0.1,
                "exchangeRate": 0
              }
            },
            {
              "key": "usdc-earn",
              "state": "live",
              "since": "2026-11-28T12:19:21.712Z",
              "lacks": [],
              "figureAges": {
                "apy": 0.1,
                "exchangeRate": 0
              }
            }
          ],
          "feeds": [
            {
              "name": "blockhash",
              "ageSeconds": 0.8,
              "isFresh": true
            },
            {
              "name": "stake terms",
              "ageSeconds": 0,
              "isFresh": true
            }
          ],
          "senders": [
            {
              "name": "node 1",
              "isSetAside": false
            }
          ],
          "stops": []
        }
      }
    ]
  },
  "listStrategies": {
    "ok": [
      {
        "answer": {
          "strategies": [
            {
              "key": "sol-native-stake",
              "asset": "SOL",
              "title": "Native",
              "blurb": "Delegate SOL to the operator's validator; the stake account stays yours.",
              "status": "live",
              "live": {
                "apy": 6.23332191971937,
                "exchangeRate": null
              }
            },
            {
              "key": "sol-liquid-stake",
              "asset": "SOL",
              "title": "Liquid",
              "blurb": "Turn SOL into raSOL, a token that gains value with every epoch.",
              "status": "live",
              "live": {
                "apy": 6.20432695078534,
                "exchangeRate": 1.0747798348076931
              }
            },
            {
              "key": "sol-leveraged-stake",
              "asset": "SOL",
              "title": "Leveraged raSOL Max",
              "blurb": "An auto-managed vault that holds raSOL with leverage for a higher staking yield.",
              "status": "live",
              "live": {
                "apy": 11.393372253632654,
                "exchangeRate": 1.2009976656837658
              }
            },
            {
              "key": "usdc-earn",
              "asset": "USDC",
              "title": "Earn",
              "blurb": "Deposit USDC into a vault that routes it to lending yields.",
              "status": "live",
              "live": {
                "apy": 5.6002,
                "exchangeRate": 1.03335750721066
              }
            }
          ]
        }
      }
    ]
  },
  "getStrategy": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": {
            "key": "sol-native-stake",
            "asset": "SOL",
            "title": "Native",
            "blurb": "Delegate SOL to the operator's validator; the stake account stays yours.",
            "intro": "Your SOL goes into a stake account of your own and is delegated to the operator's validator. You are its staker and its withdrawer; nobody else can move it. Rewards arrive in the stake account at every epoch and compound there; block revenue, where the validator shares it, lies there undelegated and leaves with your withdrawal.",
            "steps": [
              {
                "ord": "1",
                "lead": "Delegate",
                "tail": "One transaction creates your stake account and delegates it."
              },
              {
                "ord": "2",
                "lead": "Earn",
                "tail": "The stake is active from the next epoch and earns rewards every epoch."
              },
              {
                "ord": "3",
                "lead": "Leave",
                "tail": "Deactivate, wait for the epoch to end, then withdraw everything."
              }
            ],
            "trust": [
              "You keep both authorities",
              "No token in between",
              "The ledger's own stake program"
            ],
            "actions": {
              "stake": {
                "kinds": [
                  "delegate"
                ],
                "notes": "amount is delegated in full; the rent reserve of the stake account comes on top and returns when the account is closed. Store the stakeAccount of the answer. live.apy is what the source has for the newest epoch that has ended; while it has no value for that one, live.apy is that of the epoch before. GET /strategies/sol-native-stake/facts names the source and the age."
              },
              "unstake": {
                "kinds": [
                  "deactivate",
                  "instant"
                ],
                "notes": "deactivate cools the whole account down until the epoch of its broadcast ends, then POST /withdraw empties it. instant hands the active account to the router for SOL at once. Both need stakeAccount."
              }
            },
            "status": "live",
            "live": {
              "apy": 6.23332191971937,
              "exchangeRate": null
            },
            "onchain": {
              "validatorVoteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
              "assetMint": "So11111111111111111111111111111111111111112"
            },
            "validator": {
              "delinquent": false,
              "commissionPercent": 5,
              "commissionPercentBefore": null,
              "activatedStake": "249999.99543424"
            }
          }
        }
      }
    ],
    "sol-liquid-stake": [
      {
        "answer": {
          "strategy": {
            "key": "sol-liquid-stake",
            "asset": "SOL",
            "title": "Liquid",
            "blurb": "Turn SOL into raSOL, a token that gains value with every epoch.",
            "intro": "The router turns your SOL into raSOL, the receipt of a stake pool. The number of raSOL you hold stays the same while the SOL each one redeems for grows with staking rewards. You can hold it, move it or use it elsewhere in the meantime.",
            "steps": [
              {
                "ord": "1",
                "lead": "Stake",
                "tail": "One transaction swaps SOL for raSOL at the best route."
              },
              {
                "ord": "2",
                "lead": "Hold",
                "tail": "raSOL gains value against SOL every epoch; use it freely."
              },
              {
                "ord": "3",
                "lead": "Leave",
                "tail": "Swap back at once, or redeem into a stake account without price impact."
              }
            ],
            "trust": [
              "Tokens stay in your wallet",
              "Value accrues in the token",
              "Two ways out"
            ],
            "actions": {
              "stake": {
                "kinds": [
                  "mint"
                ],
                "notes": "Broadcast with route=router and hand back routerKind and router_order unchanged."
              },
              "unstake": {
                "kinds": [
                  "instant",
                  "slow"
                ],
                "notes": "instant swaps raSOL to SOL at once at the market price. slow redeems raSOL for a native stake account of yours, which then deactivates and is withdrawn like any other."
              }
            },
            "status": "live",
            "live": {
              "apy": 6.20432695078534,
              "exchangeRate": 1.0747798348076931
            },
            "onchain": {
              "assetMint": "So11111111111111111111111111111111111111112",
              "receiptMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
              "receiptSymbol": "raSOL"
            }
          }
        }
      }
    ],
    "sol-leveraged-stake": [
      {
        "answer": {
          "strategy": {
            "key": "sol-leveraged-stake",
            "asset": "SOL",
            "title": "Leveraged raSOL Max",
            "blurb": "An auto-managed vault that holds raSOL with leverage for a higher staking yield.",
            "intro": "Your SOL becomes raSOL and goes into a vault that borrows SOL against raSOL to hold more of it. The vault earns the staking yield on the larger position and pays interest on the loan, and keeps its leverage within bounds by itself. Your share is the raSOL Max LP; the yield can fall below zero while borrowing costs more than staking earns.",
            "steps": [
              {
                "ord": "1",
                "lead": "Deposit",
                "tail": "One transaction turns SOL into raSOL and raSOL into raSOL Max LP."
              },
              {
                "ord": "2",
                "lead": "Earn",
                "tail": "The LP gains raSOL while the vault manages leverage for you."
              },
              {
                "ord": "3",
                "lead": "Leave",
                "tail": "Burn the LP for raSOL at once, and swap that to SOL if you like."
              }
            ],
            "trust": [
              "LP stays in your wallet",
              "All or nothing in one transaction",
              "Leverage bounded by the vault"
            ],
            "actions": {
              "stake": {
                "kinds": [
                  "deposit"
                ],
                "notes": "amount is SOL. After confirmation read the LP balance from the ledger; it is the amount to unstake."
              },
              "unstake": {
                "kinds": [
                  "instant"
                ],
                "notes": "amount is raSOL Max LP. The payout is raSOL; with outputAsset=SOL the answer names the second call that swaps it, to be made with the raSOL really received."
              }
            },
            "status": "live",
            "live": {
              "apy": 11.393372253632654,
              "exchangeRate": 1.2009976656837658
            },
            "onchain": {
              "assetMint": "So11111111111111111111111111111111111111112",
              "depositMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
              "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
              "receiptSymbol": "raSOL Max"
            }
          }
        }
      }
    ],
    "usdc-earn": [
      {
        "answer": {
          "strategy": {
            "key": "usdc-earn",
            "asset": "USDC",
            "title": "Earn",
            "blurb": "Deposit USDC into a vault that routes it to lending yields.",
            "intro": "Your USDC goes into a vault that lends it out across markets and moves it to where it earns most. Your share is raUSDC: its number stays the same while the USDC each one redeems for grows.",
            "steps": [
              {
                "ord": "1",
                "lead": "Deposit",
                "tail": "One transaction moves USDC into the vault and raUSDC to you."
              },
              {
                "ord": "2",
                "lead": "Earn",
                "tail": "The value of raUSDC in USDC grows as loans pay interest."
              },
              {
                "ord": "3",
                "lead": "Leave",
                "tail": "Withdraw any amount or everything; there is no cooldown."
              }
            ],
            "trust": [
              "Shares stay in your wallet",
              "No cooldown",
              "No withdrawal fee"
            ],
            "actions": {
              "stake": {
                "kinds": [
                  "deposit"
                ],
                "notes": "amount is USDC with at most 6 decimal places. raUSDC has 9."
              },
              "unstake": {
                "kinds": [
                  "instant"
                ],
                "notes": "amount is USDC, or isWithdrawAll=true for the whole position. Broadcast with route=rpc."
              }
            },
            "status": "live",
            "live": {
              "apy": 5.6002,
              "exchangeRate": 1.03335750721066
            },
            "onchain": {
              "assetMint": "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
              "receiptMint": "53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS",
              "receiptSymbol": "raUSDC",
              "vault": "3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ"
            }
          }
        }
      }
    ]
  },
  "getStrategyFacts": {
    "ok": [
      {
        "answer": {
          "strategy": "sol-leveraged-stake",
          "asOf": {
            "slot": "453600034",
            "epoch": "1050",
            "time": "2026-11-30T12:19:27.000Z"
          },
          "apy": {
            "percent": "11.3934",
            "basis": "After the cost of the debt, the fees of the vault, and those of the pool on rewards.",
            "method": "Growth in SOL of what a raSOL Max holds, compounded to a year.",
            "window": "Between the two newest captures, an epoch as a rule.",
            "source": "This service, which captures the ledger once an epoch.",
            "readAt": "2026-11-28T12:19:23.603Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-23T12:19:20.000Z",
                "to": "2026-11-30T12:19:20.000Z",
                "percent": "11.3984"
              },
              {
                "days": "all",
                "from": "2026-11-16T12:19:20.000Z",
                "to": "2026-11-30T12:19:20.000Z",
                "percent": "11.4020"
              }
            ]
          },
          "liquidity": {
            "instant": {
              "asset": "raSOL Max",
              "amount": "4426.901350193",
              "baseUnits": "4426901350193"
            },
            "idle": {
              "asset": "raSOL",
              "amount": "1002.065731885",
              "baseUnits": "1002065731885"
            },
            "capacityLeft": {
              "asset": "SOL",
              "amount": "1054294.128100143",
              "baseUnits": "1054294128100143"
            }
          },
          "fees": [
            {
              "kind": "SOL deposit",
              "percent": "0.1",
              "of": "the raSOL that a deposit of SOL mints",
              "by": "C3fac4Ssz5nSQkqRBRXtL4nhBi3baFRSZGUKNDQpTtG3"
            }
          ],
          "programs": [
            {
              "name": "the vault program",
              "address": "vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "stakePool.program",
              "address": "SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "leveraged.adaptor.program",
              "address": "Bwg3mSjrvVjP9g5LdgMWY7wZKZQvpxpGhCWVgfgAFnNF",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "leveraged.lending.program",
              "address": "MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "leveraged.market.program",
              "address": "76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            }
          ],
          "leverage": {
            "collateral": {
              "asset": "raSOL",
              "amount": "52357.934491027",
              "baseUnits": "52357934491027"
            },
            "debt": {
              "asset": "SOL",
              "amount": "35810.251389269",
              "baseUnits": "35810251389269"
            },
            "net": {
              "asset": "raSOL",
              "amount": "19039.248905828",
              "baseUnits": "19039248905828"
            },
            "multiple": "2.75",
            "loanToValuePercent": "63.6364",
            "worthlessBelowSolPerRasol": "0.683950804",
            "distancePercent": "36.3636",
            "health": "1.2571",
            "liquidationBelowSolPerRasol": "0.854938505",
            "borrowRateNowPercent": "3.2001",
            "stakeRatePercent": "6.2043",
            "borrowRatePercent": "3.2003",
            "carryPercent": "11.3934",
            "isCarryNegative": false,
            "exitNow": "flash-bracket",
            "idleCovers": {
              "asset": "raSOL Max",
              "amount": "834.361098708",
              "baseUnits": "834361098708"
            },
            "priceAgeEpochs": "0"
          },
          "missing": []
        }
      },
      {
        "answer": {
          "strategy": "sol-native-stake",
          "asOf": {
            "slot": "453600034",
            "epoch": "1050",
            "time": "2026-11-30T12:19:27.000Z"
          },
          "apy": {
            "percent": "6.2333",
            "basis": "After the commission of the validator; without tips that it does not share.",
            "method": "Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.",
            "window": "The newest epoch that has ended and has a value: the one before while the source has none for the newest.",
            "source": "The validators' API of this deployment.",
            "readAt": "2026-11-28T12:19:23.593Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-23T12:19:20.844Z",
                "to": "2026-11-30T12:19:20.844Z",
                "percent": "6.2340"
              },
              {
                "days": "all",
                "from": "2026-11-16T12:19:20.844Z",
                "to": "2026-11-30T12:19:20.844Z",
                "percent": "6.2348"
              }
            ]
          },
          "liquidity": {
            "instant": null,
            "idle": null,
            "capacityLeft": null
          },
          "fees": [
            {
              "kind": "commission",
              "percent": "5",
              "of": "the rewards of an epoch",
              "by": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh"
            }
          ],
          "programs": [
            {
              "name": "reserve.program",
              "address": "unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "routerPrograms[0]",
              "address": "SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "routerPrograms[1]",
              "address": "stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            },
            {
              "name": "routerPrograms[2]",
              "address": "76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC",
              "upgradeAuthority": "9YeF5iLk9juy6uRqziPSA8q28tMyaaPb78pEcw9vEFx8",
              "lastDeployedSlot": "0"
            }
          ],
          "leverage": null,
          "missing": []
        }
      }
    ]
  },
  "apyHistory": {
    "ok": [
      {
        "answer": {
          "strategy": "sol-liquid-stake",
          "range": "3M",
          "points": [
            {
              "date": "2026-09-01",
              "apy": 6.21
            },
            {
              "date": "2026-09-02",
              "apy": 6.21
            },
            {
              "date": "2026-09-03",
              "apy": 6.21
            }
          ]
        }
      },
      {
        "answer": {
          "strategy": "usdc-earn",
          "range": "1M",
          "points": [
            {
              "date": "2026-10-31",
              "apy": 5.6
            },
            {
              "date": "2026-11-01",
              "apy": 5.6
            },
            {
              "date": "2026-11-02",
              "apy": 5.6
            }
          ]
        }
      }
    ]
  },
  "getLimits": {
    "ok": [
      {
        "answer": {
          "network": {
            "deployment": "sandbox",
            "genesisHash": "EoT2CZxw4SMHRQbSdQh8gQzkCfgSxvY33pxtNC9aLLAp",
            "isSandbox": true
          },
          "asOf": {
            "slot": "453600034",
            "epoch": "1050",
            "time": "2026-11-30T12:19:27.000Z"
          },
          "nextEpoch": {
            "epoch": "1051",
            "earliest": "2026-11-30T12:19:27.000Z",
            "latest": "2026-11-30T12:19:27.000Z"
          },
          "ledger": {
            "stakeAccountRent": {
              "asset": "SOL",
              "amount": "0.00166624",
              "baseUnits": "1666240"
            },
            "tokenAccountRent": {
              "asset": "SOL",
              "amount": "0.00148844",
              "baseUnits": "1488440"
            },
            "walletRent": {
              "asset": "SOL",
              "amount": "0.00065024",
              "baseUnits": "650240"
            },
            "minimumDelegation": {
              "asset": "SOL",
              "amount": "1",
              "baseUnits": "1000000000"
            },
            "signatureFee": {
              "asset": "SOL",
              "amount": "0.000005",
              "baseUnits": "5000"
            }
          },
          "strategies": [
            {
              "key": "sol-native-stake",
              "isOpen": true,
              "closedReason": null,
              "priorityFeeMicroLamports": "20000",
              "stake": {
                "asset": "SOL",
                "decimals": 9,
                "least": {
                  "asset": "SOL",
                  "amount": "1",
                  "baseUnits": "1000000000"
                },
                "most": {
                  "asset": "SOL",
                  "amount": "9007199.254740991",
                  "baseUnits": "9007199254740991"
                },
                "capacityLeft": null
              },
              "unstake": [
                {
                  "kind": "deactivate",
                  "asset": "SOL",
                  "takes": "whole-account",
                  "least": null,
                  "most": null,
                  "wallet": null
                },
                {
                  "kind": "instant",
                  "asset": "SOL",
                  "takes": "whole-account",
                  "least": null,
                  "most": null,
                  "wallet": null
                }
              ],
              "wallet": {
                "holds": {
                  "asset": "SOL",
                  "amount": "67.990478519",
                  "baseUnits": "67990478519"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.980169279",
                  "baseUnits": "67980169279"
                },
                "keptBack": [
                  {
                    "for": "rent",
                    "asset": "SOL",
                    "amount": "0.00166624",
                    "baseUnits": "1666240"
                  },
                  {
                    "for": "fees",
                    "asset": "SOL",
                    "amount": "0.00001088",
                    "baseUnits": "10880"
                  },
                  {
                    "for": "later-exit",
                    "asset": "SOL",
                    "amount": "0.00798188",
                    "baseUnits": "7981880"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00065024",
                    "baseUnits": "650240"
                  }
                ],
                "problem": null
              }
            },
            {
              "key": "sol-liquid-stake",
              "isOpen": true,
              "closedReason": null,
              "priorityFeeMicroLamports": "20000",
              "stake": {
                "asset": "SOL",
                "decimals": 9,
                "least": {
                  "asset": "SOL",
                  "amount": "0.000001077",
                  "baseUnits": "1077"
                },
                "most": null,
                "capacityLeft": null
              },
              "unstake": [
                {
                  "kind": "instant",
                  "asset": "raSOL",
                  "takes": "amount",
                  "least": {
                    "asset": "raSOL",
                    "amount": "0.000001",
                    "baseUnits": "1000"
                  },
                  "most": null,
                  "wallet": {
                    "holds": {
                      "asset": "raSOL",
                      "amount": "18.595986522",
                      "baseUnits": "18595986522"
                    },
                    "max": {
                      "asset": "raSOL",
                      "amount": "18.595986522",
                      "baseUnits": "18595986522"
                    },
                    "problem": null
                  }
                },
                {
                  "kind": "slow",
                  "asset": "raSOL",
                  "takes": "amount",
                  "least": {
                    "asset": "raSOL",
                    "amount": "0.930423114",
                    "baseUnits": "930423114"
                  },
                  "most": null,
                  "wallet": {
                    "holds": {
                      "asset": "raSOL",
                      "amount": "18.595986522",
                      "baseUnits": "18595986522"
                    },
                    "max": {
                      "asset": "raSOL",
                      "amount": "18.595986522",
                      "baseUnits": "18595986522"
                    },
                    "problem": null
                  }
                }
              ],
              "wallet": {
                "holds": {
                  "asset": "SOL",
                  "amount": "67.990478519",
                  "baseUnits": "67990478519"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.978126959",
                  "baseUnits": "67978126959"
                },
                "keptBack": [
                  {
                    "for": "fees",
                    "asset": "SOL",
                    "amount": "0.005005",
                    "baseUnits": "5005000"
                  },
                  {
                    "for": "later-exit",
                    "asset": "SOL",
                    "amount": "0.00669632",
                    "baseUnits": "6696320"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00065024",
                    "baseUnits": "650240"
                  }
                ],
                "problem": null
              }
            },
            {
              "key": "sol-leveraged-stake",
              "isOpen": true,
              "closedReason": null,
              "priorityFeeMicroLamports": "20000",
              "stake": {
                "asset": "SOL",
                "decimals": 9,
                "least": {
                  "asset": "SOL",
                  "amount": "0.00000215",
                  "baseUnits": "2150"
                },
                "most": {
                  "asset": "SOL",
                  "amount": "1054294.128100143",
                  "baseUnits": "1054294128100143"
                },
                "capacityLeft": {
                  "asset": "SOL",
                  "amount": "1054294.128100143",
                  "baseUnits": "1054294128100143"
                }
              },
              "unstake": [
                {
                  "kind": "instant",
                  "asset": "raSOL Max",
                  "takes": "amount",
                  "least": {
                    "asset": "raSOL Max",
                    "amount": "0.000000001",
                    "baseUnits": "1"
                  },
                  "most": {
                    "asset": "raSOL Max",
                    "amount": "4426.901350193",
                    "baseUnits": "4426901350193"
                  },
                  "wallet": {
                    "holds": {
                      "asset": "raSOL Max",
                      "amount": "3.871957477",
                      "baseUnits": "3871957477"
                    },
                    "max": {
                      "asset": "raSOL Max",
                      "amount": "3.871957477",
                      "baseUnits": "3871957477"
                    },
                    "problem": null
                  }
                }
              ],
              "wallet": {
                "holds": {
                  "asset": "SOL",
                  "amount": "67.990478519",
                  "baseUnits": "67990478519"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.968637039",
                  "baseUnits": "67968637039"
                },
                "keptBack": [
                  {
                    "for": "fees",
                    "asset": "SOL",
                    "amount": "0.00000908",
                    "baseUnits": "9080"
                  },
                  {
                    "for": "later-exit",
                    "asset": "SOL",
                    "amount": "0.02118216",
                    "baseUnits": "21182160"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00065024",
                    "baseUnits": "650240"
                  }
                ],
                "problem": null
              }
            },
            {
              "key": "usdc-earn",
              "isOpen": true,
              "closedReason": null,
              "priorityFeeMicroLamports": "20000",
              "stake": {
                "asset": "USDC",
                "decimals": 6,
                "least": {
                  "asset": "USDC",
                  "amount": "0.000003",
                  "baseUnits": "3"
                },
                "most": {
                  "asset": "USDC",
                  "amount": "91982261.864212",
                  "baseUnits": "91982261864212"
                },
                "capacityLeft": {
                  "asset": "USDC",
                  "amount": "91982261.864212",
                  "baseUnits": "91982261864212"
                }
              },
              "unstake": [
                {
                  "kind": "instant",
                  "asset": "USDC",
                  "takes": "amount",
                  "least": {
                    "asset": "USDC",
                    "amount": "0.000001",
                    "baseUnits": "1"
                  },
                  "most": {
                    "asset": "USDC",
                    "amount": "8017738.135786",
                    "baseUnits": "8017738135786"
                  },
                  "wallet": {
                    "holds": {
                      "asset": "USDC",
                      "amount": "1000.298622",
                      "baseUnits": "1000298622"
                    },
                    "max": {
                      "asset": "USDC",
                      "amount": "1000.298622",
                      "baseUnits": "1000298622"
                    },
                    "problem": null
                  }
                }
              ],
              "wallet": {
                "holds": {
                  "asset": "USDC",
                  "amount": "4000",
                  "baseUnits": "4000000000"
                },
                "max": {
                  "asset": "USDC",
                  "amount": "4000",
                  "baseUnits": "4000000000"
                },
                "keptBack": [
                  {
                    "for": "fees",
                    "asset": "SOL",
                    "amount": "0.00000808",
                    "baseUnits": "8080"
                  },
                  {
                    "for": "later-exit",
                    "asset": "SOL",
                    "amount": "0.00138308",
                    "baseUnits": "1383080"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00065024",
                    "baseUnits": "650240"
                  }
                ],
                "problem": null
              }
            }
          ]
        }
      }
    ]
  },
  "listPositions": {
    "ok": [
      {
        "answer": {
          "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
          "asOf": {
            "slot": "453600034",
            "epoch": "1050",
            "time": "2026-11-30T12:19:27.000Z"
          },
          "isComplete": true,
          "missing": [],
          "searched": "all",
          "totals": [
            {
              "asset": "SOL",
              "amount": "31.990703755",
              "baseUnits": "31990703755"
            },
            {
              "asset": "USDC",
              "amount": "1000.298622",
              "baseUnits": "1000298622"
            }
          ],
          "positions": [
            {
              "strategy": "sol-liquid-stake",
              "id": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
              "state": "active",
              "receipt": {
                "asset": "raSOL",
                "amount": "18.595986522",
                "baseUnits": "18595986522"
              },
              "value": {
                "asset": "SOL",
                "amount": "19.986591322",
                "baseUnits": "19986591322"
              },
              "rate": "1.074779834807693160",
              "warnings": [],
              "next": [
                {
                  "description": "Exit at once: the router sells all raSOL for SOL.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-liquid-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "amount": "18.595986522",
                    "kind": "instant"
                  }
                },
                {
                  "description": "Exit slowly: all raSOL becomes a stake account that cools down.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-liquid-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "amount": "18.595986522",
                    "kind": "slow"
                  }
                }
              ]
            },
            {
              "strategy": "sol-leveraged-stake",
              "id": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
              "state": "active",
              "receipt": {
                "asset": "raSOL Max",
                "amount": "3.871957477",
                "baseUnits": "3871957477"
              },
              "value": {
                "asset": "SOL",
                "amount": "4.997953968",
                "baseUnits": "4997953968"
              },
              "rate": "1.290808072728022773",
              "exitPath": "vault-idle",
              "warnings": [],
              "next": [
                {
                  "description": "Exit at once: all raSOL Max is burned for raSOL.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-leveraged-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "kind": "instant",
                    "amount": "3.871957477"
                  }
                }
              ]
            },
            {
              "strategy": "usdc-earn",
              "id": "53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS",
              "state": "active",
              "receipt": {
                "asset": "raUSDC",
                "amount": "968.008279139",
                "baseUnits": "968008279139"
              },
              "value": {
                "asset": "USDC",
                "amount": "1000.298622",
                "baseUnits": "1000298622"
              },
              "rate": "1.033357507210660062",
              "warnings": [],
              "next": [
                {
                  "description": "Withdraw everything as USDC, at once.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "usdc-earn",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "kind": "instant",
                    "isWithdrawAll": true
                  }
                }
              ]
            },
            {
              "strategy": "sol-native-stake",
              "id": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
              "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
              "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
              "isOurValidator": true,
              "state": "withdrawable",
              "value": {
                "asset": "SOL",
                "amount": "1.501914756",
                "baseUnits": "1501914756"
              },
              "parts": {
                "delegated": "1500229009",
                "effective": "0",
                "rentReserve": "1666240",
                "surplus": "19507"
              },
              "authorities": {
                "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "lockup": null
              },
              "activationEpoch": "1048",
              "deactivationEpoch": "1049",
              "withdrawable": {
                "asset": "SOL",
                "amount": "1.501914756",
                "baseUnits": "1501914756"
              },
              "availableAt": null,
              "warnings": [
                {
                  "code": "IDLE_SINCE_EPOCH",
                  "detail": "Earns nothing since epoch 1049 ended."
                }
              ],
              "next": [
                {
                  "description": "Withdraw everything, which closes the account.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE"
                  }
                }
              ]
            },
            {
              "strategy": "sol-native-stake",
              "id": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
              "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
              "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
              "isOurValidator": true,
              "state": "active",
              "value": {
                "asset": "SOL",
                "amount": "4.002328953",
                "baseUnits": "4002328953"
              },
              "parts": {
                "delegated": "4000610693",
                "effective": "4000610693",
                "rentReserve": "1666240",
                "surplus": "52020"
              },
              "authorities": {
                "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "lockup": null
              },
              "activationEpoch": "1048",
              "deactivationEpoch": null,
              "withdrawable": {
                "asset": "SOL",
                "amount": "0.00005202",
                "baseUnits": "52020"
              },
              "availableAt": null,
              "warnings": [
                {
                  "code": "SURPLUS_NOT_EARNING",
                  "detail": "52020 lamports are not delegated and earn nothing."
                },
                {
                  "code": "MERGEABLE_WITH",
                  "detail": "Can be merged with another stake account of the same validator: C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf."
                }
              ],
              "next": [
                {
                  "description": "Deactivate the account; it can be withdrawn once epoch 1050 has ended.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                    "kind": "deactivate"
                  }
                },
                {
                  "description": "Split the account in two; amount may be 1 to 3.000610693 SOL, and with then \"deactivate\" only that cools down.",
                  "endpoint": "/api/v1/split",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                    "amount": "2.000305346"
                  }
                },
                {
                  "description": "Merge the other account of the same validator into this one.",
                  "endpoint": "/api/v1/merge",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "into": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                    "from": [
                      "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf"
                    ]
                  }
                },
                {
                  "description": "Exit at once: the router takes the whole account and pays SOL.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                    "kind": "instant"
                  }
                },
                {
                  "description": "Withdraw what is neither delegated nor reserve.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                    "lamports": 52020
                  }
                }
              ]
            },
            {
              "strategy": "sol-native-stake",
              "id": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
              "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
              "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
              "isOurValidator": true,
              "state": "active",
              "value": {
                "asset": "SOL",
                "amount": "1.501914756",
                "baseUnits": "1501914756"
              },
              "parts": {
                "delegated": "1500229009",
                "effective": "1500229009",
                "rentReserve": "1666240",
                "surplus": "19507"
              },
              "authorities": {
                "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "lockup": null
              },
              "activationEpoch": "1048",
              "deactivationEpoch": null,
              "withdrawable": {
                "asset": "SOL",
                "amount": "0.000019507",
                "baseUnits": "19507"
              },
              "availableAt": null,
              "warnings": [
                {
                  "code": "SURPLUS_NOT_EARNING",
                  "detail": "19507 lamports are not delegated and earn nothing."
                },
                {
                  "code": "MERGEABLE_WITH",
                  "detail": "Can be merged with another stake account of the same validator: 8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ."
                }
              ],
              "next": [
                {
                  "description": "Deactivate the account; it can be withdrawn once epoch 1050 has ended.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                    "kind": "deactivate"
                  }
                },
                {
                  "description": "Merge the other account of the same validator into this one.",
                  "endpoint": "/api/v1/merge",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "into": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                    "from": [
                      "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ"
                    ]
                  }
                },
                {
                  "description": "Exit at once: the router takes the whole account and pays SOL.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                    "kind": "instant"
                  }
                },
                {
                  "description": "Withdraw what is neither delegated nor reserve.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                    "lamports": 19507
                  }
                }
              ]
            }
          ],
          "nextCursor": null
        }
      }
    ]
  },
  "listManyPositions": {
    "ok": [
      {
        "answer": {
          "wallets": [
            {
              "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "asOf": {
                "slot": "453600034",
                "epoch": "1050",
                "time": "2026-11-30T12:19:27.000Z"
              },
              "isComplete": true,
              "missing": [],
              "searched": "all",
              "totals": [
                {
                  "asset": "SOL",
                  "amount": "31.990703755",
                  "baseUnits": "31990703755"
                },
                {
                  "asset": "USDC",
                  "amount": "1000.298622",
                  "baseUnits": "1000298622"
                }
              ],
              "positions": [
                {
                  "strategy": "sol-liquid-stake",
                  "id": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
                  "state": "active",
                  "receipt": {
                    "asset": "raSOL",
                    "amount": "18.595986522",
                    "baseUnits": "18595986522"
                  },
                  "value": {
                    "asset": "SOL",
                    "amount": "19.986591322",
                    "baseUnits": "19986591322"
                  },
                  "rate": "1.074779834807693160",
                  "warnings": [],
                  "next": [
                    {
                      "description": "Exit at once: the router sells all raSOL for SOL.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-liquid-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "amount": "18.595986522",
                        "kind": "instant"
                      }
                    },
                    {
                      "description": "Exit slowly: all raSOL becomes a stake account that cools down.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-liquid-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "amount": "18.595986522",
                        "kind": "slow"
                      }
                    }
                  ]
                },
                {
                  "strategy": "sol-leveraged-stake",
                  "id": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
                  "state": "active",
                  "receipt": {
                    "asset": "raSOL Max",
                    "amount": "3.871957477",
                    "baseUnits": "3871957477"
                  },
                  "value": {
                    "asset": "SOL",
                    "amount": "4.997953968",
                    "baseUnits": "4997953968"
                  },
                  "rate": "1.290808072728022773",
                  "exitPath": "vault-idle",
                  "warnings": [],
                  "next": [
                    {
                      "description": "Exit at once: all raSOL Max is burned for raSOL.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-leveraged-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "kind": "instant",
                        "amount": "3.871957477"
                      }
                    }
                  ]
                },
                {
                  "strategy": "usdc-earn",
                  "id": "53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS",
                  "state": "active",
                  "receipt": {
                    "asset": "raUSDC",
                    "amount": "968.008279139",
                    "baseUnits": "968008279139"
                  },
                  "value": {
                    "asset": "USDC",
                    "amount": "1000.298622",
                    "baseUnits": "1000298622"
                  },
                  "rate": "1.033357507210660062",
                  "warnings": [],
                  "next": [
                    {
                      "description": "Withdraw everything as USDC, at once.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "usdc-earn",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "kind": "instant",
                        "isWithdrawAll": true
                      }
                    }
                  ]
                },
                {
                  "strategy": "sol-native-stake",
                  "id": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
                  "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
                  "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
                  "isOurValidator": true,
                  "state": "withdrawable",
                  "value": {
                    "asset": "SOL",
                    "amount": "1.501914756",
                    "baseUnits": "1501914756"
                  },
                  "parts": {
                    "delegated": "1500229009",
                    "effective": "0",
                    "rentReserve": "1666240",
                    "surplus": "19507"
                  },
                  "authorities": {
                    "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "lockup": null
                  },
                  "activationEpoch": "1048",
                  "deactivationEpoch": "1049",
                  "withdrawable": {
                    "asset": "SOL",
                    "amount": "1.501914756",
                    "baseUnits": "1501914756"
                  },
                  "availableAt": null,
                  "warnings": [
                    {
                      "code": "IDLE_SINCE_EPOCH",
                      "detail": "Earns nothing since epoch 1049 ended."
                    }
                  ],
                  "next": [
                    {
                      "description": "Withdraw everything, which closes the account.",
                      "endpoint": "/api/v1/withdraw",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE"
                      }
                    }
                  ]
                },
                {
                  "strategy": "sol-native-stake",
                  "id": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                  "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                  "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
                  "isOurValidator": true,
                  "state": "active",
                  "value": {
                    "asset": "SOL",
                    "amount": "4.002328953",
                    "baseUnits": "4002328953"
                  },
                  "parts": {
                    "delegated": "4000610693",
                    "effective": "4000610693",
                    "rentReserve": "1666240",
                    "surplus": "52020"
                  },
                  "authorities": {
                    "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "lockup": null
                  },
                  "activationEpoch": "1048",
                  "deactivationEpoch": null,
                  "withdrawable": {
                    "asset": "SOL",
                    "amount": "0.00005202",
                    "baseUnits": "52020"
                  },
                  "availableAt": null,
                  "warnings": [
                    {
                      "code": "SURPLUS_NOT_EARNING",
                      "detail": "52020 lamports are not delegated and earn nothing."
                    },
                    {
                      "code": "MERGEABLE_WITH",
                      "detail": "Can be merged with another stake account of the same validator: C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf."
                    }
                  ],
                  "next": [
                    {
                      "description": "Deactivate the account; it can be withdrawn once epoch 1050 has ended.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-native-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                        "kind": "deactivate"
                      }
                    },
                    {
                      "description": "Split the account in two; amount may be 1 to 3.000610693 SOL, and with then \"deactivate\" only that cools down.",
                      "endpoint": "/api/v1/split",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                        "amount": "2.000305346"
                      }
                    },
                    {
                      "description": "Merge the other account of the same validator into this one.",
                      "endpoint": "/api/v1/merge",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "into": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                        "from": [
                          "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf"
                        ]
                      }
                    },
                    {
                      "description": "Exit at once: the router takes the whole account and pays SOL.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-native-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                        "kind": "instant"
                      }
                    },
                    {
                      "description": "Withdraw what is neither delegated nor reserve.",
                      "endpoint": "/api/v1/withdraw",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
                        "lamports": 52020
                      }
                    }
                  ]
                },
                {
                  "strategy": "sol-native-stake",
                  "id": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                  "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                  "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
                  "isOurValidator": true,
                  "state": "active",
                  "value": {
                    "asset": "SOL",
                    "amount": "1.501914756",
                    "baseUnits": "1501914756"
                  },
                  "parts": {
                    "delegated": "1500229009",
                    "effective": "1500229009",
                    "rentReserve": "1666240",
                    "surplus": "19507"
                  },
                  "authorities": {
                    "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "lockup": null
                  },
                  "activationEpoch": "1048",
                  "deactivationEpoch": null,
                  "withdrawable": {
                    "asset": "SOL",
                    "amount": "0.000019507",
                    "baseUnits": "19507"
                  },
                  "availableAt": null,
                  "warnings": [
                    {
                      "code": "SURPLUS_NOT_EARNING",
                      "detail": "19507 lamports are not delegated and earn nothing."
                    },
                    {
                      "code": "MERGEABLE_WITH",
                      "detail": "Can be merged with another stake account of the same validator: 8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ."
                    }
                  ],
                  "next": [
                    {
                      "description": "Deactivate the account; it can be withdrawn once epoch 1050 has ended.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-native-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                        "kind": "deactivate"
                      }
                    },
                    {
                      "description": "Merge the other account of the same validator into this one.",
                      "endpoint": "/api/v1/merge",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "into": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                        "from": [
                          "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ"
                        ]
                      }
                    },
                    {
                      "description": "Exit at once: the router takes the whole account and pays SOL.",
                      "endpoint": "/api/v1/unstake",
                      "method": "POST",
                      "body": {
                        "strategy": "sol-native-stake",
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                        "kind": "instant"
                      }
                    },
                    {
                      "description": "Withdraw what is neither delegated nor reserve.",
                      "endpoint": "/api/v1/withdraw",
                      "method": "POST",
                      "body": {
                        "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                        "stakeAccount": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
                        "lamports": 19507
                      }
                    }
                  ]
                }
              ],
              "nextCursor": null
            },
            {
              "wallet": "no-address",
              "problem": {
                "code": "ADDRESS_MALFORMED",
                "detail": "wallet must be a base58 address of 32 bytes (32 to 44 characters)."
              }
            }
          ]
        }
      }
    ]
  },
  "walletHistory": {
    "ok": [
      {
        "answer": {
          "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
          "asOf": {
            "slot": "453600034",
            "epoch": "1050",
            "time": "2026-11-30T12:19:27.000Z"
          },
          "rows": [
            {
              "cursor": "453600000-e1d43bac32af1f53",
              "type": "reward",
              "strategy": "usdc-earn",
              "account": "73DGWwc3iJk8sFfworeQ5zXPrnbhUif8LxUeqGujg622",
              "signature": null,
              "time": "2026-11-30T12:19:20.000Z",
              "slot": "453600000",
              "epoch": "1050",
              "in": [
                {
                  "asset": "USDC",
                  "amount": "0.149322",
                  "baseUnits": "149322"
                }
              ],
              "out": [],
              "fee": null,
              "tip": null,
              "rate": "0.000154257245214657",
              "known": "rate"
            },
            {
              "cursor": "453600000-7f48091cdcf957f7",
              "type": "withdrawable",
              "strategy": "sol-native-stake",
              "account": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
              "signature": null,
              "time": "2026-11-30T12:19:20.000Z",
              "slot": "453600000",
              "epoch": "1050",
              "in": [],
              "out": [],
              "fee": null,
              "tip": null,
              "rate": null,
              "known": "computed"
            },
            {
              "cursor": "453600000-7bc84746237f8893",
              "type": "reward",
              "strategy": "sol-leveraged-stake",
              "account": "Ay1PSdsMqwRHqfWMdrxjpRbE5WKzdBQYGZRK2kTvGWsr",
              "signature": null,
              "time": "2026-11-30T12:19:20.000Z",
              "slot": "453600000",
              "epoch": "1050",
              "in": [
                {
                  "asset": "SOL",
                  "amount": "0.001477226",
                  "baseUnits": "1477226"
                }
              ],
              "out": [],
              "fee": null,
              "tip": null,
              "rate": "0.000381519362408592",
              "known": "rate"
            },
            {
              "cursor": "453600000-79cb19d2d54f9186",
              "type": "reward",
              "strategy": "sol-native-stake",
              "account": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
              "signature": null,
              "time": "2026-11-30T12:19:20.000Z",
              "slot": "453600000",
              "epoch": "1050",
              "in": [
                {
                  "asset": "staked SOL",
                  "amount": "0.000248516",
                  "baseUnits": "248516"
                }
              ],
              "out": [],
              "fee": null,
              "tip": null,
              "rate": null,
              "known": "ledger"
            }
          ],
          "nextCursor": "453600034.1050..453600000-79cb19d2d54f9186.UMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaVzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.18595986522-3871957477-968008279139-0.f5a98a08294f1c44",
          "isComplete": true,
          "missing": []
        }
      }
    ]
  },
  "stake": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "9fdxVL2EyWrHgW1ZTgwVNgekPxqYyt32Q6wGppt3bF2b",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACkyUBApCgxCgaWunLmMw+1R+I7hL5zmBLwQ4qLefqtB3BE1ArMInhY8IkfSqeE0Jno1DmfsPV4BvNCrvnqlx8IAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBgMNabQPN5BMQw4HpfZTrKmskjlh7nT1sJR80BB0vVOQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAApZIi62Elbwzv/G/N2c/r1f2/6exEiqxyXlQXj9ebCroGBAAFAoScAAAEAAkDO1QAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprrtFhGQAAAAAhNPwaAAAAAAAAAAEDMS41CBNuOloeg5kU1Gv1tmVHP6MOZGV2EAcxNjY2MjQw.OKssO_Kqz_DeNxQlawPV5T-yKiAL_qDmZWwVNi9hjMU",
          "expiry": {
            "blockhash": "C9KWonTyhsb26S1bdJuD9AtSc4KiG61uvoead6tcMSDF",
            "lastValidBlockHeight": "425841070",
            "validForSeconds": 4,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      },
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
          "stakeAccountSeed": "80dfa7346a9eb320c4ae594ce632d036",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The address of this new stake account derives from the wallet, stakeAccountSeed and the stake program, so anybody can recompute it; the service signs nothing. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAgKvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FRvPNlkvgiJ9/ev8D4Uf3Ye8spFD0IRzcgoy0LMKVONAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXcq8FqWmaNDifUf1rbvHHiMURrA7IE6koJF1lx0fS1IDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqHYF6UCBQtoB5Hmzm24jh5bcVD2H8Z5Ck600QAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZLFxRIYzJTD1K8X9Y2u4Im6H9ROPb2YoAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAClkiLrYSVvDO/8b83Zz+vV/b/p7ESKrHJeVBeP15sKugYEAAUCj54AAAQACQOgTgAAAAAAAAQABQQAACAAAgIAAXwDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EgAAAAAAAAADgwZGZhNzM0NmE5ZWIzMjBjNGFlNTk0Y2U2MzJkMDM2wJuBWQAAAADIAAAAAAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABQIBCHQAAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4G8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUGAQMHCQYABAIAAAA=",
          "service_token": "st3.dev.AMvGCmtDxwprrtFhGQAAAAAhNPwaAAAAAAAAAAEDMS41BwRzZWVkCBCA36c0ap6zIMSuWUzmMtA2EAcxNjY2MjQw.T2FliQ1gZbs9gGenS2forZ0JpRKvmap3htLMaBbTSAI",
          "expiry": {
            "blockhash": "C9KWonTyhsb26S1bdJuD9AtSc4KiG61uvoead6tcMSDF",
            "lastValidBlockHeight": "425841070",
            "validForSeconds": 4,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "receipt": {
            "basis": "computed",
            "summary": "Delegates 1.5 SOL from the new stake account 6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y, which this wallet alone controls.",
            "changes": [
              {
                "account": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "direction": "out",
                "asset": "SOL",
                "amount": "1.5",
                "baseUnits": "1500000000",
                "isNew": false
              },
              {
                "account": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
                "direction": "in",
                "asset": "SOL",
                "amount": "1.5",
                "baseUnits": "1500000000",
                "isNew": true
              }
            ],
            "receive": {
              "expected": {
                "asset": "SOL",
                "amount": "1.5",
                "baseUnits": "1500000000"
              },
              "atLeast": {
                "asset": "SOL",
                "amount": "1.5",
                "baseUnits": "1500000000"
              }
            },
            "costs": [
              {
                "kind": "network-fee",
                "asset": "SOL",
                "amount": "0.000005",
                "baseUnits": "5000",
                "isRefundable": false
              },
              {
                "kind": "priority-fee",
                "asset": "SOL",
                "amount": "0.000000818",
                "baseUnits": "818",
                "isRefundable": false
              },
              {
                "kind": "rent",
                "asset": "SOL",
                "amount": "0.00166624",
                "baseUnits": "1666240",
                "isRefundable": true,
                "account": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y"
              }
            ],
            "authorities": [
              {
                "account": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
                "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "lockup": null
              }
            ],
            "undo": {
              "isPossible": true,
              "description": "Deactivate the stake account, then withdraw all of it, its rent with it. Deactivated in the epoch of the stake it can be withdrawn at once, later when the epoch of its deactivation has ended. Once it is active, an instant exit pays at the market.",
              "next": [
                {
                  "description": "Deactivates the stake account.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "kind": "deactivate",
                    "stakeAccount": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y"
                  }
                },
                {
                  "description": "Moves everything to the wallet, which closes the account.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y"
                  },
                  "availableAt": {
                    "epoch": "1052"
                  }
                }
              ]
            },
            "warnings": []
          },
          "explanation": {
            "version": "legacy",
            "bytes": 713,
            "feePayer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
            "signers": [
              "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
            ],
            "messageHash": "Z8f5emsxzOPO3vkzsKNk0LJM8iGwS9JF1ltZK_XY3YE",
            "instructions": [
              {
                "index": 0,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitLimit",
                "summary": "Lets the transaction use up to 40591 compute units.",
                "accounts": [],
                "data": {
                  "units": "40591"
                }
              },
              {
                "index": 1,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitPrice",
                "summary": "Bids 20128 micro-lamports for each compute unit of the limit, for priority.",
                "accounts": [],
                "data": {
                  "price": "20128"
                }
              },
              {
                "index": 2,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetLoadedAccountsDataSizeLimit",
                "summary": "Lets the transaction load up to 2097152 bytes of accounts.",
                "accounts": [],
                "data": {
                  "size": "2097152"
                }
              },
              {
                "index": 3,
                "program": "11111111111111111111111111111111",
                "programName": "System",
                "name": "CreateAccountWithSeed",
                "summary": "Creates the account 6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y with 1.50166624 SOL of DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL, for the program Stake11111111111111111111111111111111111111.",
                "accounts": [
                  {
                    "address": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "role": "payer",
                    "isSigner": true,
                    "isWritable": true
                  },
                  {
                    "address": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
                    "role": "new account",
                    "isSigner": false,
                    "isWritable": true
                  }
                ],
                "data": {
                  "base": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                  "seed": "80dfa7346a9eb320c4ae594ce632d036",
                  "lamports": "1501666240",
                  "space": "200",
                  "owner": "Stake11111111111111111111111111111111111111"
                }
              },
              {
                "index": 4,
                "program": "Stake11111111111111111111111111111111111111",
                "programName": "Stake",
                "name": "Initialize",
                "summary": "Makes 6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y a stake account of the staker DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL and the withdrawer DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL.",
                "accounts": [
                  {
                    "address": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
                    "role": "stake account",
                    "isSigner": false,
                    "isWritable": true
                  },
                  {
                    "address": "SysvarRent111111111111111111111111111111111",
                    "role": "rent",
                    "isSigner": false,
                    "isWritable": false
                  }
                ],
                "data": {
                  "staker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                  "withdrawer": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                  "lockup time": "0",
                  "lockup epoch": "0",
                  "lockup custodian": "11111111111111111111111111111111"
                }
              },
              {
                "index": 5,
                "program": "Stake11111111111111111111111111111111111111",
                "programName": "Stake",
                "name": "DelegateStake",
                "summary": "Delegates the stake of 6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y to the validator of 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh.",
                "accounts": [
                  {
                    "address": "6W58grRhGsaKZNrqDLRNvsiGFPqaPzVYroH67WWtaY5y",
                    "role": "stake account",
                    "isSigner": false,
                    "isWritable": true
                  },
                  {
                    "address": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
                    "role": "vote account",
                    "isSigner": false,
                    "isWritable": false
                  },
                  {
                    "address": "SysvarC1ock11111111111111111111111111111111",
                    "role": "clock",
                    "isSigner": false,
                    "isWritable": false
                  },
                  {
                    "address": "SysvarStakeHistory1111111111111111111111111",
                    "role": "stake history",
                    "isSigner": false,
                    "isWritable": false
                  },
                  {
                    "address": "StakeConfig11111111111111111111111111111111",
                    "role": "stake config",
                    "isSigner": false,
                    "isWritable": false
                  },
                  {
                    "address": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "role": "staker",
                    "isSigner": true,
                    "isWritable": true
                  }
                ],
                "data": {}
              }
            ]
          }
        }
      }
    ],
    "sol-liquid-stake": [
      {
        "answer": {
          "strategy": "sol-liquid-stake",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
            "inpAmt": "1500000000",
            "outAmt": "1394239035",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "StakePoolDepositSol",
                    "rate": 0.001,
                    "amount": "1395634",
                    "mint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                  }
                ]
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AcvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.SuZrhx4o0gVFV3OjDsHdQF6Vgle7sTbKyrOBzAhimcU",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 8,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "sol-leveraged-stake": [
      {
        "answer": {
          "strategy": "sol-leveraged-stake",
          "route": "rpc",
          "depositedSolLamports": "20000000",
          "stagedRasolLamports": "18589854",
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGCBAABQJEWgEAEAAJA99NAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.sVWhI-veslgp2Ba02bvVIoQEj6Yf9IsQIJRj3jslzxk",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "usdc-earn": [
      {
        "answer": {
          "strategy": "usdc-earn",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYGCQAFAujpAAAJAAkD8E8AAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAwEDMjUw.3IfSTNxvTgrB1694xqoy2XdYify7qvGB9ZE4HNvtBEk",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ]
  },
  "unstake": {
    "sol-native-stake.deactivate": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "deactivate",
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-28 12:20 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBAIABQJtTgAAAgAJA79VAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.cFJ2FYeQmhkfiWTcvTRVBkyNw0kNW4YbnymysI886eE",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "sol-native-stake.instant": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "instant",
          "route": "router",
          "routerKind": "depositStake",
          "router_order": {
            "inp": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
            "out": "So11111111111111111111111111111111111111112",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
            "inpAmt": {
              "amtStaked": "4000610693",
              "amtUnstaked": "1718260"
            },
            "outAmt": "4001096347",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "ReserveUnstake",
                    "rate": 0.0003079721868129014,
                    "amount": "1232606",
                    "mint": "So11111111111111111111111111111111111111112"
                  }
                ]
              }
            }
          },
          "notes": "The whole stake account is given up for SOL, all 4.002328953 SOL that it holds. It is not the wallet's any more afterwards.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.AsvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.3YVNI8Y2iuzWdiYpyxZ2c4kLZ3ll94rye7r_Vb7Fm-E",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "sol-liquid-stake.instant": [
      {
        "answer": {
          "strategy": "sol-liquid-stake",
          "kind": "instant",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "out": "So11111111111111111111111111111111111111112",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "requestId": "ea9ce3ea7ab1050fe40ce358d49e401e",
                "inAmount": "1650000000",
                "outAmount": "1772676491",
                "otherAmountThreshold": "1763813108",
                "swapMode": "ExactIn",
                "slippageBps": 50,
                "priceImpact": -0.0000177133,
                "priceImpactPct": "0.000000177133"
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.AcvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.9JOQpCPgLcoTqtXeWx7Os5b7rETFT-klwwvm_gjE-vs",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:23.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "sol-liquid-stake.slow": [
      {
        "answer": {
          "strategy": "sol-liquid-stake",
          "kind": "slow",
          "route": "router",
          "routerKind": "withdrawStake",
          "router_order": {
            "inp": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "out": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5ebHoJSr/DFu87P/CBHARFeTp0PycV5Dq2KS3Eg4wwn89LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqc/D/rUccKKuwT72PR47emT1nbyuBd5ANnVGdAhwgIjzBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADIxMzY5MTYwNznAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgYABAUAAAAA",
            "inpAmt": "10000000000",
            "outAmt": {
              "amtStaked": "10747798348",
              "amtUnstaked": "1666240"
            },
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "StakePoolWithdrawStake",
                    "rate": 0,
                    "amount": "0",
                    "mint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                  }
                ]
              }
            }
          },
          "notes": "The raSOL becomes the stake account GXsKfiTVph6FRkarugMMrdEbMWd43WdGdbMj1dvBT7s1, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-28 12:20 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5ebHoJSr/DFu87P/CBHARFeTp0PycV5Dq2KS3Eg4wwn89LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqc/D/rUccKKuwT72PR47emT1nbyuBd5ANnVGdAhwgIjzBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADIxMzY5MTYwNznAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BMzGCmtExwpruNFhGQAAAAAjYwkbAAAAAAAABwECMTAIBG_AXn8VM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjE2NjYyNDAifQ.V4_iI3e7wxyK_bwp3gATkeQOuKTonO5-OoYtDU_2CsQ",
          "expiry": {
            "blockhash": "Ez2jUgAsH3ftnZXPhoXUkoMnKEYG8yuCNwBcG52SeT94",
            "lastValidBlockHeight": "425841080",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "sol-leveraged-stake.instant": [
      {
        "answer": {
          "strategy": "sol-leveraged-stake",
          "kind": "instant",
          "outputAsset": "raSOL",
          "route": "rpc",
          "path": "vault-idle",
          "burnedLpLamports": "19500000",
          "expectedPayoutRasol": "0.023419454",
          "expectedPayoutRasolLamports": "23419454",
          "initializedLendingAccount": false,
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBgoABQJ28QAACgAJAzVPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.ySpI6Ou5aJWVaoBiojawaizdfWbU9ilprRe1ZcBUdnk",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      },
      {
        "answer": {
          "strategy": "sol-leveraged-stake",
          "kind": "instant",
          "outputAsset": "SOL",
          "route": "rpc",
          "path": "vault-idle",
          "burnedLpLamports": "19500000",
          "expectedPayoutRasol": "0.023419454",
          "expectedPayoutRasolLamports": "23419454",
          "initializedLendingAccount": false,
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "next": {
            "description": "Broadcast this transaction and wait until it is confirmed. Then read how much raSOL the wallet really received, put it in the place of amount, which is an estimate, and make this call to swap it to SOL.",
            "endpoint": "/api/v1/unstake",
            "method": "POST",
            "body": {
              "strategy": "sol-liquid-stake",
              "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "amount": "0.023419454",
              "kind": "instant"
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBgoABQLe7gAACgAJAwNPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACAEGMC4wMTk1BgNTT0wTCDIzNDE5NDU0FAp2YXVsdC1pZGxl.iyW9wlIhcJiQ2pK8W1JRrzhFA_OiTWD4SiGuEaCkYKo",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ],
    "usdc-earn.instant": [
      {
        "answer": {
          "strategy": "usdc-earn",
          "kind": "instant",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYGEAAFAqxaAQAQAAkDMFAAAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACQUA.8KTebrI6D36hD0isRjv8CRGTDURjzUWHhaPUEpEWAa4",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ]
  },
  "quote": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "instant",
          "inAsset": "SOL",
          "outAsset": "SOL",
          "inAmount": "4.002328953",
          "outAmount": "4.001096347",
          "priceImpactPct": null
        }
      }
    ],
    "sol-liquid-stake": [
      {
        "answer": {
          "strategy": "sol-liquid-stake",
          "inAsset": "raSOL",
          "outAsset": "SOL",
          "inAmount": "1.65",
          "outAmount": "1.772676491",
          "priceImpactPct": 1.77133e-7
        }
      }
    ],
    "sol-leveraged-stake": [
      {
        "answer": {
          "strategy": "sol-leveraged-stake",
          "kind": "instant",
          "inAsset": "raSOL Max",
          "outAsset": "raSOL",
          "inAmount": "0.0195",
          "outAmount": "0.023419454",
          "path": "vault-idle"
        }
      }
    ]
  },
  "exitOptions": {
    "ok": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
          "asOf": {
            "slot": "453600036",
            "epoch": "1050",
            "time": "2026-11-30T12:19:28.000Z"
          },
          "of": {
            "asset": "SOL",
            "amount": "4.002328953",
            "baseUnits": "4002328953"
          },
          "options": [
            {
              "path": "deactivate",
              "isAvailable": true,
              "problem": null,
              "via": "stake program",
              "transactions": 2,
              "receive": {
                "expected": {
                  "asset": "SOL",
                  "amount": "4.002278793",
                  "baseUnits": "4002278793"
                },
                "atLeast": {
                  "asset": "SOL",
                  "amount": "4.002278793",
                  "baseUnits": "4002278793"
                }
              },
              "costs": [
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.000005",
                  "baseUnits": "5000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.00002008",
                  "baseUnits": "20080",
                  "isRefundable": false
                },
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.000005",
                  "baseUnits": "5000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.00002008",
                  "baseUnits": "20080",
                  "isRefundable": false
                }
              ],
              "rewards": {
                "asset": "SOL",
                "amount": "0.000000067",
                "baseUnits": "67"
              },
              "availableAt": {
                "epoch": "1051",
                "earliest": "2026-11-30T12:19:28.454Z",
                "latest": "2026-11-30T12:19:28.555Z"
              },
              "costOfHaste": null,
              "next": [
                {
                  "description": "Begins the cooldown of the whole account.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "kind": "deactivate",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ"
                  }
                },
                {
                  "description": "Withdraws everything, once it has cooled down.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ"
                  },
                  "availableAt": {
                    "epoch": "1051",
                    "earliest": "2026-11-30T12:19:28.454Z",
                    "latest": "2026-11-30T12:19:28.555Z"
                  }
                }
              ]
            },
            {
              "path": "instant",
              "isAvailable": true,
              "problem": null,
              "via": "router depositStake",
              "transactions": 1,
              "receive": {
                "expected": {
                  "asset": "SOL",
                  "amount": "4.001085347",
                  "baseUnits": "4001085347"
                },
                "atLeast": null
              },
              "costs": [
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.000005",
                  "baseUnits": "5000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.000006",
                  "baseUnits": "6000",
                  "isRefundable": false
                }
              ],
              "rewards": null,
              "availableAt": null,
              "costOfHaste": {
                "asset": "SOL",
                "amount": "0.001193513",
                "baseUnits": "1193513",
                "perYearPercent": "1863977.88"
              },
              "next": [
                {
                  "description": "Sells the whole account for SOL, at once.",
                  "endpoint": "/api/v1/unstake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "kind": "instant",
                    "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ"
                  }
                }
              ]
            }
          ],
          "fastest": "instant",
          "cheapest": "deactivate"
        }
      }
    ]
  },
  "entryOptions": {
    "ok": [
      {
        "answer": {
          "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
          "asOf": {
            "slot": "453600036",
            "epoch": "1050",
            "time": "2026-11-30T12:19:28.000Z"
          },
          "asset": "SOL",
          "amount": "10",
          "options": [
            {
              "strategy": "sol-native-stake",
              "apyPercent": 6.23332191971937,
              "risks": [
                {
                  "code": "VALIDATOR",
                  "detail": "A validator that does not vote earns nothing."
                },
                {
                  "code": "COOLDOWN",
                  "detail": "Active stake leaves at the end of an epoch, or at once at the price of the market."
                }
              ],
              "isAvailable": true,
              "problem": null,
              "receive": {
                "expected": {
                  "asset": "SOL",
                  "amount": "10",
                  "baseUnits": "10000000000"
                },
                "atLeast": {
                  "asset": "SOL",
                  "amount": "10",
                  "baseUnits": "10000000000"
                }
              },
              "costs": [
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.00001",
                  "baseUnits": "10000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.00000081",
                  "baseUnits": "810",
                  "isRefundable": false
                },
                {
                  "kind": "rent",
                  "asset": "SOL",
                  "amount": "0.00166624",
                  "baseUnits": "1666240",
                  "isRefundable": true,
                  "account": "CYcZVxAx58ushhQD43ustspRyDZs7KMTNQd8fJXa5qsr"
                }
              ],
              "rentLocked": {
                "asset": "SOL",
                "amount": "0.00166624",
                "baseUnits": "1666240"
              },
              "leaveAtOnce": {
                "receive": {
                  "asset": "SOL",
                  "amount": "9.99997823",
                  "baseUnits": "9999978230"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.00002177",
                  "baseUnits": "21770"
                }
              },
              "breakEvenDays": "0.1",
              "next": [
                {
                  "description": "Stakes it.",
                  "endpoint": "/api/v1/stake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-native-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "amount": "10"
                  }
                }
              ]
            },
            {
              "strategy": "sol-liquid-stake",
              "apyPercent": 6.20432695078534,
              "risks": [
                {
                  "code": "PROGRAM",
                  "detail": "The stake pool can have a defect, or be changed by whoever may upgrade it."
                },
                {
                  "code": "MARKET_PRICE",
                  "detail": "At once, raSOL is worth what the market pays, which may be less than the pool holds for it."
                }
              ],
              "isAvailable": true,
              "problem": null,
              "receive": {
                "expected": {
                  "asset": "raSOL",
                  "amount": "9.294926901",
                  "baseUnits": "9294926901"
                },
                "atLeast": {
                  "asset": "raSOL",
                  "amount": "9.285631974",
                  "baseUnits": "9285631974"
                }
              },
              "costs": [
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.000005",
                  "baseUnits": "5000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.000004",
                  "baseUnits": "4000",
                  "isRefundable": false
                }
              ],
              "rentLocked": {
                "asset": "SOL",
                "amount": "0",
                "baseUnits": "0"
              },
              "leaveAtOnce": {
                "receive": {
                  "asset": "SOL",
                  "amount": "9.985972829",
                  "baseUnits": "9985972829"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.014027171",
                  "baseUnits": "14027171"
                }
              },
              "breakEvenDays": "8.3",
              "next": [
                {
                  "description": "Stakes it.",
                  "endpoint": "/api/v1/stake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-liquid-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "amount": "10"
                  }
                }
              ]
            },
            {
              "strategy": "sol-leveraged-stake",
              "apyPercent": 11.393372253632654,
              "risks": [
                {
                  "code": "LEVERAGE",
                  "detail": "The vault borrows SOL against raSOL: where borrowing costs more than stake earns, the position shrinks by a multiple of the difference."
                },
                {
                  "code": "LIQUIDATION",
                  "detail": "When raSOL falls far enough against SOL, the lender sells the collateral."
                },
                {
                  "code": "EXIT_LIQUIDITY",
                  "detail": "Exits beyond the idle funds need a lender and a market that can serve them."
                },
                {
                  "code": "PROGRAM",
                  "detail": "The vault, its adaptor, the lender or the stake pool can have a defect, or be changed by whoever may upgrade it."
                }
              ],
              "isAvailable": true,
              "problem": null,
              "receive": {
                "expected": {
                  "asset": "raSOL Max",
                  "amount": "7.739338024",
                  "baseUnits": "7739338024"
                },
                "atLeast": {
                  "asset": "raSOL Max",
                  "amount": "7.692940691",
                  "baseUnits": "7692940691"
                }
              },
              "costs": [
                {
                  "kind": "network-fee",
                  "asset": "SOL",
                  "amount": "0.000005",
                  "baseUnits": "5000",
                  "isRefundable": false
                },
                {
                  "kind": "priority-fee",
                  "asset": "SOL",
                  "amount": "0.00000177",
                  "baseUnits": "1770",
                  "isRefundable": false
                }
              ],
              "rentLocked": {
                "asset": "SOL",
                "amount": "0",
                "baseUnits": "0"
              },
              "leaveAtOnce": {
                "receive": {
                  "asset": "SOL",
                  "amount": "9.980957978",
                  "baseUnits": "9980957978"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.019042022",
                  "baseUnits": "19042022"
                }
              },
              "breakEvenDays": "6.2",
              "next": [
                {
                  "description": "Stakes it.",
                  "endpoint": "/api/v1/stake",
                  "method": "POST",
                  "body": {
                    "strategy": "sol-leveraged-stake",
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "amount": "10"
                  }
                }
              ]
            }
          ]
        }
      }
    ]
  },
  "withdraw": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
          "withdrawnLamports": 1501914756,
          "notes": "This takes all lamports of the stake account, which closes it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYEAgAFAoVWAAACAAkDX1cAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.4AUUh-jp6NLcBNSd76u12wBD_YaO4nhAeyoE6A--Wls",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ]
  },
  "split": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "newStakeAccount": "EruCtTMkFWzrso5reGyH38weXAQKvmqis3PR8af4Zrpe",
          "stakeAccountSeed": "88892feafe72f4cce730a18a6af09be4",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW83wawLrXhvYAWvzzD7wyLfVPIP7ajBtrjuGQ9yMgyRfAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAANbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYFBAAFAkB9AAAEAAkD4FEAAAAAAAAEAAUEAAAUAAMCAAJ8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA4ODg5MmZlYWZlNzJmNGNjZTczMGExOGE2YWYwOWJlNMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAQIADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQiIkv6v5y9MznMKGKavCb5BAHMTY2NjI0MA.dp2A9TSkxAncinWmjd_5wSXuQEqR3SW6dIMPzTQ_uOg",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      },
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "newStakeAccount": "CmzSfewBvKezTeUTfbarnxS6WsMymPAZikuWGkrvTV7m",
          "stakeAccountSeed": "818308f1b84f8b63a69353a534568d5d",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It deactivates at once and stakeAccount keeps the rest. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-28 12:20 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW673D/A4ufG26hvOd47i9+OYT7je+wtTbIio48vLqXS4AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAA1sy8bUhzET9yUseL4kzOXAtdcEHCzgdQscC/LFSTMhgYEAAUCfrEAAAQACQMQUgAAAAAAAAQABQQAABQAAwIAAnwDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EgAAAAAAAAADgxODMwOGYxYjg0ZjhiNjNhNjkzNTNhNTM0NTY4ZDVkwGwZAAAAAADIAAAAAAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABQMBAgAMAwAAAAAvaFkAAAAABQMCBgAEBQAAAA==",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwsKZGVhY3RpdmF0ZQgQgYMI8bhPi2Omk1OlNFaNXRAHMTY2NjI0MA.boCfbVhrO_mX9lMhnnkZPGkTctSL1Ve6NpiJefnq_uE",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ]
  },
  "merge": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "into": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "from": [
            "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf"
          ],
          "mergedLamports": 1501914756,
          "idleLamports": 1685747,
          "notes": "The accounts of from are closed and what they hold moves into the other one. Up to 1685747 lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAA1sy8bUhzET9yUseL4kzOXAtdcEHCzgdQscC/LFSTMhgQDAAUCXH0AAAMACQNGUAAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.hD7YR6Fe64fo3aIoIfr_UYd1i7NoDbNa11_afcRXpzY",
          "expiry": {
            "blockhash": "4cd5bXUGpkvF2bny9uKL4m59jrtmSK5BZYQV1vExGvqB",
            "lastValidBlockHeight": "425841079",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:24.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      }
    ]
  },
  "refresh": {
    "stake.sol-native-stake": [
      {
        "body": {
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACkyUBApCgxCgaWunLmMw+1R+I7hL5zmBLwQ4qLefqtB3BE1ArMInhY8IkfSqeE0Jno1DmfsPV4BvNCrvnqlx8IAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBgMNabQPN5BMQw4HpfZTrKmskjlh7nT1sJR80BB0vVOQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAApZIi62Elbwzv/G/N2c/r1f2/6exEiqxyXlQXj9ebCroGBAAFAoScAAAEAAkDO1QAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprrtFhGQAAAAAhNPwaAAAAAAAAAAEDMS41CBNuOloeg5kU1Gv1tmVHP6MOZGV2EAcxNjY2MjQw.OKssO_Kqz_DeNxQlawPV5T-yKiAL_qDmZWwVNi9hjMU"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "9fdxVL2EyWrHgW1ZTgwVNgekPxqYyt32Q6wGppt3bF2b",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADOGzSjrw64hsx83q+z6kOHF3eSkLosQMlSQv5HGP/vM9qi33WHRY5L4tINJPkw+9yuTipLi9ZQkcbYgwKDSKUCAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBgMNabQPN5BMQw4HpfZTrKmskjlh7nT1sJR80BB0vVOQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAMSitUoyefprfyX1NxNoGB75THBbHP9oIwKBDk/Or59YGBAAFAvOdAAAEAAkD9lAAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAAAAEDMS41CBNuOloeg5kU1Gv1tmVHP6MOZGV2DiAn-_gVdD88KGsypxaNt5XXrbwohhFKYtYZJi0DizLtAhAHMTY2NjI0MA.hmP9bNdAeNODoYz18R87t5_VuHMVfvIVkI10ZX5WEmU",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "stake.sol-liquid-stake": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AcvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.SuZrhx4o0gVFV3OjDsHdQF6Vgle7sTbKyrOBzAhimcU"
        },
        "answer": {
          "strategy": "sol-liquid-stake",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpunCa944Ea9cjpXxoQj1z371jBt1MdUvgLFPie8yUN1IIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
            "inpAmt": "1500000000",
            "outAmt": "1394239035",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "StakePoolDepositSol",
                    "rate": 0.001,
                    "amount": "1395634",
                    "mint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                  }
                ]
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpunCa944Ea9cjpXxoQj1z371jBt1MdUvgLFPie8yUN1IIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.Ac3GCmtFxwprhdJhGQAAAADwYwkbAAAAAAAAAQEDMS41DiCa88DQd94VBLHrJpq06doujfcXZOp3UimM42xOiWxZ8xUKMTM5NDIzOTAzNQ.01L8nMuTKkUv1VTIVqFpAeDAvstPRecLiCGZp6XOpuc",
          "expiry": {
            "blockhash": "DYnRPcvFLkxkTD7f1SweUqN1pE2WFB98nfSnYzmQW9E9",
            "lastValidBlockHeight": "425841285",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "stake.sol-leveraged-stake": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGCBAABQJEWgEAEAAJA99NAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.sVWhI-veslgp2Ba02bvVIoQEj6Yf9IsQIJRj3jslzxk"
        },
        "answer": {
          "strategy": "sol-leveraged-stake",
          "route": "rpc",
          "depositedSolLamports": "20000000",
          "stagedRasolLamports": "18589854",
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTEorVKMnn6a38l9TcTaBge+UxwWxz/aCMCgQ5Pzq+fWCBAABQIBXAEAEAAJA1pPAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAAAgEEMC4wMg4gwtgsELhxJ1sdj-7qZAPa07PD3j4F7VhzpwytRXK4yUUSCDE4NTg5ODU0.LTwwQF-eUxG0heGDDzCkn9NwvI0CiwSUtdlUW3aMm54",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "stake.usdc-earn": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYGCQAFAujpAAAJAAkD8E8AAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAAAwEDMjUw.3IfSTNxvTgrB1694xqoy2XdYify7qvGB9ZE4HNvtBEk"
        },
        "answer": {
          "strategy": "usdc-earn",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05MSitUoyefprfyX1NxNoGB75THBbHP9oIwKBDk/Or59YGCQAFArrmAAAJAAkDMVIAAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAAAwEDMjUwDiAma3XzRMPiYSJNJRGot3QzAVtATiRgH0UR71u-yQodvA.GlBrP5DztKUgsIiy7MPSD72zKvCr_JRC5-HRIZv_P7E",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "sol-native-stake.deactivate": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBAIABQJtTgAAAgAJA79VAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.AMvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.cFJ2FYeQmhkfiWTcvTRVBkyNw0kNW4YbnymysI886eE"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "deactivate",
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-28 12:20 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADEorVKMnn6a38l9TcTaBge+UxwWxz/aCMCgQ5Pzq+fWBAIABQIbTwAAAgAJA/9TAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.CpaHxf2XBQphUDwNjwisZyRM5YGCcPdBdCjKHSQIewI",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "sol-native-stake.instant": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.AsvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.3YVNI8Y2iuzWdiYpyxZ2c4kLZ3ll94rye7r_Vb7Fm-E"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "instant",
          "route": "router",
          "routerKind": "depositStake",
          "router_order": {
            "inp": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
            "out": "So11111111111111111111111111111111111111112",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj3cKIwU+wg/9WY0wCoLdFFWzjm7mRgtyNJ/bQvdhUQsoFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
            "inpAmt": {
              "amtStaked": "4000610693",
              "amtUnstaked": "1718260"
            },
            "outAmt": "4001096347",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "ReserveUnstake",
                    "rate": 0.0003079721868129014,
                    "amount": "1232606",
                    "mint": "So11111111111111111111111111111111111111112"
                  }
                ]
              }
            }
          },
          "notes": "The whole stake account is given up for SOL, all 4.002328953 SOL that it holds. It is not the wallet's any more afterwards.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj3cKIwU+wg/9WY0wCoLdFFWzjm7mRgtyNJ/bQvdhUQsoFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.As3GCmtFxwprh9JhGQAAAADwYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.lksBdDdKE36dBJ2C7KSVbR70s6Lgorulg1UnDeBjOj4",
          "expiry": {
            "blockhash": "Fvf9bfwNov3m75gdckVHi3asnAfdoMnnHPikL1RtoMEh",
            "lastValidBlockHeight": "425841287",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "sol-liquid-stake.instant": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.AcvGCmtDxwprt9FhGQAAAAAjYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.9JOQpCPgLcoTqtXeWx7Os5b7rETFT-klwwvm_gjE-vs"
        },
        "answer": {
          "strategy": "sol-liquid-stake",
          "kind": "instant",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "out": "So11111111111111111111111111111111111111112",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd3CiMFPsIP/VmNMAqC3RRVs45u5kYLcjSf20L3YVELKBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "requestId": "f753a54de0f1f1ffe05732ea22ef4876",
                "inAmount": "1650000000",
                "outAmount": "1772676491",
                "otherAmountThreshold": "1763813108",
                "swapMode": "ExactIn",
                "slippageBps": 50,
                "priceImpact": -0.0000177133,
                "priceImpactPct": "0.000000177133"
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd3CiMFPsIP/VmNMAqC3RRVs45u5kYLcjSf20L3YVELKBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.Ac3GCmtFxwprh9JhGQAAAADwYwkbAAAAAAAABgEEMS42NQ4gFDi19rcgq0Z1BuIoueEBumElyw-mb1crRRKD62x4gSsVCjE3NzI2NzY0OTE.Ww-xV8OK37fSIBgdyorG9kFZcKtol-5uy6EQ0bNl0Qg",
          "expiry": {
            "blockhash": "Fvf9bfwNov3m75gdckVHi3asnAfdoMnnHPikL1RtoMEh",
            "lastValidBlockHeight": "425841287",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "sol-liquid-stake.slow": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5ebHoJSr/DFu87P/CBHARFeTp0PycV5Dq2KS3Eg4wwn89LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqc/D/rUccKKuwT72PR47emT1nbyuBd5ANnVGdAhwgIjzBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADIxMzY5MTYwNznAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BMzGCmtExwpruNFhGQAAAAAjYwkbAAAAAAAABwECMTAIBG_AXn8VM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjE2NjYyNDAifQ.V4_iI3e7wxyK_bwp3gATkeQOuKTonO5-OoYtDU_2CsQ"
        },
        "answer": {
          "strategy": "sol-liquid-stake",
          "kind": "slow",
          "route": "router",
          "routerKind": "withdrawStake",
          "router_order": {
            "inp": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "out": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5ebHoJSr/DFu87P/CBHARFeTp0PycV5Dq2KS3Eg4wwn89LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd3CiMFPsIP/VmNMAqC3RRVs45u5kYLcjSf20L3YVELKBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADIxMzY5MTYwNznAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgYABAUAAAAA",
            "inpAmt": "10000000000",
            "outAmt": {
              "amtStaked": "10747798348",
              "amtUnstaked": "1666240"
            },
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "StakePoolWithdrawStake",
                    "rate": 0,
                    "amount": "0",
                    "mint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                  }
                ]
              }
            }
          },
          "notes": "The raSOL becomes the stake account GXsKfiTVph6FRkarugMMrdEbMWd43WdGdbMj1dvBT7s1, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-28 12:20 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5ebHoJSr/DFu87P/CBHARFeTp0PycV5Dq2KS3Eg4wwn89LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd3CiMFPsIP/VmNMAqC3RRVs45u5kYLcjSf20L3YVELKBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADIxMzY5MTYwNznAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BM3GCmtFxwprh9JhGQAAAADwYwkbAAAAAAAABwECMTAIBG_AXn8OIJCsxcQpMUHoL6b050PSanPaDtXjut8fF7Sta2Sz06D2FTN7ImFtdFN0YWtlZCI6IjEwNzQ3Nzk4MzQ4IiwiYW10VW5zdGFrZWQiOiIxNjY2MjQwIn0.wT1fryhaTvzcj9cKRew0dWnBUOv-lLkGHIKBPkhri2E",
          "expiry": {
            "blockhash": "Fvf9bfwNov3m75gdckVHi3asnAfdoMnnHPikL1RtoMEh",
            "lastValidBlockHeight": "425841287",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "sol-leveraged-stake.instant": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTWzLxtSHMRP3JSx4viTM5cC11wQcLOB1CxwL8sVJMyGBgoABQJ28QAACgAJAzVPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.ySpI6Ou5aJWVaoBiojawaizdfWbU9ilprRe1ZcBUdnk"
        },
        "answer": {
          "strategy": "sol-leveraged-stake",
          "kind": "instant",
          "outputAsset": "raSOL",
          "route": "rpc",
          "path": "vault-idle",
          "burnedLpLamports": "19500000",
          "expectedPayoutRasol": "0.023419454",
          "expectedPayoutRasolLamports": "23419454",
          "initializedLendingAccount": false,
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTEorVKMnn6a38l9TcTaBge+UxwWxz/aCMCgQ5Pzq+fWBgoABQI88QAACgAJAyxPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAACAEGMC4wMTk1DiDiIHd7FNaPflkNrf4q3zqdC3gcIPQOVw_z5YGs6V3jgxMIMjM0MTk0NTQUCnZhdWx0LWlkbGU.5wxT2kkgYzg2B9gnznQI5OpQ86f83Kyfru9M-o-BhkE",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "usdc-earn.instant": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYGEAAFAqxaAQAQAAkDMFAAAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACQUA.8KTebrI6D36hD0isRjv8CRGTDURjzUWHhaPUEpEWAa4"
        },
        "answer": {
          "strategy": "usdc-earn",
          "kind": "instant",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05MSitUoyefprfyX1NxNoGB75THBbHP9oIwKBDk/Or59YGEAAFAmtaAQAQAAkDck4AAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAACQUADiBKBAYNbhxQrZtNijDS64NJbJ1ESgxFoeOVFIUJ5JpUqw.dDiCuanI0-TFvUkZILzUgDK5drnTpWdBh6XZn3DlEfI",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "withdraw.sol-native-stake": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYEAgAFAoVWAAACAAkDX1cAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.4AUUh-jp6NLcBNSd76u12wBD_YaO4nhAeyoE6A--Wls"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
          "withdrawnLamports": 1501914756,
          "notes": "This takes all lamports of the stake account, which closes it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAMSitUoyefprfyX1NxNoGB75THBbHP9oIwKBDk/Or59YEAgAFAgdWAAACAAkDeVIAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.nflbDZIm3jySKccTTvjJbdFv0B7XPsjaELuf-KTKX-Q",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "split.sol-native-stake": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW83wawLrXhvYAWvzzD7wyLfVPIP7ajBtrjuGQ9yMgyRfAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAANbMvG1IcxE/clLHi+JMzlwLXXBBws4HULHAvyxUkzIYFBAAFAkB9AAAEAAkD4FEAAAAAAAAEAAUEAAAUAAMCAAJ8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA4ODg5MmZlYWZlNzJmNGNjZTczMGExOGE2YWYwOWJlNMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAQIADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQiIkv6v5y9MznMKGKavCb5BAHMTY2NjI0MA.dp2A9TSkxAncinWmjd_5wSXuQEqR3SW6dIMPzTQ_uOg"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "newStakeAccount": "EruCtTMkFWzrso5reGyH38weXAQKvmqis3PR8af4Zrpe",
          "stakeAccountSeed": "88892feafe72f4cce730a18a6af09be4",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW83wawLrXhvYAWvzzD7wyLfVPIP7ajBtrjuGQ9yMgyRfAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAAMSitUoyefprfyX1NxNoGB75THBbHP9oIwKBDk/Or59YFBAAFAnV+AAAEAAkDC1AAAAAAAAAEAAUEAAAUAAMCAAJ8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA4ODg5MmZlYWZlNzJmNGNjZTczMGExOGE2YWYwOWJlNMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAQIADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQiIkv6v5y9MznMKGKavCb5A4gLtUdUJuZOeMY_qjvO69h6vraSjHAmMrz6giqOYymXCsQBzE2NjYyNDA.PDbD2lhF1zgq8-rkoxHov44DrdSl2BvKLJqOCeZy97g",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ],
    "merge.sol-native-stake": [
      {
        "body": {
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAA1sy8bUhzET9yUseL4kzOXAtdcEHCzgdQscC/LFSTMhgQDAAUCXH0AAAMACQNGUAAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.AMzGCmtExwprt9FhGQAAAAAjYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.hD7YR6Fe64fo3aIoIfr_UYd1i7NoDbNa11_afcRXpzY"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "into": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "from": [
            "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf"
          ],
          "mergedLamports": 1501914756,
          "idleLamports": 1685747,
          "notes": "The accounts of from are closed and what they hold moves into the other one. Up to 1685747 lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAAxKK1SjJ5+mt/JfU3E2gYHvlMcFsc/2gjAoEOT86vn1gQDAAUCkX0AAAMACQNAUgAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.VJNymUSMrVOArQ6Ra8Vn_yGHgq51rTTgYNbgHelPPNA",
          "expiry": {
            "blockhash": "4JtxE75Goi54YsdbZy8pDTVu438YgtywrmY4JNvZ9Ftq",
            "lastValidBlockHeight": "425841284",
            "validForSeconds": 7,
            "tokenExpiresAt": "2026-11-28T12:21:25.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "changed": []
        }
      }
    ]
  },
  "broadcast": {
    "ok": [
      {
        "body": {
          "signed_tx": "Aey5xrG18lx/Ik6JY1nFWcFCsLRFhSz/Hn1CQK7OYiJJbZryqCecabGp5D2afq0N/1afFzGdheFM2glCI+Rb0QgBAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADEorVKMnn6a38l9TcTaBge+UxwWxz/aCMCgQ5Pzq+fWBAIABQIbTwAAAgAJA/9TAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.AM3GCmtFxwprhNJhGQAAAADwYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.CpaHxf2XBQphUDwNjwisZyRM5YGCcPdBdCjKHSQIewI"
        },
        "answer": {
          "signature": "5jWVWQtodRcBVG6HEfD3josCXuFEcKG3seZ8xCGbTnDj8ynKh417dfsPgrRHSDYcsPZeptjuVFKbNWgc4NTHmhj5",
          "explorer": "https://solscan.io/tx/5jWVWQtodRcBVG6HEfD3josCXuFEcKG3seZ8xCGbTnDj8ynKh417dfsPgrRHSDYcsPZeptjuVFKbNWgc4NTHmhj5"
        }
      },
      {
        "body": {
          "signed_tx": "AcZ3/nOGlQrXx2G1RXZrOCXFtnRe6fX7D2jP07/DwMr8rfDDoxtDVN0HsgiZB9EdbSuLoosmJhngcxPR4mHa2gmAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpunCa944Ea9cjpXxoQj1z371jBt1MdUvgLFPie8yUN1IIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.Ac3GCmtFxwprhdJhGQAAAADwYwkbAAAAAAAAAQEDMS41DiCa88DQd94VBLHrJpq06doujfcXZOp3UimM42xOiWxZ8xUKMTM5NDIzOTAzNQ.01L8nMuTKkUv1VTIVqFpAeDAvstPRecLiCGZp6XOpuc",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpunCa944Ea9cjpXxoQj1z371jBt1MdUvgLFPie8yUN1IIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
            "inpAmt": "1500000000",
            "outAmt": "1394239035",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "StakePoolDepositSol",
                    "rate": 0.001,
                    "amount": "1395634",
                    "mint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                  }
                ]
              }
            }
          }
        },
        "answer": {
          "signature": "4y9SQ1DVxGMxyDdSgso4jgAiGAvnyPMjFBBqrHDFJWqndCneuHHTHBXSnk1m8fkddLa4Yq2Dfr6sw7xHGhovvCCg",
          "explorer": "https://solscan.io/tx/4y9SQ1DVxGMxyDdSgso4jgAiGAvnyPMjFBBqrHDFJWqndCneuHHTHBXSnk1m8fkddLa4Yq2Dfr6sw7xHGhovvCCg"
        }
      }
    ]
  },
  "getTransaction": {
    "ok": [
      {
        "params": {
          "signature": "5jWVWQtodRcBVG6HEfD3josCXuFEcKG3seZ8xCGbTnDj8ynKh417dfsPgrRHSDYcsPZeptjuVFKbNWgc4NTHmhj5"
        },
        "query": {
          "lastValidBlockHeight": "425841284",
          "wait": "20"
        },
        "answer": {
          "signature": "5jWVWQtodRcBVG6HEfD3josCXuFEcKG3seZ8xCGbTnDj8ynKh417dfsPgrRHSDYcsPZeptjuVFKbNWgc4NTHmhj5",
          "status": "landed",
          "isFinal": false,
          "slot": "453600246",
          "blockTime": "2026-11-30T12:20:09.000Z",
          "fee": {
            "asset": "SOL",
            "amount": "0.000005436",
            "baseUnits": "5436"
          },
          "changes": [
            {
              "account": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "direction": "out",
              "asset": "SOL",
              "amount": "0.000005436",
              "baseUnits": "5436"
            }
          ],
          "failure": null,
          "asOf": {
            "slot": "453600247",
            "time": "2026-11-28T12:19:26.135Z"
          },
          "explorer": "https://solscan.io/tx/5jWVWQtodRcBVG6HEfD3josCXuFEcKG3seZ8xCGbTnDj8ynKh417dfsPgrRHSDYcsPZeptjuVFKbNWgc4NTHmhj5"
        }
      },
      {
        "params": {
          "signature": "5q4YQusidfTrbcsQu9VQXPCY6Pwcre8UZkRkXacs12VvAPc75CJxQysMnPkSemg2hvx4gvTM5dmgCjYrtrkRu5hd"
        },
        "query": {},
        "answer": {
          "signature": "5q4YQusidfTrbcsQu9VQXPCY6Pwcre8UZkRkXacs12VvAPc75CJxQysMnPkSemg2hvx4gvTM5dmgCjYrtrkRu5hd",
          "status": "failed",
          "isFinal": false,
          "slot": "453600246",
          "blockTime": "2026-11-30T12:20:09.000Z",
          "fee": {
            "asset": "SOL",
            "amount": "0.000005",
            "baseUnits": "5000"
          },
          "changes": [
            {
              "account": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "direction": "out",
              "asset": "SOL",
              "amount": "0.000005",
              "baseUnits": "5000"
            }
          ],
          "failure": {
            "code": "STAKE_NOT_INACTIVE",
            "detail": "instruction 0: insufficient funds for instruction",
            "cause": "The stake is active, or it cools down until its deactivation epoch has ended; after a broadcast also: its balance, of which a withdrawal of all leaves nothing, or the rent is another one than when this was built.",
            "cure": "Deactivate it, then withdraw in the epoch that availableAt names. Where its balance or the rent has changed, build again.",
            "instruction": 0,
            "program": "Stake11111111111111111111111111111111111111",
            "error": "InsufficientFunds"
          },
          "asOf": {
            "slot": "453600247",
            "time": "2026-11-28T12:19:26.152Z"
          },
          "explorer": "https://solscan.io/tx/5q4YQusidfTrbcsQu9VQXPCY6Pwcre8UZkRkXacs12VvAPc75CJxQysMnPkSemg2hvx4gvTM5dmgCjYrtrkRu5hd"
        }
      },
      {
        "params": {
          "signature": "5GRWnhwgwuLkCTyV8Y7q3E1diA9D2ScD3n3WgGZvhx9ddyM73GYkXPXKrUgCisZddJHxdJ7DCUZCiM1DoM6wLbyW"
        },
        "query": {
          "lastValidBlockHeight": "425841284"
        },
        "answer": {
          "signature": "5GRWnhwgwuLkCTyV8Y7q3E1diA9D2ScD3n3WgGZvhx9ddyM73GYkXPXKrUgCisZddJHxdJ7DCUZCiM1DoM6wLbyW",
          "status": "pending",
          "slot": null,
          "blockTime": null,
          "fee": null,
          "changes": null,
          "failure": null,
          "isFinal": false,
          "asOf": {
            "slot": "453600248",
            "time": "2026-11-28T12:19:26.259Z"
          },
          "explorer": "https://solscan.io/tx/5GRWnhwgwuLkCTyV8Y7q3E1diA9D2ScD3n3WgGZvhx9ddyM73GYkXPXKrUgCisZddJHxdJ7DCUZCiM1DoM6wLbyW"
        }
      }
    ]
  }
};
