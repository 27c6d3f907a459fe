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
          "time": "2026-11-24T03:53:44.600Z"
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
          "time": "2026-11-24T03:53:44.610Z",
          "upstreams": [
            {
              "name": "ledger",
              "state": "ok",
              "since": "2026-11-24T03:53:33.332Z",
              "lastSuccess": "2026-11-24T03:53:44.571Z"
            },
            {
              "name": "router",
              "state": "ok",
              "since": "2026-11-24T03:53:35.369Z",
              "lastSuccess": "2026-11-24T03:53:35.699Z"
            },
            {
              "name": "vault",
              "state": "ok",
              "since": "2026-11-24T03:53:33.298Z",
              "lastSuccess": "2026-11-24T03:53:35.150Z"
            },
            {
              "name": "database",
              "state": "ok",
              "since": "2026-11-24T03:53:32.597Z",
              "lastSuccess": "2026-11-24T03:53:44.368Z"
            },
            {
              "name": "validator apy",
              "state": "ok",
              "since": "2026-11-24T03:53:33.135Z",
              "lastSuccess": "2026-11-24T03:53:35.141Z"
            },
            {
              "name": "router lsts",
              "state": "ok",
              "since": "2026-11-24T03:53:33.170Z",
              "lastSuccess": "2026-11-24T03:53:35.142Z"
            },
            {
              "name": "vault records",
              "state": "ok",
              "since": "2026-11-24T03:53:33.298Z",
              "lastSuccess": "2026-11-24T03:53:35.150Z"
            }
          ],
          "strategies": [
            {
              "key": "sol-native-stake",
              "state": "live",
              "since": "2026-11-24T03:53:32.740Z",
              "lacks": [],
              "figureAges": {
                "apy": 9.5,
                "exchangeRate": null
              }
            },
            {
              "key": "sol-liquid-stake",
              "state": "live",
              "since": "2026-11-24T03:53:32.740Z",
              "lacks": [],
              "figureAges": {
                "apy": 9.5,
                "exchangeRate": 9.5
              }
            },
            {
              "key": "sol-leveraged-stake",
              "state": "live",
              "since": "2026-11-24T03:53:32.740Z",
              "lacks": [],
              "figureAges": {
                "apy": 0.9,
                "exchangeRate": 0.9
              }
            },
            {
              "key": "usdc-earn",
              "state": "live",
              "since": "2026-11-24T03:53:32.740Z",
              "lacks": [],
              "figureAges": {
                "apy": 9.5,
                "exchangeRate": 9.5
              }
            }
          ],
          "feeds": [
            {
              "name": "blockhash",
              "ageSeconds": 0.7,
              "isFresh": true
            },
            {
              "name": "stake terms",
              "ageSeconds": 1,
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
                "apy": 6.23377592812588,
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
                "apy": 6.20625948014846,
                "exchangeRate": 1.074425386131006
              }
            },
            {
              "key": "sol-leveraged-stake",
              "asset": "SOL",
              "title": "Leveraged raSOL Max",
              "blurb": "An auto-managed vault that holds raSOL with leverage for a higher staking yield.",
              "status": "live",
              "live": {
                "apy": 11.39876838675027,
                "exchangeRate": 1.2006838032518046
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
                "exchangeRate": 1.0330490157474048
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
              "apy": 11.39876838675027,
              "exchangeRate": 1.2006838032518046
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
            "slot": "453600074",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
          },
          "apy": {
            "percent": "11.3988",
            "basis": "After the cost of the debt, the fees of the vault, and those of the pool on rewards.",
            "method": "Growth in SOL of what a raSOL Max holds, compounded to a year.",
            "window": "Between the two newest captures, an epoch as a rule.",
            "source": "This service, which captures the ledger once an epoch.",
            "readAt": "2026-11-24T03:53:44.672Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-17T03:53:31.000Z",
                "to": "2026-11-24T03:53:31.000Z",
                "percent": "11.4013"
              },
              {
                "days": "all",
                "from": "2026-11-12T03:53:32.000Z",
                "to": "2026-11-24T03:53:31.000Z",
                "percent": "11.4035"
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
            "stakeRatePercent": "6.2063",
            "borrowRatePercent": "3.2003",
            "carryPercent": "11.3988",
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
            "slot": "453600074",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
          },
          "apy": {
            "percent": "6.2333",
            "basis": "After the commission of the validator; without tips that it does not share.",
            "method": "Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.",
            "window": "The newest epoch that has ended and has a value: the one before while the source has none for the newest.",
            "source": "The validators' API of this deployment.",
            "readAt": "2026-11-24T03:53:44.620Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-17T03:53:32.039Z",
                "to": "2026-11-24T03:53:32.039Z",
                "percent": "6.2345"
              },
              {
                "days": "all",
                "from": "2026-11-12T03:53:32.039Z",
                "to": "2026-11-24T03:53:32.039Z",
                "percent": "6.2350"
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
              "date": "2026-08-28",
              "apy": 6.21
            },
            {
              "date": "2026-08-29",
              "apy": 6.21
            },
            {
              "date": "2026-08-30",
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
              "date": "2026-10-27",
              "apy": 5.6
            },
            {
              "date": "2026-10-28",
              "apy": 5.6
            },
            {
              "date": "2026-10-29",
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
            "genesisHash": "HtqeKHPSu1xNv7ghfKuBDydrWm3o1bBDFvb1uVNcVDhB",
            "isSandbox": true
          },
          "asOf": {
            "slot": "453600074",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
          },
          "nextEpoch": {
            "epoch": "1051",
            "earliest": "2026-11-27T01:05:18.844Z",
            "latest": "2026-11-27T05:47:52.588Z"
          },
          "ledger": {
            "stakeAccountRent": {
              "asset": "SOL",
              "amount": "0.00228288",
              "baseUnits": "2282880"
            },
            "tokenAccountRent": {
              "asset": "SOL",
              "amount": "0.00203928",
              "baseUnits": "2039280"
            },
            "walletRent": {
              "asset": "SOL",
              "amount": "0.00089088",
              "baseUnits": "890880"
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
                  "amount": "67.986972431",
                  "baseUnits": "67986972431"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.974704231",
                  "baseUnits": "67974704231"
                },
                "keptBack": [
                  {
                    "for": "rent",
                    "asset": "SOL",
                    "amount": "0.00228288",
                    "baseUnits": "2282880"
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
                    "amount": "0.00908356",
                    "baseUnits": "9083560"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00089088",
                    "baseUnits": "890880"
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
                  "amount": "67.986972431",
                  "baseUnits": "67986972431"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.973763591",
                  "baseUnits": "67973763591"
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
                    "amount": "0.00731296",
                    "baseUnits": "7312960"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00089088",
                    "baseUnits": "890880"
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
                  "amount": "67.986972431",
                  "baseUnits": "67986972431"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.959201431",
                  "baseUnits": "67959201431"
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
                    "amount": "0.02687104",
                    "baseUnits": "26871040"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00089088",
                    "baseUnits": "890880"
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
                    "amount": "0.00139508",
                    "baseUnits": "1395080"
                  },
                  {
                    "for": "wallet-rent",
                    "asset": "SOL",
                    "amount": "0.00089088",
                    "baseUnits": "890880"
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
            "slot": "453600074",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
          },
          "isComplete": true,
          "missing": [],
          "searched": "all",
          "totals": [
            {
              "asset": "SOL",
              "amount": "31.992553675",
              "baseUnits": "31992553675"
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
                "amount": "1.502531396",
                "baseUnits": "1502531396"
              },
              "parts": {
                "delegated": "1500229009",
                "effective": "0",
                "rentReserve": "2282880",
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
                "amount": "1.502531396",
                "baseUnits": "1502531396"
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
                "amount": "4.002945593",
                "baseUnits": "4002945593"
              },
              "parts": {
                "delegated": "4000610693",
                "effective": "4000610693",
                "rentReserve": "2282880",
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
                "amount": "1.502531396",
                "baseUnits": "1502531396"
              },
              "parts": {
                "delegated": "1500229009",
                "effective": "1500229009",
                "rentReserve": "2282880",
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
                "slot": "453600074",
                "epoch": "1050",
                "time": "2026-11-26T03:53:47.000Z"
              },
              "isComplete": true,
              "missing": [],
              "searched": "all",
              "totals": [
                {
                  "asset": "SOL",
                  "amount": "31.992553675",
                  "baseUnits": "31992553675"
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
                    "amount": "1.502531396",
                    "baseUnits": "1502531396"
                  },
                  "parts": {
                    "delegated": "1500229009",
                    "effective": "0",
                    "rentReserve": "2282880",
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
                    "amount": "1.502531396",
                    "baseUnits": "1502531396"
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
                    "amount": "4.002945593",
                    "baseUnits": "4002945593"
                  },
                  "parts": {
                    "delegated": "4000610693",
                    "effective": "4000610693",
                    "rentReserve": "2282880",
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
                    "amount": "1.502531396",
                    "baseUnits": "1502531396"
                  },
                  "parts": {
                    "delegated": "1500229009",
                    "effective": "1500229009",
                    "rentReserve": "2282880",
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
            "slot": "453600033",
            "epoch": "1050",
            "time": "2026-11-30T06:28:11.000Z"
          },
          "rows": [
            {
              "cursor": "453600000-7f48091cdcf957f7",
              "type": "withdrawable",
              "strategy": "sol-native-stake",
              "account": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
              "signature": null,
              "time": "2026-11-30T06:28:04.000Z",
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
              "cursor": "453600000-79cb19d2d54f9186",
              "type": "reward",
              "strategy": "sol-native-stake",
              "account": "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf",
              "signature": null,
              "time": "2026-11-30T06:28:04.000Z",
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
            },
            {
              "cursor": "453600000-7155199cb262181f",
              "type": "reward",
              "strategy": "sol-native-stake",
              "account": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
              "signature": null,
              "time": "2026-11-30T06:28:04.000Z",
              "slot": "453600000",
              "epoch": "1050",
              "in": [
                {
                  "asset": "staked SOL",
                  "amount": "0.000662713",
                  "baseUnits": "662713"
                }
              ],
              "out": [],
              "fee": null,
              "tip": null,
              "rate": null,
              "known": "ledger"
            },
            {
              "cursor": "453600000-2547eb351750c415",
              "type": "reward",
              "strategy": "sol-native-stake",
              "account": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
              "signature": null,
              "time": "2026-11-30T06:28:04.000Z",
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
          "nextCursor": "453600033.1049...UMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaVzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.18595986522-3871957477-968008279139-0",
          "isComplete": false,
          "missing": [
            {
              "part": "rates",
              "slot": "453600000",
              "reason": "Not known is what sol-liquid-stake gained by rate here, and maybe earlier, for lack of the rates of both epochs."
            },
            {
              "part": "rates",
              "slot": "453600000",
              "reason": "Not known is what sol-leveraged-stake gained by rate here, and maybe earlier, for lack of the rates of both epochs."
            },
            {
              "part": "rates",
              "slot": "453600000",
              "reason": "Not known is what usdc-earn gained by rate here, and maybe earlier, for lack of the rates of both epochs."
            }
          ]
        }
      }
    ]
  },
  "stake": {
    "sol-native-stake": [
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "4mkj8u72NF9poxrx6RZ3umcKv7yT3Q9iod7St5rTtE6t",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 2282880,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwx7uJ+KOv+bsh5Jge4ByGAOlatH07LsRa/8500cXFRJ7O6y0oVWbFOX63u4xk8q/HgyeuWRVAuIZWSVN1DmMIAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBOAoO3effSB7Vg5k/fHzs3GC2JgLO4RTUWUx5zKRUDuEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAj4Al4jvgn5fGUCnxlPB45RnFIrGdlFrzqRrgbSjFm/AFBAAFAnacAAAEAAkD704AAAAAAAACAgABNAAAAACABItZAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAgEIdAAAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQYBAwcJBgAEAgAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAAEDMS41CBN-UcSDc-dJNvf2YleLwblAZGV2EAcyMjgyODgw.8SWybEsHh9Nb9CqUFWNHqwQFrPjwE9q4A15NI7gc4KM",
          "expiry": {
            "blockhash": "AfAdrqqFfCdkBeQQLMXc5fJxbrXFYfcx9GzHvjMu2n8X",
            "lastValidBlockHeight": "425841124",
            "validForSeconds": 18,
            "tokenExpiresAt": "2026-11-24T03:55:44.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      },
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
          "stakeAccountSeed": "e181cb7d4da5ac49b337a08906f997ca",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The address of this new stake account derives from the wallet, stakeAccountSeed and the stake program, so anybody can recompute it; the service signs nothing. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAgKvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EZFgAn9FZ6s13q0QwGhy6zUGPghnnKj+HTgdW+L5h94gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXcq8FqWmaNDifUf1rbvHHiMURrA7IE6koJF1lx0fS1IDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqHYF6UCBQtoB5Hmzm24jh5bcVD2H8Z5Ck600QAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZLFxRIYzJTD1K8X9Y2u4Im6H9ROPb2YoAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAAbPAEUO3kF3Gr8WahtW8BvpkRpeD7uT/MH9mk5P7UZLwYEAAUC2Z0AAAQACQPrTgAAAAAAAAQABQQAACAAAgIAAXwDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EgAAAAAAAAAGUxODFjYjdkNGRhNWFjNDliMzM3YTA4OTA2Zjk5N2NhwJuBWQAAAADIAAAAAAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABQIBCHQAAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4G8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUGAQMHCQYABAIAAAA=",
          "service_token": "st3.dev.AB8_CmuXPwpr8NFhGQAAAABGYwkbAAAAAAAAAAEDMS41BwRzZWVkCBDhgct9TaWsSbM3oIkG-ZfKEAcxNjY2MjQw.AtshXRua96ntNQSn9lJrmWeHYhBXkZIBD9xCComgZ8c",
          "expiry": {
            "blockhash": "2qK5QES3tHQVFX8u2DzfaJxrk1sxXFovjRkjwD6Zk5bL",
            "lastValidBlockHeight": "425841136",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-28T02:42:31.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "receipt": {
            "basis": "computed",
            "summary": "Delegates 1.5 SOL from the new stake account 2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu, which this wallet alone controls.",
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
                "account": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
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
                "amount": "0.000000817",
                "baseUnits": "817",
                "isRefundable": false
              },
              {
                "kind": "rent",
                "asset": "SOL",
                "amount": "0.00166624",
                "baseUnits": "1666240",
                "isRefundable": true,
                "account": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu"
              }
            ],
            "authorities": [
              {
                "account": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
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
                    "stakeAccount": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu"
                  }
                },
                {
                  "description": "Moves everything to the wallet, which closes the account.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu"
                  },
                  "availableAt": {
                    "epoch": "1051",
                    "earliest": "2026-12-01T00:15:33.695Z",
                    "latest": "2026-12-01T05:03:21.183Z"
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
            "messageHash": "0HHxBazos2RZBP7QMlCBp39_8xhiABgyH9grtA-deu0",
            "instructions": [
              {
                "index": 0,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitLimit",
                "summary": "Lets the transaction use up to 40409 compute units.",
                "accounts": [],
                "data": {
                  "units": "40409"
                }
              },
              {
                "index": 1,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitPrice",
                "summary": "Bids 20203 micro-lamports for each compute unit of the limit, for priority.",
                "accounts": [],
                "data": {
                  "price": "20203"
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
                "summary": "Creates the account 2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu with 1.50166624 SOL of DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL, for the program Stake11111111111111111111111111111111111111.",
                "accounts": [
                  {
                    "address": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "role": "payer",
                    "isSigner": true,
                    "isWritable": true
                  },
                  {
                    "address": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
                    "role": "new account",
                    "isSigner": false,
                    "isWritable": true
                  }
                ],
                "data": {
                  "base": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                  "seed": "e181cb7d4da5ac49b337a08906f997ca",
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
                "summary": "Makes 2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu a stake account of the staker DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL and the withdrawer DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL.",
                "accounts": [
                  {
                    "address": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
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
                "summary": "Delegates the stake of 2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu to the validator of 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh.",
                "accounts": [
                  {
                    "address": "2gvehFGEctaqyNN1NFdaZCxVt4zA6UZaZ1hXAYda2wUu",
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp74cdd4m54IMUtmjS/mzBg4ugyfmIq+iogDrXqI5+/zgIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp74cdd4m54IMUtmjS/mzBg4ugyfmIq+iogDrXqI5+/zgIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AUgKBWvACgVr6NFhGQAAAABGYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.JSkyDLKjEIs_i91-AobG4oFTM6hS8J88vILQVupiCis",
          "expiry": {
            "blockhash": "H81wJYQnhuMTMdNJKFbt8LQmqbZeyWGCwYw6a7ZPt5L3",
            "lastValidBlockHeight": "425841128",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:44.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOY+AJeI74J+XxlAp8ZTweOUZxSKxnZRa86ka4G0oxZvwBxAABQITFQMAEAAJA3tOAAAAAAAADgYAAgAJChIBAQ4GAAMAAQoSAQERCgUNBAACBwcJChIRGQAtMQEAAAAAnqgbAQAAAAATDQAMCAkBAgYPAwsSEgoQfuAV/+Q1dSGeqBsBAAAAABIDAwMACQMnY7TnAAAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.hTQfefsWM_qoea0EnuwP_KuBq_i4XkMn8AxAs8SYcPk",
          "expiry": {
            "blockhash": "AfAdrqqFfCdkBeQQLMXc5fJxbrXFYfcx9GzHvjMu2n8X",
            "lastValidBlockHeight": "425841124",
            "validForSeconds": 18,
            "tokenExpiresAt": "2026-11-24T03:55:44.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05j4Al4jvgn5fGUCnxlPB45RnFIrGdlFrzqRrgbSjFm/AFCQAFAo5QAgAJAAkDxU4AAAAAAAAIBgAEAAMGDQEBDg0ABwIKAwUBCwQMDQ0GEH7gFf/kNXUhgLLmDgAAAAANAwQEAAkDFITUbRkBAAA=",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAwEDMjUw.w63tDMHNq77gF4LFySpq6wX3wZHDwTyy-LLYc7TdE2c",
          "expiry": {
            "blockhash": "AfAdrqqFfCdkBeQQLMXc5fJxbrXFYfcx9GzHvjMu2n8X",
            "lastValidBlockHeight": "425841124",
            "validForSeconds": 18,
            "tokenExpiresAt": "2026-11-24T03:55:44.000Z"
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
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-25 03:27 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAI+AJeI74J+XxlAp8ZTweOUZxSKxnZRa86ka4G0oxZvwAwIABQItTwAAAgAJA6xYAAAAAAAAAwMBBAAEBQAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.VCS2m5_LH9mabXmmg36O2zFoHVPB5y6QeHi2_X4dHm8",
          "expiry": {
            "blockhash": "AfAdrqqFfCdkBeQQLMXc5fJxbrXFYfcx9GzHvjMu2n8X",
            "lastValidBlockHeight": "425841124",
            "validForSeconds": 18,
            "tokenExpiresAt": "2026-11-24T03:55:44.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
            "inpAmt": {
              "amtStaked": "4000610693",
              "amtUnstaked": "2334900"
            },
            "outAmt": "4001712792",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "ReserveUnstake",
                    "rate": 0.0003079734588838315,
                    "amount": "1232801",
                    "mint": "So11111111111111111111111111111111111111112"
                  }
                ]
              }
            }
          },
          "notes": "The whole stake account is given up for SOL, all 4.002945593 SOL that it holds. It is not the wallet's any more afterwards.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.AkkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDE3MTI3OTI.VShLWrK7BBOE6o0CdlVR8LMYidDDIlMRpDrU4PcCw4w",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "mode": "manual",
                "router": "iris",
                "swapType": "aggregator",
                "requestId": "09fcd33e-0b23-c0fc-ce2a-55bc73cc6b48",
                "inputMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
                "inAmount": "1650000000",
                "outputMint": "So11111111111111111111111111111111111111112",
                "outAmount": "1772676491",
                "otherAmountThreshold": "1763813108",
                "swapMode": "ExactIn",
                "slippageBps": 50,
                "priceImpact": -0.0000177133,
                "priceImpactPct": "0.000000177133",
                "routePlan": [
                  {
                    "swapInfo": {
                      "ammKey": "2nKckESuYdTTB7WiA8zccNQAwSnsqtMgE3DopSfYXRz9",
                      "label": "Sandbox Market",
                      "inputMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
                      "outputMint": "So11111111111111111111111111111111111111112",
                      "inAmount": "1650000000",
                      "outAmount": "1772676491",
                      "feeAmount": "1320000",
                      "feeMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                    },
                    "percent": 100,
                    "bps": 10000
                  }
                ],
                "feeBps": 0,
                "taker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "gasless": false,
                "transaction": null,
                "prioritizationType": "ComputeBudget",
                "prioritizationFeeLamports": 0,
                "totalTime": 1
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.AUkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.ZuLSNQJDUpw56-I7ZamjormA4s-fblM2JFE2DAL427Q",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5eaFLSW/WC8JTF1kxejzVwrpFcxRmveNQ5XXuNf4P+7W9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqX6RvyvIdmaVWLhRmq7ZsPXMvStTg93gmCYDVE13V4LtBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE4MjE0NzkzMDSA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAAlJZ9gAIAAAAMAgYABAUAAAAA",
            "inpAmt": "10000000000",
            "outAmt": {
              "amtStaked": "10747798348",
              "amtUnstaked": "2282880"
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
          "notes": "The raSOL becomes the stake account GWrZ33KP6fzWhEtvGfWkhcp27msLiFN3sdGbE6Ms92EZ, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-25 03:32 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5eaFLSW/WC8JTF1kxejzVwrpFcxRmveNQ5XXuNf4P+7W9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqX6RvyvIdmaVWLhRmq7ZsPXMvStTg93gmCYDVE13V4LtBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE4MjE0NzkzMDSA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAAlJZ9gAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BEkKBWvBCgVr6tFhGQAAAABLYwkbAAAAAAAABwECMTAIBIiRkewVM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjIyODI4ODAifQ.j4Ty2M2Tc4v-hDjoMPX7kCryTobuciantuHsUfR_G5s",
          "expiry": {
            "blockhash": "9X5GcEFykfJpejQJWACSozExWGNuP87uAYPqaYezCQ1A",
            "lastValidBlockHeight": "425841130",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQoABQLRTgIACgAJAypPAAAAAAAACQYAAgALBwwBAQ0MAAgGCwEDBQQCDAwHEt04c6iA3Ov14IspAQAAAAABAAwDAgIACQMuzctVBAAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.vZR4-bZ5YZ81IfzG6FGEDFoSeNGGpIpWis6p1BosiaE",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQoABQKTSwIACgAJA+VOAAAAAAAACQYAAgALBwwBAQ0MAAgGCwEDBQQCDAwHEt04c6iA3Ov14IspAQAAAAABAAwDAgIACQMuzctVBAAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACAEGMC4wMTk1BgNTT0wTCDIzNDE5NDU0FAp2YXVsdC1pZGxl.Kw8Ghx30H4lkPFSgmzrq6wxcy5JVDTyaL4ROEFeHBn8",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05X9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cFEAAFAgP4BgAQAAkDbk0AAAAAAAAPBgAEAAULEwEBFBMADQERBwwOBQIDBgQKEhMTCwkIE2k5poKT3fq9YyTKYeEAAAAAAQATAwQEAAkDaC++KQEAAAA=",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACQUA.4Q8ZZwJ-XqNTQOiwl2xIEilT_fFZ0DPjwX8He-ebNec",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "inAmount": "4.002945593",
          "outAmount": "4.001712792",
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
            "slot": "453600077",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
          },
          "of": {
            "asset": "SOL",
            "amount": "4.002945593",
            "baseUnits": "4002945593"
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
                  "amount": "4.002895433",
                  "baseUnits": "4002895433"
                },
                "atLeast": {
                  "asset": "SOL",
                  "amount": "4.002895433",
                  "baseUnits": "4002895433"
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
                "amount": "0.000672751",
                "baseUnits": "672751"
              },
              "availableAt": {
                "epoch": "1051",
                "earliest": "2026-11-27T01:09:42.448Z",
                "latest": "2026-11-27T05:53:14.770Z"
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
                    "earliest": "2026-11-27T01:09:42.448Z",
                    "latest": "2026-11-27T05:53:14.770Z"
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
                  "amount": "4.001701792",
                  "baseUnits": "4001701792"
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
                "amount": "0.001866392",
                "baseUnits": "1866392",
                "perYearPercent": "17.29"
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
            "slot": "453600078",
            "epoch": "1050",
            "time": "2026-11-26T03:53:47.000Z"
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
                  "amount": "0.000000813",
                  "baseUnits": "813",
                  "isRefundable": false
                },
                {
                  "kind": "rent",
                  "asset": "SOL",
                  "amount": "0.00228288",
                  "baseUnits": "2282880",
                  "isRefundable": true,
                  "account": "3YixHVpAttFeGHnRJuobo1ZsFtQWCFFasNiMZES1gDz4"
                }
              ],
              "rentLocked": {
                "asset": "SOL",
                "amount": "0.00228288",
                "baseUnits": "2282880"
              },
              "leaveAtOnce": {
                "receive": {
                  "asset": "SOL",
                  "amount": "9.999978227",
                  "baseUnits": "9999978227"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.000021773",
                  "baseUnits": "21773"
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
              "apyPercent": 11.39876838675027,
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
                  "amount": "0.000004018",
                  "baseUnits": "4018",
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
                  "amount": "9.98095573",
                  "baseUnits": "9980955730"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.01904427",
                  "baseUnits": "19044270"
                }
              },
              "breakEvenDays": "6.1",
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
          "withdrawnLamports": 1502531396,
          "notes": "This takes all lamports of the stake account, which closes it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cDAgAFAgpPAAACAAkDPU4AAAAAAAADBQEABAUADAQAAABEz45ZAAAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDI1MzEzOTY.5nWeHoxJOsmQjsYNINJYnkUVJSWj_WVYtlHaCk5f46I",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "newStakeAccount": "5zQ1dXEXnVtBHf7Ryhbrtho8YX99SeSPSQEHaahXBJ1d",
          "stakeAccountSeed": "7bdfca4f6fb6b89a005d686e60e62a40",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 2282880,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FKIt9N0BJOuTU5GZ1Zc1/z0KNbOC/MeppYv+wOLYjcuHN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAAX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cEBAAFAmOcAAAEAAkD7E8AAAAAAAADAgABfAMAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgSAAAAAAAAAAN2JkZmNhNGY2ZmI2Yjg5YTAwNWQ2ODZlNjBlNjJhNDCA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAwIBAAwDAAAAAC9oWQAAAAA=",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQe9_KT2-2uJoAXWhuYOYqQBAHMjI4Mjg4MA.1HDgGjSKHTFotTC5VIPbqiCEOn7RBdL8FvzAAc3E4zY",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "newStakeAccount": "9VUMeuDtzZTn2QyoZP8yGUJVpQetNFcyYTyEhQSBvirn",
          "stakeAccountSeed": "48dbb172e3ba3e1a20083e1ee4af10bd",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 2282880,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It deactivates at once and stakeAccount keeps the rest. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-25 03:32 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW34osJAeWUXx4xFvbrQGfZvLzQb3CSOXwRUWwhOPycBTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAABf10HmzwPPIuJQEgyld1FDsrJd2zENOMSJvaiy45ojZwUEAAUCupwAAAQACQNQUwAAAAAAAAMCAAJ8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAA0OGRiYjE3MmUzYmEzZTFhMjAwODNlMWVlNGFmMTBiZIDVIgAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAQIADAMAAAAAL2hZAAAAAAUDAgYABAUAAAA=",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwsKZGVhY3RpdmF0ZQgQSNuxcuO6PhogCD4e5K8QvRAHMjI4Mjg4MA.Lhr41WLCXuqnUoDU75sdWFPUeGON4zoyu4bN6vjI7Sc",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "mergedLamports": 1502531396,
          "idleLamports": 2302387,
          "notes": "The accounts of from are closed and what they hold moves into the other one. Up to 2302387 lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAABf10HmzwPPIuJQEgyld1FDsrJd2zENOMSJvaiy45ojZwMDAAUC4nYAAAMACQN9TgAAAAAAAAQFAQIFBgAEBwAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.4U7ZZWow9Xj_Cqj3Kxco8Xx83d1ckt189Zy7A03xouE",
          "expiry": {
            "blockhash": "7T879kEL5HEx7gAQidC9nS4vZ2PBddShbTuBhnZzk7v6",
            "lastValidBlockHeight": "425841129",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:45.000Z"
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
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADwx7uJ+KOv+bsh5Jge4ByGAOlatH07LsRa/8500cXFRJ7O6y0oVWbFOX63u4xk8q/HgyeuWRVAuIZWSVN1DmMIAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBOAoO3effSB7Vg5k/fHzs3GC2JgLO4RTUWUx5zKRUDuEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAj4Al4jvgn5fGUCnxlPB45RnFIrGdlFrzqRrgbSjFm/AFBAAFAnacAAAEAAkD704AAAAAAAACAgABNAAAAACABItZAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAgEIdAAAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQYBAwcJBgAEAgAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAAEDMS41CBN-UcSDc-dJNvf2YleLwblAZGV2EAcyMjgyODgw.8SWybEsHh9Nb9CqUFWNHqwQFrPjwE9q4A15NI7gc4KM"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "4mkj8u72NF9poxrx6RZ3umcKv7yT3Q9iod7St5rTtE6t",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 2282880,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADKVfzYO/0/cPVhO02HrkR+SA4oEHPizIB9/Lr+PPBb3ozurPiM9xJU79uCgOlD1zkfFs1bpf6J7RVP8FeQOBwBAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBOAoO3effSB7Vg5k/fHzs3GC2JgLO4RTUWUx5zKRUDuEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAA9QY6UijWgkB5Co3/bLGeGICMeVutIS/Gd/AqTAhXME4FBAAFAhOdAAAEAAkDzE8AAAAAAAACAgABNAAAAACABItZAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAgEIdAAAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQYBAwcJBgAEAgAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAAAAEDMS41CBN-UcSDc-dJNvf2YleLwblAZGV2DiA3ZQh7tzbQNa0tcghD_A2_bXW5VCkYwO2azLWAgVMjdRAHMjI4Mjg4MA.N62UYD2C-oZcQvsFNg7vMtvoBgbVcHkj3tFYKVF8nVQ",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp74cdd4m54IMUtmjS/mzBg4ugyfmIq+iogDrXqI5+/zgIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AUgKBWvACgVr6NFhGQAAAABGYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.JSkyDLKjEIs_i91-AobG4oFTM6hS8J88vILQVupiCis"
        },
        "answer": {
          "strategy": "sol-liquid-stake",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpfIU/ZmJsa1L21COYdcjIEYvELwR2ofcoXm9kw0PjreQIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpfIU/ZmJsa1L21COYdcjIEYvELwR2ofcoXm9kw0PjreQIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AUoKBWvCCgVrt9JhGQAAAAAYZAkbAAAAAAAAAQEDMS41DiBQovh7EO-sv0NmbI47bdtxqAgItefwcqVY5M2OELxJ0BUKMTM5NDIzOTAzNQ.poWwQTV5VZb-Rq8OhvE_23LFmV9Wyi8VZ6L6zh8wuLw",
          "expiry": {
            "blockhash": "9P5QAfanK8akakkgLLjAwSoAsB2PbF4oKQ45cGDexiBu",
            "lastValidBlockHeight": "425841335",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOY+AJeI74J+XxlAp8ZTweOUZxSKxnZRa86ka4G0oxZvwBxAABQITFQMAEAAJA3tOAAAAAAAADgYAAgAJChIBAQ4GAAMAAQoSAQERCgUNBAACBwcJChIRGQAtMQEAAAAAnqgbAQAAAAATDQAMCAkBAgYPAwsSEgoQfuAV/+Q1dSGeqBsBAAAAABIDAwMACQMnY7TnAAAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.hTQfefsWM_qoea0EnuwP_KuBq_i4XkMn8AxAs8SYcPk"
        },
        "answer": {
          "strategy": "sol-leveraged-stake",
          "route": "rpc",
          "depositedSolLamports": "20000000",
          "stagedRasolLamports": "18589854",
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOfUGOlIo1oJAeQqN/2yxnhiAjHlbrSEvxnfwKkwIVzBOBxAABQKGDgMAEAAJAxhPAAAAAAAADgYAAgAJChIBAQ4GAAMAAQoSAQERCgUNBAACBwcJChIRGQAtMQEAAAAAnqgbAQAAAAATDQAMCAkBAgYPAwsSEgoQfuAV/+Q1dSGeqBsBAAAAABIDAwMACQMnY7TnAAAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAAAgEEMC4wMg4gjKnUPBZ1QfAhJW_FVzUqxzIRx--J8EQeMi9vx3WozLESCDE4NTg5ODU0.jsbrJ8gUIwWUm-p2lQtttRwQiNOosdbO2gAGPOhg4R8",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05j4Al4jvgn5fGUCnxlPB45RnFIrGdlFrzqRrgbSjFm/AFCQAFAo5QAgAJAAkDxU4AAAAAAAAIBgAEAAMGDQEBDg0ABwIKAwUBCwQMDQ0GEH7gFf/kNXUhgLLmDgAAAAANAwQEAAkDFITUbRkBAAA=",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAAAwEDMjUw.w63tDMHNq77gF4LFySpq6wX3wZHDwTyy-LLYc7TdE2c"
        },
        "answer": {
          "strategy": "usdc-earn",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY059QY6UijWgkB5Co3/bLGeGICMeVutIS/Gd/AqTAhXME4FCQAFAhVNAgAJAAkDbk8AAAAAAAAIBgAEAAMGDQEBDg0ABwIKAwUBCwQMDQ0GEH7gFf/kNXUhgLLmDgAAAAANAwQEAAkDFITUbRkBAAA=",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAAAwEDMjUwDiCxraZvPb55z_7efHpMr_JhCHgCKYhwW2El5aEsV3d5NA.dLmKA2ODbIVcE719q3wGGCOtyN-N3YWHOFuVY942OjM",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAI+AJeI74J+XxlAp8ZTweOUZxSKxnZRa86ka4G0oxZvwAwIABQItTwAAAgAJA6xYAAAAAAAAAwMBBAAEBQAAAA==",
          "service_token": "st3.dev.AEgKBWvACgVr5NFhGQAAAABGYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.VCS2m5_LH9mabXmmg36O2zFoHVPB5y6QeHi2_X4dHm8"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "deactivate",
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-25 03:32 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAPUGOlIo1oJAeQqN/2yxnhiAjHlbrSEvxnfwKkwIVzBOAwIABQLWTgAAAgAJA9lVAAAAAAAAAwMBBAAEBQAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.BnkjcQZNBgHsx7vh8I33SVzMQ62TGkiz5_rEH9jSrrc",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.AkkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDE3MTI3OTI.VShLWrK7BBOE6o0CdlVR8LMYidDDIlMRpDrU4PcCw4w"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj3xVPbJuyaIKgZIKVxJ05IAyqfZ5Ps5RwJu/htkF84E8FDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
            "inpAmt": {
              "amtStaked": "4000610693",
              "amtUnstaked": "2334900"
            },
            "outAmt": "4001712792",
            "swapSrcData": {
              "swapSrc": "SanctumRouter",
              "data": {
                "fees": [
                  {
                    "code": "ReserveUnstake",
                    "rate": 0.0003079734588838315,
                    "amount": "1232801",
                    "mint": "So11111111111111111111111111111111111111112"
                  }
                ]
              }
            }
          },
          "notes": "The whole stake account is given up for SOL, all 4.002945593 SOL that it holds. It is not the wallet's any more afterwards.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj3xVPbJuyaIKgZIKVxJ05IAyqfZ5Ps5RwJu/htkF84E8FDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.AkoKBWvCCgVruNJhGQAAAAAYZAkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDE3MTI3OTI.mUK4SJfno2AfkP2ARVBI6XXJcgUJQsQBwAKhL6eDEIo",
          "expiry": {
            "blockhash": "G1pmHPzLMphftSyaF1K7P8m2MsMDs15bzWyFTT3LNS7x",
            "lastValidBlockHeight": "425841336",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.AUkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.ZuLSNQJDUpw56-I7ZamjormA4s-fblM2JFE2DAL427Q"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd8VT2ybsmiCoGSClcSdOSAMqn2eT7OUcCbv4bZBfOBPBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "mode": "manual",
                "router": "iris",
                "swapType": "aggregator",
                "requestId": "54ac54b3-53e8-d56e-0f4c-0a00d7bab577",
                "inputMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
                "inAmount": "1650000000",
                "outputMint": "So11111111111111111111111111111111111111112",
                "outAmount": "1772676491",
                "otherAmountThreshold": "1763813108",
                "swapMode": "ExactIn",
                "slippageBps": 50,
                "priceImpact": -0.0000177133,
                "priceImpactPct": "0.000000177133",
                "routePlan": [
                  {
                    "swapInfo": {
                      "ammKey": "2nKckESuYdTTB7WiA8zccNQAwSnsqtMgE3DopSfYXRz9",
                      "label": "Sandbox Market",
                      "inputMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
                      "outputMint": "So11111111111111111111111111111111111111112",
                      "inAmount": "1650000000",
                      "outAmount": "1772676491",
                      "feeAmount": "1320000",
                      "feeMint": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX"
                    },
                    "percent": 100,
                    "bps": 10000
                  }
                ],
                "feeBps": 0,
                "taker": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                "gasless": false,
                "transaction": null,
                "prioritizationType": "ComputeBudget",
                "prioritizationFeeLamports": 0,
                "totalTime": 1
              }
            }
          },
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8Aqd8VT2ybsmiCoGSClcSdOSAMqn2eT7OUcCbv4bZBfOBPBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.AUoKBWvCCgVruNJhGQAAAAAYZAkbAAAAAAAABgEEMS42NQ4gO6w3EPcTfzI8NlDU_xIhZOEXlk8NA6DGYSYRt84EOOEVCjE3NzI2NzY0OTE.9eLa74u6AEtrnjrBKNaFr0tP3_DKWA-QX0-_-ZAK4IY",
          "expiry": {
            "blockhash": "G1pmHPzLMphftSyaF1K7P8m2MsMDs15bzWyFTT3LNS7x",
            "lastValidBlockHeight": "425841336",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5eaFLSW/WC8JTF1kxejzVwrpFcxRmveNQ5XXuNf4P+7W9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqX6RvyvIdmaVWLhRmq7ZsPXMvStTg93gmCYDVE13V4LtBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE4MjE0NzkzMDSA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAAlJZ9gAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BEkKBWvBCgVr6tFhGQAAAABLYwkbAAAAAAAABwECMTAIBIiRkewVM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjIyODI4ODAifQ.j4Ty2M2Tc4v-hDjoMPX7kCryTobuciantuHsUfR_G5s"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5eaFLSW/WC8JTF1kxejzVwrpFcxRmveNQ5XXuNf4P+7W9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqUa/DVP2h5CfKK0CuAEoWmcPTQ/+bFUWncbN75YxX6KGBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE4MjE0NzkzMDSA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAAlJZ9gAIAAAAMAgYABAUAAAAA",
            "inpAmt": "10000000000",
            "outAmt": {
              "amtStaked": "10747798348",
              "amtUnstaked": "2282880"
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
          "notes": "The raSOL becomes the stake account GWrZ33KP6fzWhEtvGfWkhcp27msLiFN3sdGbE6Ms92EZ, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-25 03:32 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5eaFLSW/WC8JTF1kxejzVwrpFcxRmveNQ5XXuNf4P+7W9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqUa/DVP2h5CfKK0CuAEoWmcPTQ/+bFUWncbN75YxX6KGBQoABQIAcQIACgAJAyBOAAAAAAAACAIABmYDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE4MjE0NzkzMDSA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQGAAABBQcNDgwRGADkC1QCAAAAlJZ9gAIAAAAMAgYABAUAAAAA",
          "service_token": "st3.dev.BEoKBWvCCgVrudJhGQAAAAAYZAkbAAAAAAAABwECMTAIBIiRkewOIAeSsesbYGxMTZPBOe8s1Kl3ks3pMT7f2-jhl1jC-POMFTN7ImFtdFN0YWtlZCI6IjEwNzQ3Nzk4MzQ4IiwiYW10VW5zdGFrZWQiOiIyMjgyODgwIn0.PU1f01f44AjhEJijEMDwDbaXsZhFE2pKEHXSNZ7dHYs",
          "expiry": {
            "blockhash": "5mAWN3arYBD5AFGtJ2KbddXXvFVjN6DcxSHCwuk98h2u",
            "lastValidBlockHeight": "425841337",
            "validForSeconds": 20,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOV/XQebPA88i4lASDKV3UUOysl3bMQ04xIm9qLLjmiNnBQoABQLRTgIACgAJAypPAAAAAAAACQYAAgALBwwBAQ0MAAgGCwEDBQQCDAwHEt04c6iA3Ov14IspAQAAAAABAAwDAgIACQMuzctVBAAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.vZR4-bZ5YZ81IfzG6FGEDFoSeNGGpIpWis6p1BosiaE"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOfUGOlIo1oJAeQqN/2yxnhiAjHlbrSEvxnfwKkwIVzBOBQoABQIqUQIACgAJAzpNAAAAAAAACQYAAgALBwwBAQ0MAAgGCwEDBQQCDAwHEt04c6iA3Ov14IspAQAAAAABAAwDAgIACQMuzctVBAAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAACAEGMC4wMTk1DiBxB2FhtK6oiUi9D6mFEPhKctzkOPvL1Sv2VpiF0D1vlBMIMjM0MTk0NTQUCnZhdWx0LWlkbGU.UgUgE7ckq-OHL-Rtuz6FUgJL-Aa1P0SPG95uqApyi4E",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05X9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cFEAAFAgP4BgAQAAkDbk0AAAAAAAAPBgAEAAULEwEBFBMADQERBwwOBQIDBgQKEhMTCwkIE2k5poKT3fq9YyTKYeEAAAAAAQATAwQEAAkDaC++KQEAAAA=",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACQUA.4Q8ZZwJ-XqNTQOiwl2xIEilT_fFZ0DPjwX8He-ebNec"
        },
        "answer": {
          "strategy": "usdc-earn",
          "kind": "instant",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY059QY6UijWgkB5Co3/bLGeGICMeVutIS/Gd/AqTAhXME4FEAAFAvLzBgAQAAkDUU0AAAAAAAAPBgAEAAULEwEBFBMADQERBwwOBQIDBgQKEhMTCwkIE2k5poKT3fq9YyTKYeEAAAAAAQATAwQEAAkDaC++KQEAAAA=",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAACQUADiCqodSE6Vf49QW0052HNZPW1n-m--pM-UEdUxYKcHfpNg.0KC40qdZB7b5D8lR6tFYk3NUouZ1JT0EP7nZzxSPEd4",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cDAgAFAgpPAAACAAkDPU4AAAAAAAADBQEABAUADAQAAABEz45ZAAAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDI1MzEzOTY.5nWeHoxJOsmQjsYNINJYnkUVJSWj_WVYtlHaCk5f46I"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
          "withdrawnLamports": 1502531396,
          "notes": "This takes all lamports of the stake account, which closes it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAA9QY6UijWgkB5Co3/bLGeGICMeVutIS/Gd/AqTAhXME4DAgAFAkZPAAACAAkD+lUAAAAAAAADBQEABAUADAQAAABEz45ZAAAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDI1MzEzOTY.WgH_NXpN-mBiyjBMAE3-XGzuBs5PsuIqBGgpX33uDuY",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FKIt9N0BJOuTU5GZ1Zc1/z0KNbOC/MeppYv+wOLYjcuHN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAAX9dB5s8DzyLiUBIMpXdRQ7KyXdsxDTjEib2osuOaI2cEBAAFAmOcAAAEAAkD7E8AAAAAAAADAgABfAMAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgSAAAAAAAAAAN2JkZmNhNGY2ZmI2Yjg5YTAwNWQ2ODZlNjBlNjJhNDCA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAwIBAAwDAAAAAC9oWQAAAAA=",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQe9_KT2-2uJoAXWhuYOYqQBAHMjI4Mjg4MA.1HDgGjSKHTFotTC5VIPbqiCEOn7RBdL8FvzAAc3E4zY"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "newStakeAccount": "5zQ1dXEXnVtBHf7Ryhbrtho8YX99SeSPSQEHaahXBJ1d",
          "stakeAccountSeed": "7bdfca4f6fb6b89a005d686e60e62a40",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 2282880,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FKIt9N0BJOuTU5GZ1Zc1/z0KNbOC/MeppYv+wOLYjcuHN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAA9QY6UijWgkB5Co3/bLGeGICMeVutIS/Gd/AqTAhXME4EBAAFAs6cAAAEAAkDxU4AAAAAAAADAgABfAMAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgSAAAAAAAAAAN2JkZmNhNGY2ZmI2Yjg5YTAwNWQ2ODZlNjBlNjJhNDCA1SIAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAwIBAAwDAAAAAC9oWQAAAAA=",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQe9_KT2-2uJoAXWhuYOYqQA4gGvabuRorhMd8lHMGy_L_OWhKrdEJQ56Kuj95XOVrUgAQBzIyODI4ODA.PgsoXnDNO5jFG5onLmKcigCx1m-o_Hio398Xi-QXRfw",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAABf10HmzwPPIuJQEgyld1FDsrJd2zENOMSJvaiy45ojZwMDAAUC4nYAAAMACQN9TgAAAAAAAAQFAQIFBgAEBwAAAA==",
          "service_token": "st3.dev.AEkKBWvBCgVr6dFhGQAAAABLYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.4U7ZZWow9Xj_Cqj3Kxco8Xx83d1ckt189Zy7A03xouE"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "into": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "from": [
            "C6rwbRKcH3BWZvThT84wGHLgakzT9zCaLHQoNbDPXfwf"
          ],
          "mergedLamports": 1502531396,
          "idleLamports": 2302387,
          "notes": "The accounts of from are closed and what they hold moves into the other one. Up to 2302387 lamports of it, rent reserves above all, are not delegated and earn nothing there: GET /wallets/{wallet}/positions says how many and has the withdrawal.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAD1BjpSKNaCQHkKjf9ssZ4YgIx5W60hL8Z38CpMCFcwTgMDAAUC6nYAAAMACQOATgAAAAAAAAQFAQIFBgAEBwAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.9OyYk855bO372M5H7xsR6DXN7UXWVVMNkOo0o_4tMHs",
          "expiry": {
            "blockhash": "HVUPqxXosXpz919o4B3UKjZdkVTNSNTmiGWSV6f2AMY1",
            "lastValidBlockHeight": "425841334",
            "validForSeconds": 19,
            "tokenExpiresAt": "2026-11-24T03:55:46.000Z"
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
          "signed_tx": "AUShtuHdT/lqP+cy8fqFTHKIvfCsUXOfBL4Q9qk263AqMOZgorvuBY0659TAulc4Knrhj+frvRMaEuwO0KR0wAUBAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAPUGOlIo1oJAeQqN/2yxnhiAjHlbrSEvxnfwKkwIVzBOAwIABQLWTgAAAgAJA9lVAAAAAAAAAwMBBAAEBQAAAA==",
          "service_token": "st3.dev.AEoKBWvCCgVrttJhGQAAAAAYZAkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.BnkjcQZNBgHsx7vh8I33SVzMQ62TGkiz5_rEH9jSrrc"
        },
        "answer": {
          "signature": "2NayLPUx6hNQy4L4L29kzhG8v87o1Wii3ZatMxsP4A993Ls1xWjVh1SiuPrUQkXpQnmnf5kUUCVNUaR2gGnF34v8",
          "explorer": "https://solscan.io/tx/2NayLPUx6hNQy4L4L29kzhG8v87o1Wii3ZatMxsP4A993Ls1xWjVh1SiuPrUQkXpQnmnf5kUUCVNUaR2gGnF34v8"
        }
      },
      {
        "body": {
          "signed_tx": "AaM2yhcKp6fKE7dG6eDoCu7egqU21QSyzcXzUG+MfwraxBV95iqtuYgCTplPFlQHEfeWpOB9YoNrEVaEyWJ3ngeAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpfIU/ZmJsa1L21COYdcjIEYvELwR2ofcoXm9kw0PjreQIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.AUoKBWvCCgVrt9JhGQAAAAAYZAkbAAAAAAAAAQEDMS41DiBQovh7EO-sv0NmbI47bdtxqAgItefwcqVY5M2OELxJ0BUKMTM5NDIzOTAzNQ.poWwQTV5VZb-Rq8OhvE_23LFmV9Wyi8VZ6L6zh8wuLw",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpfIU/ZmJsa1L21COYdcjIEYvELwR2ofcoXm9kw0PjreQIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "signature": "4GGJq91WzZM6s64anDzLHKFPjxQxehG8ZW4RZ6dDv1aafQUQxYR3HokupW3f8gwFJvtDRvkYSPhKAWUFcPX4xjW6",
          "explorer": "https://solscan.io/tx/4GGJq91WzZM6s64anDzLHKFPjxQxehG8ZW4RZ6dDv1aafQUQxYR3HokupW3f8gwFJvtDRvkYSPhKAWUFcPX4xjW6"
        }
      }
    ]
  },
  "getTransaction": {
    "ok": [
      {
        "params": {
          "signature": "2NayLPUx6hNQy4L4L29kzhG8v87o1Wii3ZatMxsP4A993Ls1xWjVh1SiuPrUQkXpQnmnf5kUUCVNUaR2gGnF34v8"
        },
        "query": {
          "lastValidBlockHeight": "425841334",
          "wait": "20"
        },
        "answer": {
          "signature": "2NayLPUx6hNQy4L4L29kzhG8v87o1Wii3ZatMxsP4A993Ls1xWjVh1SiuPrUQkXpQnmnf5kUUCVNUaR2gGnF34v8",
          "status": "landed",
          "isFinal": false,
          "slot": "453600286",
          "blockTime": "2026-11-26T03:54:29.000Z",
          "fee": {
            "asset": "SOL",
            "amount": "0.000005444",
            "baseUnits": "5444"
          },
          "changes": [
            {
              "account": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "direction": "out",
              "asset": "SOL",
              "amount": "0.000005444",
              "baseUnits": "5444"
            }
          ],
          "failure": null,
          "asOf": {
            "slot": "453600291",
            "time": "2026-11-24T03:53:47.948Z"
          },
          "explorer": "https://solscan.io/tx/2NayLPUx6hNQy4L4L29kzhG8v87o1Wii3ZatMxsP4A993Ls1xWjVh1SiuPrUQkXpQnmnf5kUUCVNUaR2gGnF34v8"
        }
      },
      {
        "params": {
          "signature": "5CeX8nLh2e4oTA5zre3DTEQrfs3wTztcvtDitc44LAA9nBt59GbqAMNyE2arAUQtP5mXMm7HNBzRLVJogJHBFNxL"
        },
        "query": {},
        "answer": {
          "signature": "5CeX8nLh2e4oTA5zre3DTEQrfs3wTztcvtDitc44LAA9nBt59GbqAMNyE2arAUQtP5mXMm7HNBzRLVJogJHBFNxL",
          "status": "failed",
          "isFinal": false,
          "slot": "453600286",
          "blockTime": "2026-11-26T03:54:29.000Z",
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
            "slot": "453600291",
            "time": "2026-11-24T03:53:47.957Z"
          },
          "explorer": "https://solscan.io/tx/5CeX8nLh2e4oTA5zre3DTEQrfs3wTztcvtDitc44LAA9nBt59GbqAMNyE2arAUQtP5mXMm7HNBzRLVJogJHBFNxL"
        }
      },
      {
        "params": {
          "signature": "4D78WJRBE1FaHph15trcnh38oDP3rH9F2qFfXFWHKaAwbos1sxjzGk1JQRJkyEze2e3YdxmCuYTk1nB7bDmCfEJy"
        },
        "query": {
          "lastValidBlockHeight": "425841334"
        },
        "answer": {
          "signature": "4D78WJRBE1FaHph15trcnh38oDP3rH9F2qFfXFWHKaAwbos1sxjzGk1JQRJkyEze2e3YdxmCuYTk1nB7bDmCfEJy",
          "status": "pending",
          "slot": null,
          "blockTime": null,
          "fee": null,
          "changes": null,
          "failure": null,
          "isFinal": false,
          "asOf": {
            "slot": "453600291",
            "time": "2026-11-24T03:53:48.056Z"
          },
          "explorer": "https://solscan.io/tx/4D78WJRBE1FaHph15trcnh38oDP3rH9F2qFfXFWHKaAwbos1sxjzGk1JQRJkyEze2e3YdxmCuYTk1nB7bDmCfEJy"
        }
      }
    ]
  }
};
