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
          "time": "2026-11-28T11:25:27.255Z"
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
          "time": "2026-11-28T11:25:27.259Z",
          "upstreams": [
            {
              "name": "ledger",
              "state": "ok",
              "since": "2026-11-28T11:25:23.347Z",
              "lastSuccess": "2026-11-28T11:25:27.229Z"
            },
            {
              "name": "router",
              "state": "ok",
              "since": "2026-11-28T11:25:24.643Z",
              "lastSuccess": "2026-11-28T11:25:24.740Z"
            },
            {
              "name": "vault",
              "state": "ok",
              "since": "2026-11-28T11:25:23.327Z",
              "lastSuccess": "2026-11-28T11:25:24.986Z"
            },
            {
              "name": "database",
              "state": "ok",
              "since": "2026-11-28T11:25:23.249Z",
              "lastSuccess": "2026-11-28T11:25:26.969Z"
            },
            {
              "name": "validator apy",
              "state": "ok",
              "since": "2026-11-28T11:25:23.279Z",
              "lastSuccess": "2026-11-28T11:25:24.983Z"
            },
            {
              "name": "router lsts",
              "state": "ok",
              "since": "2026-11-28T11:25:23.285Z",
              "lastSuccess": "2026-11-28T11:25:24.983Z"
            },
            {
              "name": "vault records",
              "state": "ok",
              "since": "2026-11-28T11:25:23.327Z",
              "lastSuccess": "2026-11-28T11:25:24.986Z"
            }
          ],
          "strategies": [
            {
              "key": "sol-native-stake",
              "state": "live",
              "since": "2026-11-28T11:25:23.036Z",
              "lacks": [],
              "figureAges": {
                "apy": 2.3,
                "exchangeRate": null
              }
            },
            {
              "key": "sol-liquid-stake",
              "state": "live",
              "since": "2026-11-28T11:25:23.036Z",
              "lacks": [],
              "figureAges": {
                "apy": 2.3,
                "exchangeRate": 2.3
              }
            },
            {
              "key": "sol-leveraged-stake",
              "state": "live",
              "since": "2026-11-28T11:25:23.036Z",
              "lacks": [],
              "figureAges": {
                "apy": 2.3,
                "exchangeRate": 2.3
              }
            },
            {
              "key": "usdc-earn",
              "state": "live",
              "since": "2026-11-28T11:25:23.036Z",
              "lacks": [],
              "figureAges": {
                "apy": 2.3,
                "exchangeRate": 2.3
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
            "slot": "453600044",
            "epoch": "1050",
            "time": "2026-11-30T11:25:30.000Z"
          },
          "apy": {
            "percent": "11.3934",
            "basis": "After the cost of the debt, the fees of the vault, and those of the pool on rewards.",
            "method": "Growth in SOL of what a raSOL Max holds, compounded to a year.",
            "window": "Between the two newest captures, an epoch as a rule.",
            "source": "This service, which captures the ledger once an epoch.",
            "readAt": "2026-11-28T11:25:27.286Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-23T11:25:21.000Z",
                "to": "2026-11-30T11:25:21.000Z",
                "percent": "11.3984"
              },
              {
                "days": "all",
                "from": "2026-11-16T11:25:21.000Z",
                "to": "2026-11-30T11:25:21.000Z",
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
            "slot": "453600044",
            "epoch": "1050",
            "time": "2026-11-30T11:25:30.000Z"
          },
          "apy": {
            "percent": "6.2333",
            "basis": "After the commission of the validator; without tips that it does not share.",
            "method": "Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.",
            "window": "The newest epoch that has ended and has a value: the one before while the source has none for the newest.",
            "source": "The validators' API of this deployment.",
            "readAt": "2026-11-28T11:25:27.260Z",
            "ageSeconds": 0,
            "isStale": false,
            "realised": [
              {
                "days": "7",
                "from": "2026-11-23T11:25:21.629Z",
                "to": "2026-11-30T11:25:21.629Z",
                "percent": "6.2340"
              },
              {
                "days": "all",
                "from": "2026-11-16T11:25:21.629Z",
                "to": "2026-11-30T11:25:21.629Z",
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
            "genesisHash": "Zm2nvMhu3xVXYtJnE5EgGwg8Gf8v3QZPhxzyFtbQbE7",
            "isSandbox": true
          },
          "asOf": {
            "slot": "453600045",
            "epoch": "1050",
            "time": "2026-11-30T11:25:30.000Z"
          },
          "nextEpoch": {
            "epoch": "1051",
            "earliest": "2026-11-30T11:25:30.000Z",
            "latest": "2026-11-30T11:25:30.000Z"
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
                  "amount": "67.990478502",
                  "baseUnits": "67990478502"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.980169262",
                  "baseUnits": "67980169262"
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
                  "amount": "67.990478502",
                  "baseUnits": "67990478502"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.978126942",
                  "baseUnits": "67978126942"
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
                  "amount": "67.990478502",
                  "baseUnits": "67990478502"
                },
                "max": {
                  "asset": "SOL",
                  "amount": "67.968637022",
                  "baseUnits": "67968637022"
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
            "slot": "453600045",
            "epoch": "1050",
            "time": "2026-11-30T11:25:30.000Z"
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
                "slot": "453600045",
                "epoch": "1050",
                "time": "2026-11-30T11:25:30.000Z"
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
            "slot": "453600045",
            "epoch": "1050",
            "time": "2026-11-30T11:25:30.000Z"
          },
          "rows": [
            {
              "cursor": "453600000-e1d43bac32af1f53",
              "type": "reward",
              "strategy": "usdc-earn",
              "account": "73DGWwc3iJk8sFfworeQ5zXPrnbhUif8LxUeqGujg622",
              "signature": null,
              "time": "2026-11-30T11:25:21.000Z",
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
              "time": "2026-11-30T11:25:21.000Z",
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
              "time": "2026-11-30T11:25:21.000Z",
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
              "time": "2026-11-30T11:25:21.000Z",
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
          "nextCursor": "453600045.1050..453600000-79cb19d2d54f9186.UMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaVzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.18595986522-3871957477-968008279139-0.07f694882653d961",
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
          "stakeAccount": "LKtH6Lz2rkHEiC53YyVshEP8ydoND76njg3g2fWUeUY",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAaLP5KnbQ6pU+Kce2H2pIssT2QT2D803kHESgWz1rbomjIboICnw2FWhrGlZKyO/5u1Rf8ptMbi20IW5SqCX4CAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBBPNjP1xkkrC/JpdWv0bSnslSNs5ooyRaVcD/hHzdVvkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGBAAFAoCeAAAEAAkD6lAAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAAEDMS41CBP_fRpLa1neDHdp5EH_JjcBZGV2EAcxNjY2MjQw.A7uzIBAH8qsuCYRaT_tHMHE-aW9ZVmr5P-LIFxWb2T0",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ]
        }
      },
      {
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
          "stakeAccountSeed": "1224ee575580e457b49ebae253a4cec7",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The address of this new stake account derives from the wallet, stakeAccountSeed and the stake program, so anybody can recompute it; the service signs nothing. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAgKvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4F3e3MahDQIGvGq6qD9WMudXB8Gaaa3r8SQ4VrzSEmTpwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXcq8FqWmaNDifUf1rbvHHiMURrA7IE6koJF1lx0fS1IDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqHYF6UCBQtoB5Hmzm24jh5bcVD2H8Z5Ck600QAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZLFxRIYzJTD1K8X9Y2u4Im6H9ROPb2YoAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAA3N94nd18BobYn3z6JgsWJ+x30jduf2gFpkWCBcRE+IwYEAAUC+5wAAAQACQNBUQAAAAAAAAQABQQAACAAAgIAAXwDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EgAAAAAAAAADEyMjRlZTU3NTU4MGU0NTdiNDllYmFlMjUzYTRjZWM3wJuBWQAAAADIAAAAAAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABQIBCHQAAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4G8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUGAQMHCQYABAIAAAA=",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAAEDMS41BwRzZWVkCBASJO5XVYDkV7SeuuJTpM7HEAcxNjY2MjQw.VHbwWZ6mlgi7HfZcBEWV4TgOQnO4og6hYQakFRkq5gk",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
          },
          "signers": [
            "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL"
          ],
          "receipt": {
            "basis": "computed",
            "summary": "Delegates 1.5 SOL from the new stake account 93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG, which this wallet alone controls.",
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
                "account": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
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
                "amount": "0.000000836",
                "baseUnits": "836",
                "isRefundable": false
              },
              {
                "kind": "rent",
                "asset": "SOL",
                "amount": "0.00166624",
                "baseUnits": "1666240",
                "isRefundable": true,
                "account": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG"
              }
            ],
            "authorities": [
              {
                "account": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
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
                    "stakeAccount": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG"
                  }
                },
                {
                  "description": "Moves everything to the wallet, which closes the account.",
                  "endpoint": "/api/v1/withdraw",
                  "method": "POST",
                  "body": {
                    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "stakeAccount": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG"
                  },
                  "availableAt": {
                    "epoch": "1051",
                    "earliest": "2026-12-01T09:54:48.334Z",
                    "latest": "2026-12-01T14:54:39.075Z"
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
            "messageHash": "r8oHU2t8PKCLvth6QIpvdpAGvLw6YWJWB0COZ6ZoK4w",
            "instructions": [
              {
                "index": 0,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitLimit",
                "summary": "Lets the transaction use up to 40187 compute units.",
                "accounts": [],
                "data": {
                  "units": "40187"
                }
              },
              {
                "index": 1,
                "program": "ComputeBudget111111111111111111111111111111",
                "programName": "Compute Budget",
                "name": "SetComputeUnitPrice",
                "summary": "Bids 20801 micro-lamports for each compute unit of the limit, for priority.",
                "accounts": [],
                "data": {
                  "price": "20801"
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
                "summary": "Creates the account 93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG with 1.50166624 SOL of DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL, for the program Stake11111111111111111111111111111111111111.",
                "accounts": [
                  {
                    "address": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                    "role": "payer",
                    "isSigner": true,
                    "isWritable": true
                  },
                  {
                    "address": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
                    "role": "new account",
                    "isSigner": false,
                    "isWritable": true
                  }
                ],
                "data": {
                  "base": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
                  "seed": "1224ee575580e457b49ebae253a4cec7",
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
                "summary": "Makes 93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG a stake account of the staker DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL and the withdrawer DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL.",
                "accounts": [
                  {
                    "address": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
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
                "summary": "Delegates the stake of 93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG to the validator of 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh.",
                "accounts": [
                  {
                    "address": "93QhLgdG3sQe5kEJX9pMQz7YMLuf9xRvEYYFLJAXW7mG",
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.ASe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.RuDF08kBi0wzF_vmQSKe6jWWvka-4rag5J7zwuJCWsc",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jCBAABQI4WQEAEAAJA8ZPAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.ffLZ6_PLjpR9WLCnX8QFJ2_HrigTMm6Pvwl4MpkhnlY",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGCQAFAlHoAAAJAAkDYFAAAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAwEDMjUw.CYmEvrpWq3yYRSg5bLpbs3r8H4pa2wDqx3vS0Reuwn8",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-29 12:25 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jBAIABQI4TgAAAgAJA7VWAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.A7TTJRJqL_ZuB9kd8CT3lffgadj6Zd1Tgw6rwPlS18c",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.Aie6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.QoSh4uGTAxHl0YoivPP0CIBSST5qFr2jyEB66vTRtM0",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "mode": "manual",
                "router": "iris",
                "swapType": "aggregator",
                "requestId": "135881b1-b6b4-2c54-ce6e-edc8af6419cf",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.ASe6CmufugprxNFhGQAAAAAtYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.GDMTZ9TD7VD3mfV1IQKZZ16PkVQ78FfqGwacCuiZDoQ",
          "expiry": {
            "blockhash": "GMzCNXmjXCTHQKFAKnckRHMZhAAw4VnAbXknSqy2xqLZ",
            "lastValidBlockHeight": "425841092",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3M9iNeSqDDBMy54xiVCIHyKBhU07Jba+JEJktJxNIMq4YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQoABQIAcQIACgAJAyBOAAAAAAAACAIAB2YDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE2MDk0NTA2NjLAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQHAAABBQYNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgcABAUAAAAA",
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
          "notes": "The raSOL becomes the stake account HZpaGWci42cY5b3N9N4YsH32fUtMRMEJ1mFsdtYze8mT, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-29 12:25 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3M9iNeSqDDBMy54xiVCIHyKBhU07Jba+JEJktJxNIMq4YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQoABQIAcQIACgAJAyBOAAAAAAAACAIAB2YDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE2MDk0NTA2NjLAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQHAAABBQYNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgcABAUAAAAA",
          "service_token": "st3.dev.BCe6CmufugprxNFhGQAAAAAtYwkbAAAAAAAABwECMTAIBKZE7t8VM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjE2NjYyNDAifQ.AGbq3nM-FFdusppFNgd14EuSPK0_HPWxXz5pOzUx2D0",
          "expiry": {
            "blockhash": "GMzCNXmjXCTHQKFAKnckRHMZhAAw4VnAbXknSqy2xqLZ",
            "lastValidBlockHeight": "425841092",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jBgoABQJC8AAACgAJA/pPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.XGf8k_6RjXsXLpSDnt5jeNPQtkDz1qYejwwXkfNEMkw",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jBgoABQKb7wAACgAJA3VRAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACAEGMC4wMTk1BgNTT0wTCDIzNDE5NDU0FAp2YXVsdC1pZGxl.DJNuTaZZwjYoW0dF97m3nfxDMNjLrktsFdsPcPrXwT8",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGEAAFAv9aAQAQAAkD600AAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACQUA.lIRpVVBHof9m2lL3k-SDr4SPi0ZpBsztBdr-a3q-yAM",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
            "slot": "453600046",
            "epoch": "1050",
            "time": "2026-11-30T11:25:31.000Z"
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
                "amount": "0.000711387",
                "baseUnits": "711387"
              },
              "availableAt": {
                "epoch": "1051",
                "earliest": "2026-12-01T09:54:49.238Z",
                "latest": "2026-12-01T14:54:39.958Z"
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
                    "earliest": "2026-12-01T09:54:49.238Z",
                    "latest": "2026-12-01T14:54:39.958Z"
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
                "amount": "0.001904833",
                "baseUnits": "1904833",
                "perYearPercent": "16.69"
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
            "slot": "453600046",
            "epoch": "1050",
            "time": "2026-11-30T11:25:31.000Z"
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
                  "amount": "0.000000858",
                  "baseUnits": "858",
                  "isRefundable": false
                },
                {
                  "kind": "rent",
                  "asset": "SOL",
                  "amount": "0.00166624",
                  "baseUnits": "1666240",
                  "isRefundable": true,
                  "account": "E1w7UNmR8Q68KmA7Af3yarN6hjZTGjbvejjfVogM2Afi"
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
                  "amount": "9.999978182",
                  "baseUnits": "9999978182"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.000021818",
                  "baseUnits": "21818"
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
                  "amount": "0.0000018",
                  "baseUnits": "1800",
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
                  "amount": "9.980957948",
                  "baseUnits": "9980957948"
                },
                "cost": {
                  "asset": "SOL",
                  "amount": "0.019042052",
                  "baseUnits": "19042052"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMEAgAFAhtWAAACAAkDjFAAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.xtFSVzBFzdogJLEkFP5_QhmNZkaB56O1Hu-kfAA1FiQ",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "newStakeAccount": "5qMXb1U1g2QG5AKu2CBUh7n9m61ygFKxGQnVfqgYEqtU",
          "stakeAccountSeed": "022e102ac268b794aee9e37b42caca20",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FH0dY+dUsF/r7R+2ff2/xb+wBy+ZqFBb8h+rQaRqSjwXN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMFBAAFAsB+AAAEAAkDDE0AAAAAAAAEAAUEAAAUAAMCAAF8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAAwMjJlMTAyYWMyNjhiNzk0YWVlOWUzN2I0MmNhY2EyMMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAgEADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQAi4QKsJot5Su6eN7QsrKIBAHMTY2NjI0MA.Om8-Bv85K31_DSSc299CVHUFJRRSoT3eDVUEHstG-UU",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "newStakeAccount": "NAmCHTNi4ppWt7CGgMRr6BFxyTJQ9Q8iJfw9BkmqJeF",
          "stakeAccountSeed": "2556a049ecbcf5dd537894c9e8c1d608",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It deactivates at once and stakeAccount keeps the rest. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-29 12:25 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwVsPCHONoCGupfW82xsKZFMlB0FvpPppg8k8RRqZRB0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAA3N94nd18BobYn3z6JgsWJ+x30jduf2gFpkWCBcRE+IwYEAAUCrbEAAAQACQMIUgAAAAAAAAQABQQAABQAAwIAAnwDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EgAAAAAAAAADI1NTZhMDQ5ZWNiY2Y1ZGQ1Mzc4OTRjOWU4YzFkNjA4wGwZAAAAAADIAAAAAAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABQMBAgAMAwAAAAAvaFkAAAAABQMCBgAEBQAAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwsKZGVhY3RpdmF0ZQgQJVagSey89d1TeJTJ6MHWCBAHMTY2NjI0MA.DQnkNzhgLkz6wdINlGnWGAMEwNThX5DySyYahgULcfU",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAA3N94nd18BobYn3z6JgsWJ+x30jduf2gFpkWCBcRE+IwQDAAUCmn4AAAMACQNnUAAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.YcyeCJqxOMXWyil3zedqKdyYXR_4QaFv5a7YtwsgeAw",
          "expiry": {
            "blockhash": "4iYqKfJfyAYZ5XzAQwN88Xn8f98EBGUg9gHhftmviiQr",
            "lastValidBlockHeight": "425841091",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:27.000Z"
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
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAaLP5KnbQ6pU+Kce2H2pIssT2QT2D803kHESgWz1rbomjIboICnw2FWhrGlZKyO/5u1Rf8ptMbi20IW5SqCX4CAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBBPNjP1xkkrC/JpdWv0bSnslSNs5ooyRaVcD/hHzdVvkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGBAAFAoCeAAAEAAkD6lAAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAAEDMS41CBP_fRpLa1neDHdp5EH_JjcBZGV2EAcxNjY2MjQw.A7uzIBAH8qsuCYRaT_tHMHE-aW9ZVmr5P-LIFxWb2T0"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "LKtH6Lz2rkHEiC53YyVshEP8ydoND76njg3g2fWUeUY",
          "voteAccount": "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh",
          "rentExemptReserveLamports": 1666240,
          "delegatedLamports": 1500000000,
          "notes": "The service derived the key pair of this new stake account, signed its slot and keeps no copy; once the account exists that key has no power over it. The wallet signs its own slot and stays staker and withdrawer. Keep stakeAccount: deactivate, withdraw and instant unstake need it.",
          "transaction": "AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABzj09v4+2rBNA3R90ticJAdd5iM7vmmY3wNT9JRV3L9VipMNK+GAdR/wMRY5CHUUW5Zqy8FqITSutQf+GT7BQBAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBBPNjP1xkkrC/JpdWv0bSnslSNs5ooyRaVcD/hHzdVvkAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAA0N9pkLG3OI3m3EBWZbO22Mf4voIwBbjca4xSmmdSM24GBAAFAtScAAAEAAkD51EAAAAAAAAEAAUEAAAgAAICAAE0AAAAAMCbgVkAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUCAQh0AAAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFBgEDBwkGAAQCAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAAAAEDMS41CBP_fRpLa1neDHdp5EH_JjcBZGV2DiBLIRrMzMOEI1Aht1QnO8uKVATOe2ZFC8ZoyuVez1HKuhAHMTY2NjI0MA.M1BXhq5mhzu2rIZi3450bxOZ1rui6XzOkVscxLE9D4I",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.ASe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAQEDMS41FQoxMzk0MjM5MDM1.RuDF08kBi0wzF_vmQSKe6jWWvka-4rag5J7zwuJCWsc"
        },
        "answer": {
          "strategy": "sol-liquid-stake",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.ASi6CmugugprkdJhGQAAAAD6YwkbAAAAAAAAAQEDMS41DiAq6YtufwScd7i3A5wpYC3NS7c6i8hFCoif0uA24PVf4RUKMTM5NDIzOTAzNQ.0NogcECzUFgDzuwsteiBLY746fONNc3S4kyv5Skgcwk",
          "expiry": {
            "blockhash": "Gdgd7qzzaWVZtdorBKSDWvV132f31nByVZau2dtRMp2K",
            "lastValidBlockHeight": "425841297",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jCBAABQI4WQEAEAAJA8ZPAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAgEEMC4wMhIIMTg1ODk4NTQ.ffLZ6_PLjpR9WLCnX8QFJ2_HrigTMm6Pvwl4MpkhnlY"
        },
        "answer": {
          "strategy": "sol-leveraged-stake",
          "route": "rpc",
          "depositedSolLamports": "20000000",
          "stagedRasolLamports": "18589854",
          "receiptMint": "2JW5PBV7B1t65fNsV7JJSfdbaMcLopKqWRwRtE4aFiyz",
          "receiptSymbol": "raSOL Max",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoUvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGiNzv/Qq9oKZLVfAIeBl4Y4A3Qquyc3ze1SG05/XmhjKQfVvP9hFcLAwxYKOvfNHoB3JWjg3AnVyAYIJv5kMR0q05KiPEDH0X73gaAgb/UAauvRSGhcKu9nFFtKZhXtpjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fdX1HaE0XuMiCXFRbADKoniley17J7URub8CiHDKu8x9LH49FMPRGOPjaMiFhzKWrlWqy0NYYk0jzsklZ2wzcwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC+plW0Y/j1vh+u7d/4h45O1tfW6eLr6znnyMSQ91940OaIdBdpMAi/qURbP90I5J76pHDSLZQt/siOlhrF0fuFN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZnZFWi4JZCk1rxkdc3Us3yVp4/2FkuT8fFehScNUM37ADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOdDfaZCxtziN5txAVmWzttjH+L6CMAW43GuMUppnUjNuCBAABQKQWwEAEAAJA/ROAAAAAAAAEAAFBAAAFAAOBgACAAkKEgEBDgYAAwABChIBAREKBQ0EAAIHBwkKEhEZAC0xAQAAAACeqBsBAAAAABMNAAwICQECBg8DCxISChB+4BX/5DV1IZ6oGwEAAAAAEgMDAwAJAydjtOcAAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAAAgEEMC4wMg4gqhftHw7JDo74AHR6nWdp-VJcIGkHLgVGPNwe6TDxT7kSCDE4NTg5ODU0.agdFWUCJmRdQ1S7CsdnvikDU5UjqHJ62Aou4yRnb_rY",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGCQAFAlHoAAAJAAkDYFAAAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAAAwEDMjUw.CYmEvrpWq3yYRSg5bLpbs3r8H4pa2wDqx3vS0Reuwn8"
        },
        "answer": {
          "strategy": "usdc-earn",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAkPvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EoTVtD927c9Cw8o+aiMaeeS2jEOM1bqrzqasPtDLSc+CkieYjpQh4STHfWAuLQjMWo5K+fIU38/Z+Mb4kmD2k9PB2C1roHJKY9STmGAmPmQlg3pTtR0M05nEAai0C09u9ZtydzikRWEppA4fhAtMqkNAOvfNf9VUgbKfb3RQEj52VGlRI5I1HdBkYvvbc2rWEhzVFmpAHPtIwlCPJ1YbNTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAADG+nrzvtutOj1l82qryXQxsbvkwtL24OR8pgIDRS9dYdEaR2ncR7sHTEnv4rjeoKA/agCYmqEXx3eoCL/zz9uf08cWRAvfq2QdVf/x2p0y7CeRKW05+ytRuxNwpwBqumcG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY050N9pkLG3OI3m3EBWZbO22Mf4voIwBbjca4xSmmdSM24GCQAFAvPpAAAJAAkDAU0AAAAAAAAJAAUEAAAUAAgGAAQAAwYNAQEODQAHAgoDBQELBAwNDQYQfuAV/+Q1dSGAsuYOAAAAAA0DBAQACQMUhNRtGQEAAA==",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAAAwEDMjUwDiATznLy1RPVeiRjmMaZQMK6nqBeJYEzAIbGgjyNaP4BKA.iB9Ubz8YOnkDLBXHT1dV9S3pRNOB1K9y7fHzUfY41HA",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAADc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jBAIABQI4TgAAAgAJA7VWAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.A7TTJRJqL_ZuB9kd8CT3lffgadj6Zd1Tgw6rwPlS18c"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "kind": "deactivate",
          "notes": "The whole account deactivates, whatever amount says. Its stake cools down until the epoch of the broadcast ends (epoch 1050 at present, expected to end about 2026-11-28 12:01 UTC); once the ledger is past that deactivation epoch it is withdrawable: call POST /withdraw then.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAANDfaZCxtziN5txAVmWzttjH+L6CMAW43GuMUppnUjNuBAIABQL2TgAAAgAJA6hRAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.9d3nY4U1BpIoKRE17IcLh0d_MgxSQ73M2pBNWkf1sMY",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTjNzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.Aie6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.QoSh4uGTAxHl0YoivPP0CIBSST5qFr2jyEB66vTRtM0"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQALE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EqUQh0J5rZKXnJQD7UoekSinocwXi5yUo3rKoMuc272XN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbst4OknFal7EDzB+u50sxTAI3BgH3Yg7T/7CWZpC6KAzKvUqRKRf0alKsqJTt8k4Ky7YNgu3i9qC30MtiePqfrt6Ru1A0dG5iO/s2tz2uIqSDt88n0q2D+ox4BabMYCvG3tBnr+qBpdnoqfu2vbvmWp9780Vue6WXYpQXCEc5dW0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABky1E9l+DA0kQYXcDMyf1fwpTsRVsdKnhJL35MhT2DvQTody74zzS7VTHLeiSxaGnML1uCStC725/t10afKzXuMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAA0JjwbpboY+lPmoRKuWucSGOZb28Sv3X3L8SXVhvpuwBqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ2GAp59h8Yl/LhTQZHwl+enz3lX/T5Roke0+HOeSQTj6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugFDAAFAuCTBAAMAAkDIE4AAAAAAAALBgABAA0IEQEBDxAAAwEEDRIGAgoHCQUQDggRAQURAwEAAAEJAA==",
          "service_token": "st3.dev.Aii6CmugugprkdJhGQAAAAD6YwkbAAAAAAAABQIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sVCjQwMDEwOTYzNDc.a8l2QjimTfq-c1EaXAi3x07wspHHyUsMNf0Qd4rVzJs",
          "expiry": {
            "blockhash": "Gdgd7qzzaWVZtdorBKSDWvV132f31nByVZau2dtRMp2K",
            "lastValidBlockHeight": "425841297",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.ASe6CmufugprxNFhGQAAAAAtYwkbAAAAAAAABgEEMS42NRUKMTc3MjY3NjQ5MQ.GDMTZ9TD7VD3mfV1IQKZZ16PkVQ78FfqGwacCuiZDoQ"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqehFA7t3rfjfRc9zrmFUuurC0MhPjzdOtRlOHxW9NDboBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
            "inpAmt": "1650000000",
            "outAmt": "1772676491",
            "swapSrcData": {
              "swapSrc": "Jup",
              "data": {
                "mode": "manual",
                "router": "iris",
                "swapType": "aggregator",
                "requestId": "a5fde13a-137a-8149-998b-7793585039c3",
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGDLwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4EUZhSDPkHmaTDD6gJJJqhgATwet/tsbbc5AEQcsKVHFBp333M2/qAQ5K5TLakGs/vevGqtayuS+qDeIplV0DNyUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5Psn2xucNan3df6H2Xd5Tv0D3y3JnMwaWTzpP5FIAjW2gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWpOo5mALq10XYqEaFza8nnHbbDS1EE5pERLYQbNXYgmMlyWPTiSJ8bs9ECkUjg2DC1oTmdr/EIQEjnvY2+n4WQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABpuIV/6rgYT7aH9jRhjANdrEOdwa6ztVmKDwAAAAAAEG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqehFA7t3rfjfRc9zrmFUuurC0MhPjzdOtRlOHxW9NDboBQkABQLgIgIACQAJAyBOAAAAAAAACAYAAQAKBgsBAQcHAwAEAQUCCxEBgABZYgAAAAD0piFpAAAAAAsDAQAAAQkA",
          "service_token": "st3.dev.ASi6CmugugprkdJhGQAAAAD6YwkbAAAAAAAABgEEMS42NQ4gykPUFPAAG6bOL80fn64dRazRxTBJJw0sN-mcT3ldEf4VCjE3NzI2NzY0OTE.WqAATNnCQ4gxhxM_19E9cz088NfbW4AAGJw1HkcWpBM",
          "expiry": {
            "blockhash": "Gdgd7qzzaWVZtdorBKSDWvV132f31nByVZau2dtRMp2K",
            "lastValidBlockHeight": "425841297",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3M9iNeSqDDBMy54xiVCIHyKBhU07Jba+JEJktJxNIMq4YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqeQ/l4RTFlTd/wTuaLq3EWXjbqMAWMBtaAFEinKAfPdWBQoABQIAcQIACgAJAyBOAAAAAAAACAIAB2YDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE2MDk0NTA2NjLAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQHAAABBQYNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgcABAUAAAAA",
          "service_token": "st3.dev.BCe6CmufugprxNFhGQAAAAAtYwkbAAAAAAAABwECMTAIBKZE7t8VM3siYW10U3Rha2VkIjoiMTA3NDc3OTgzNDgiLCJhbXRVbnN0YWtlZCI6IjE2NjYyNDAifQ.AGbq3nM-FFdusppFNgd14EuSPK0_HPWxXz5pOzUx2D0"
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
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3M9iNeSqDDBMy54xiVCIHyKBhU07Jba+JEJktJxNIMq4YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqehFA7t3rfjfRc9zrmFUuurC0MhPjzdOtRlOHxW9NDboBQoABQIAcQIACgAJAyBOAAAAAAAACAIAB2YDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE2MDk0NTA2NjLAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQHAAABBQYNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgcABAUAAAAA",
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
          "notes": "The raSOL becomes the stake account HZpaGWci42cY5b3N9N4YsH32fUtMRMEJ1mFsdtYze8mT, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (epoch 1050 at present, expected to end about 2026-11-28 12:01 UTC), POST /withdraw empties it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAHD7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBUm1bCoS2bmAfLuLpDfLZhy8jqYB7cc2wXJErZ80dP5OkH1bz/YRXCwMMWCjr3zR6AdyVo4NwJ1cgGCCb+ZDEdKRlGBwAE1u8RqVX5Q9HkS8PjCuLd6YkkCmlW1wK5C/wzLtGc+F4Zo11z5ymRqi96sqs9yXZ2x2vKE205wyiCmjTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3M9iNeSqDDBMy54xiVCIHyKBhU07Jba+JEJktJxNIMq4YAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE3zsEmp8lZahIowUSFZ+34+g+mmKLDIW9KvPELnOF/gAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGgGV2lsuN5uUx3Bj92Wd5XxoemQsw5hWYXIPPAXMiMwah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqehFA7t3rfjfRc9zrmFUuurC0MhPjzdOtRlOHxW9NDboBQoABQIAcQIACgAJAyBOAAAAAAAACAIAB2YDAAAAvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EKAAAAAAAAADE2MDk0NTA2NjLAbBkAAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAALDQIDCQQHAAABBQYNDgwRGADkC1QCAAAA8PyNgAIAAAAMAgcABAUAAAAA",
          "service_token": "st3.dev.BCi6CmugugprkdJhGQAAAAD6YwkbAAAAAAAABwECMTAIBKZE7t8OILhWXyIVifLjX8BxzkRpfrquYCvjUyNv686jQU9rSA8ZFTN7ImFtdFN0YWtlZCI6IjEwNzQ3Nzk4MzQ4IiwiYW10VW5zdGFrZWQiOiIxNjY2MjQwIn0.vsalNicXqjwRcr1bikZUZ9CRmAn6uMMUS6RKdBayqRI",
          "expiry": {
            "blockhash": "Gdgd7qzzaWVZtdorBKSDWvV132f31nByVZau2dtRMp2K",
            "lastValidBlockHeight": "425841297",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOTc33id3XwGhtiffPomCxYn7HfSN25/aAWmRYIFxET4jBgoABQJC8AAACgAJA/pPAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACAEGMC4wMTk1EwgyMzQxOTQ1NBQKdmF1bHQtaWRsZQ.XGf8k_6RjXsXLpSDnt5jeNPQtkDz1qYejwwXkfNEMkw"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAcOvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4ETV2+/x/eoG++MrNqaR5MBga74xOjony7Jetx4ZNNqjVJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TlBIlKIXEvOrB2xyga2ThUU9iOrw0uv4DJ1+nSykK+MGdkVaLglkKTWvGR1zdSzfJWnj/YWS5Px8V6FJw1QzfsKtOSojxAx9F+94GgIG/1AGrr0UhoXCrvZxRbSmYV7aY91fUdoTRe4yIJcVFsAMqieKV7LXsntRG5vwKIcMq7zEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADmiHQXaTAIv6lEWz/dCOSe+qRw0i2ULf7IjpYaxdH7hjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAPSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MBt324ddloZPZy+FGzut5rBy0he1fWzeROoz1hX7/AKkNtFiMACguOQa8kPeQ1HBoEejMJLKcypkbTXDbOqWNOdDfaZCxtziN5txAVmWzttjH+L6CMAW43GuMUppnUjNuBgoABQJB8QAACgAJAyxQAAAAAAAACgAFBAAAFAAJBgACAAsHDAEBDQwACAYLAQMFBAIMDAcS3ThzqIDc6/XgiykBAAAAAAEADAMCAgAJAy7Ny1UEAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAACAEGMC4wMTk1DiAZGBW0TBoVeRvjF2f6Ykd6hgOxnoVqjyEtZhmAP3UadhMIMjM0MTk0NTQUCnZhdWx0LWlkbGU.3dS5PwCa8CKmx85pyQIEQGaIL4cidfBZYSixrXMDKdk",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY05NzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMGEAAFAv9aAQAQAAkD600AAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACQUA.lIRpVVBHof9m2lL3k-SDr4SPi0ZpBsztBdr-a3q-yAM"
        },
        "answer": {
          "strategy": "usdc-earn",
          "kind": "instant",
          "route": "vault",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAoVvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4EpInmI6UIeEkx31gLi0IzFqOSvnyFN/P2fjG+JJg9pPTwdgta6BySmPUk5hgJj5kJYN6U7UdDNOZxAGotAtPbvWbcnc4pEVhKaQOH4QLTKpDQDr3zX/VVIGyn290UBI+dlRpUSOSNR3QZGL723Nq1hIc1RZqQBz7SMJQjydWGzU8b6evO+2606PWXzaqvJdDGxu+TC0vbg5HymAgNFL11h2iljGO828t2ihJxS5o+3eTjsoxWGGNV/z7KoQL6tImfWA2VMgcIHF0q90elgwHixTecHBk3oReTtjPxc4/oYiOrtKchowCgq40E+nUHpYplsVYXcFW3ZlMiW8p2tfpeX+pxkog7w0crsyOYOO6LvFyvdqCLMUisW31gg1niGZGMMKyMAFaqk2CSz45xDhOHReas32q1R5TB3Q37hPyBB6gAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEIR5BIbz5JOh+wOIpLF7fstY3wrxVapIzYT/KPvfgow5oh0F2kwCL+pRFs/3QjknvqkcNItlC3+yI6WGsXR+4YACWcZdyfpftAscO/C3buj31UwmiTVeuQlI778R31BnjJclj04kifG7PRApFI4NgwtaE5na/xCEBI572Nvp+FkDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAN2/MaZwr2uXJPbv03wVQ3Lq/ea8h1I+mV/7d7pwm9H29oWApNQkkA4KjC3huUrx8vcxTgUZpC2n8drHcZyWUoIG3fbh12Whk9nL4UbO63msHLSF7V9bN5E6jPWFfv8AqQ20WIwAKC45BryQ95DUcGgR6MwkspzKmRtNcNs6pY050N9pkLG3OI3m3EBWZbO22Mf4voIwBbjca4xSmmdSM24GEAAFAjxZAQAQAAkD5U0AAAAAAAAQAAUEAAAUAA8GAAQABQsTAQEUEwANAREHDA4FAgMGBAoSExMLCQgTaTmmgpPd+r1jJMph4QAAAAABABMDBAQACQNoL74pAQAAAA==",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAACQUADiAV76tmrG_sn6pzbiQEK-4leJlwol8KVQmo7AsTV4V2Tg.D026skA2oaNFVqDH_Zi7FUGzLQ2TM8542nJUXkP1Ns4",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMEAgAFAhtWAAACAAkDjFAAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.xtFSVzBFzdogJLEkFP5_QhmNZkaB56O1Hu-kfAA1FiQ"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "6SELUKBpTk2aQGz71NrejorcVz3kGkzzjJkojssWKKyE",
          "withdrawnLamports": 1501914756,
          "notes": "This takes all lamports of the stake account, which closes it.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FQwQiZSgAc2e9BeAz/zHYhATqCMkgX5MV0IEcETfplpQMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAA0N9pkLG3OI3m3EBWZbO22Mf4voIwBbjca4xSmmdSM24EAgAFAs5WAAACAAkDJlcAAAAAAAACAAUEAIAUAAMFAQAEBQAMBAAAAIRmhVkAAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAACgIgUMEImUoAHNnvQXgM_8x2IQE6gjJIF-TFdCBHBE36ZaURCjE1MDE5MTQ3NTY.Vh_nWjZCBGb5EtQ0eui_c6BCmUXhqIXaDpxXFTM5-4s",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FH0dY+dUsF/r7R+2ff2/xb+wBy+ZqFBb8h+rQaRqSjwXN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAANzfeJ3dfAaG2J98+iYLFifsd9I3bn9oBaZFggXERPiMFBAAFAsB+AAAEAAkDDE0AAAAAAAAEAAUEAAAUAAMCAAF8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAAwMjJlMTAyYWMyNjhiNzk0YWVlOWUzN2I0MmNhY2EyMMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAgEADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQAi4QKsJot5Su6eN7QsrKIBAHMTY2NjI0MA.Om8-Bv85K31_DSSc299CVHUFJRRSoT3eDVUEHstG-UU"
        },
        "answer": {
          "strategy": "sol-native-stake",
          "stakeAccount": "8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ",
          "newStakeAccount": "5qMXb1U1g2QG5AKu2CBUh7n9m61ygFKxGQnVfqgYEqtU",
          "stakeAccountSeed": "022e102ac268b794aee9e37b42caca20",
          "splitLamports": 1500000000,
          "rentExemptReserveLamports": 1666240,
          "notes": "The address of newStakeAccount derives from the wallet, stakeAccountSeed and the stake program; the service signs nothing. Keep it: deactivate, withdraw and instant unstake need it. It is as active as stakeAccount, which keeps the rest.",
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAMGvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FH0dY+dUsF/r7R+2ff2/xb+wBy+ZqFBb8h+rQaRqSjwXN8mwoFal06uvRVkMMoZS0A59yt2Y3VwoELc6+bBYdbAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAA0N9pkLG3OI3m3EBWZbO22Mf4voIwBbjca4xSmmdSM24FBAAFAgd9AAAEAAkDi04AAAAAAAAEAAUEAAAUAAMCAAF8AwAAALwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBIAAAAAAAAAAwMjJlMTAyYWMyNjhiNzk0YWVlOWUzN2I0MmNhY2EyMMBsGQAAAAAAyAAAAAAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAUDAgEADAMAAAAAL2hZAAAAAA==",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAACwEDMS41AiBzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwgQAi4QKsJot5Su6eN7QsrKIA4gwsFpS6FQtdJDj5qUgh9G-XyBhp68E8E1C4FM1yVx1PgQBzE2NjYyNDA.8XAL5RUNkX4qE4TCIptJif3lNiRpnT7fsnFFYg25h8U",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAAA3N94nd18BobYn3z6JgsWJ+x30jduf2gFpkWCBcRE+IwQDAAUCmn4AAAMACQNnUAAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.ACe6Cmufugprw9FhGQAAAAAtYwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.YcyeCJqxOMXWyil3zedqKdyYXR_4QaFv5a7YtwsgeAw"
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
          "transaction": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAQHvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHW6Tw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBKAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAan1RcYx3TJKFZjmGkdXraLXrijm0ttXHNVWyEAAAAABqfVFxk1hND+7ZuzQx0TIGvlRCgbV7hWbMU3X/QAAADQ32mQsbc4jebcQFZls7bYx/i+gjAFuNxrjFKaZ1IzbgQDAAUCd34AAAMACQMuUQAAAAAAAAMABQQAgBQABAUBAgUGAAQHAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAADAwgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sNIKTw7dNED3kfm9VCk9joG0VpQvgQj6qKyj0S5sFWWRBK.Ui35OKDViZSW3CTrjXaafoTGAOaq8NjiAAAVOd3K5sw",
          "expiry": {
            "blockhash": "F4MPWn1YT7UoRBFZKju9RbXbwBRKVvRPhCnHLbpFEgS1",
            "lastValidBlockHeight": "425841296",
            "validForSeconds": 12,
            "tokenExpiresAt": "2026-11-28T11:27:28.000Z"
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
          "signed_tx": "AYZWzehwN16aeLqo4mI8qC++9mQYSGktw4lFFR2cMGf3qMowrVpfdRGB2RIQsmlajmJmVkEeqhzESMruq+IPVwkBAAMFvDH3jME78OzxfWBz0L9Y32h6sgUmbjOBB/uN7o3ml4FzfJsKBWpdOrr0VZDDKGUtAOfcrdmN1cKBC3OvmwWHWwMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAGp9UXGMd0yShWY5hpHV62i164o5tLbVxzVVshAAAAANDfaZCxtziN5txAVmWzttjH+L6CMAW43GuMUppnUjNuBAIABQL2TgAAAgAJA6hRAAAAAAAAAgAFBAAAIAADAwEEAAQFAAAA",
          "service_token": "st3.dev.ACi6CmugugprkNJhGQAAAAD6YwkbAAAAAAAABAIgc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1s.9d3nY4U1BpIoKRE17IcLh0d_MgxSQ73M2pBNWkf1sMY"
        },
        "answer": {
          "signature": "3gnGAuaxBb9hrfPVqsHgSkpG8XGrSd5bT4zC8vAfps2D8YsaP6zowXPWRZjt8zAq2P4k1FPvmaVR2146mALmB59z",
          "explorer": "https://solscan.io/tx/3gnGAuaxBb9hrfPVqsHgSkpG8XGrSd5bT4zC8vAfps2D8YsaP6zowXPWRZjt8zAq2P4k1FPvmaVR2146mALmB59z"
        }
      },
      {
        "body": {
          "signed_tx": "ASom1g6VKtGVgd1gVC42bCBM/WEngL+E75Og7CdzXtq23pJQoLYWRSBpqhsMejHl5XbJ84HmvnlPATQ9rhOZoQaAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
          "service_token": "st3.dev.ASi6CmugugprkdJhGQAAAAD6YwkbAAAAAAAAAQEDMS41DiAq6YtufwScd7i3A5wpYC3NS7c6i8hFCoif0uA24PVf4RUKMTM5NDIzOTAzNQ.0NogcECzUFgDzuwsteiBLY746fONNc3S4kyv5Skgcwk",
          "route": "router",
          "routerKind": "token",
          "router_order": {
            "inp": "So11111111111111111111111111111111111111112",
            "out": "HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX",
            "mode": "ExactIn",
            "tx": "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAJE7wx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBGRup0mY50USm+rq4svTIA973mDq9cngZihBRkArB/4Efs+wr1cz5Tp7nk8bw+4nEDqjJYaOGFestzNex1aa2plJtWwqEtm5gHy7i6Q3y2YcvI6mAe3HNsFyRK2fNHT+TWlxzuN3/beSY1zby0PBj8kUNd3T6AeSNjkulE1Z6c8dgMjjG+VdpLXQbuNaXnK8/haxl+UU7+M3saWfyODsbXKI3O/9Cr2gpktV8Ah4GXhjgDdCq7JzfN7VIbTn9eaGMpB9W8/2EVwsDDFgo6980egHclaODcCdXIBggm/mQxHTTObCwKJyWZcwbSU5nuWPNIFDPXT1zO705rxSElRRT5fSx+PRTD0Rjj42jIhYcylq5VqstDWGJNI87JJWdsM3MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABN87BJqfJWWoSKMFEhWft+PoPppiiwyFvSrzxC5zhf4IyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGm4hX/quBhPtof2NGGMA12sQ53BrrO1WYoPAAAAAAAQaAZXaWy43m5THcGP3ZZ3lfGh6ZCzDmFZhcg88BcyIzDQmPBuluhj6U+ahEq5a5xIY5lvbxK/dfcvxJdWG+m7AGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCp6EUDu3et+N9Fz3OuYVS66sLQyE+PN061GU4fFb00NugIDQAFAkANAwANAAkDIE4AAAAAAAAMBgADAAkKEgEBDAYAAQAOChIBAQoCAAEMAgAAAAAvaFkAAAAAEgIBEQEREA8AAQMFBAIJDhIKDwcLBggJAAAvaFkAAAAAEgMBAAABCQA=",
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
          "signature": "qt1AV26DTAdYa8DE9xXcXVprG41DpsgmL4QdA8r5hZrtbhNU6kZCE8xY6sK5VAkGMZcLJKEURCgMBVJUNHVctbo",
          "explorer": "https://solscan.io/tx/qt1AV26DTAdYa8DE9xXcXVprG41DpsgmL4QdA8r5hZrtbhNU6kZCE8xY6sK5VAkGMZcLJKEURCgMBVJUNHVctbo"
        }
      }
    ]
  },
  "getTransaction": {
    "ok": [
      {
        "params": {
          "signature": "3gnGAuaxBb9hrfPVqsHgSkpG8XGrSd5bT4zC8vAfps2D8YsaP6zowXPWRZjt8zAq2P4k1FPvmaVR2146mALmB59z"
        },
        "query": {
          "lastValidBlockHeight": "425841296",
          "wait": "20"
        },
        "answer": {
          "signature": "3gnGAuaxBb9hrfPVqsHgSkpG8XGrSd5bT4zC8vAfps2D8YsaP6zowXPWRZjt8zAq2P4k1FPvmaVR2146mALmB59z",
          "status": "landed",
          "isFinal": false,
          "slot": "453600254",
          "blockTime": "2026-11-30T11:26:12.000Z",
          "fee": {
            "asset": "SOL",
            "amount": "0.000005423",
            "baseUnits": "5423"
          },
          "changes": [
            {
              "account": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
              "direction": "out",
              "asset": "SOL",
              "amount": "0.000005423",
              "baseUnits": "5423"
            }
          ],
          "failure": null,
          "asOf": {
            "slot": "453600255",
            "time": "2026-11-28T11:25:29.243Z"
          },
          "explorer": "https://solscan.io/tx/3gnGAuaxBb9hrfPVqsHgSkpG8XGrSd5bT4zC8vAfps2D8YsaP6zowXPWRZjt8zAq2P4k1FPvmaVR2146mALmB59z"
        }
      },
      {
        "params": {
          "signature": "3hmkNPJEZ3BnkjdwCTch8jZK2hdWocrVZ7kSCF9sD2r2WQoKeiFFKkQrrnHTfMCGxa2cG8C1C5ZXuQ9NukBGhRGN"
        },
        "query": {},
        "answer": {
          "signature": "3hmkNPJEZ3BnkjdwCTch8jZK2hdWocrVZ7kSCF9sD2r2WQoKeiFFKkQrrnHTfMCGxa2cG8C1C5ZXuQ9NukBGhRGN",
          "status": "failed",
          "isFinal": false,
          "slot": "453600254",
          "blockTime": "2026-11-30T11:26:12.000Z",
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
            "slot": "453600255",
            "time": "2026-11-28T11:25:29.336Z"
          },
          "explorer": "https://solscan.io/tx/3hmkNPJEZ3BnkjdwCTch8jZK2hdWocrVZ7kSCF9sD2r2WQoKeiFFKkQrrnHTfMCGxa2cG8C1C5ZXuQ9NukBGhRGN"
        }
      },
      {
        "params": {
          "signature": "5WbVgw7Mz94BNqgsLP6Sg3oRbDWamrQisbLdb5mDYVE2qJuDYWQrvwCgFkJLLmRyEqNBVY1PoPiaR2mAGLczZ49a"
        },
        "query": {
          "lastValidBlockHeight": "425841296"
        },
        "answer": {
          "signature": "5WbVgw7Mz94BNqgsLP6Sg3oRbDWamrQisbLdb5mDYVE2qJuDYWQrvwCgFkJLLmRyEqNBVY1PoPiaR2mAGLczZ49a",
          "status": "pending",
          "slot": null,
          "blockTime": null,
          "fee": null,
          "changes": null,
          "failure": null,
          "isFinal": false,
          "asOf": {
            "slot": "453600256",
            "time": "2026-11-28T11:25:29.431Z"
          },
          "explorer": "https://solscan.io/tx/5WbVgw7Mz94BNqgsLP6Sg3oRbDWamrQisbLdb5mDYVE2qJuDYWQrvwCgFkJLLmRyEqNBVY1PoPiaR2mAGLczZ49a"
        }
      }
    ]
  }
};
