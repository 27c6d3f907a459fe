// Recorded from the running service by `npm run generate`, when more than figures, times and addresses has changed.
import type { AnswerOf } from '../../operations/answer-of.ts';

/** Answers that depend on the ledger. */
export const RECORDED_ANSWERS: {
  readonly limits: AnswerOf<'getLimits'>;
  readonly entryOptions: AnswerOf<'entryOptions'>;
  readonly exitOptions: AnswerOf<'exitOptions'>;
  readonly leveragedFacts: AnswerOf<'getStrategyFacts'>;
  readonly nativeFacts: AnswerOf<'getStrategyFacts'>;
} = {
  "limits": {
    "network": {
      "deployment": "sandbox",
      "genesisHash": "Ap9XMcD5oo7psvwDevVe5iEoaCSAewTRY9gfPoNikQWk",
      "isSandbox": true
    },
    "asOf": {
      "slot": "452736084",
      "epoch": "1048",
      "time": "2026-11-23T23:40:06.000Z"
    },
    "nextEpoch": {
      "epoch": "1049",
      "earliest": "2026-11-24T21:23:05.229Z",
      "latest": "2026-11-25T02:12:38.391Z"
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
            "amount": "10",
            "baseUnits": "10000000000"
          },
          "max": {
            "asset": "SOL",
            "amount": "9.9877318",
            "baseUnits": "9987731800"
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
                "amount": "0",
                "baseUnits": "0"
              },
              "max": {
                "asset": "raSOL",
                "amount": "0",
                "baseUnits": "0"
              },
              "problem": {
                "code": "INSUFFICIENT_FUNDS",
                "detail": "The wallet holds 0 raSOL; this needs 0.000000001 raSOL. Fund it, or send a smaller amount."
              }
            }
          },
          {
            "kind": "slow",
            "asset": "raSOL",
            "takes": "amount",
            "least": {
              "asset": "raSOL",
              "amount": "0.930730057",
              "baseUnits": "930730057"
            },
            "most": null,
            "wallet": {
              "holds": {
                "asset": "raSOL",
                "amount": "0",
                "baseUnits": "0"
              },
              "max": {
                "asset": "raSOL",
                "amount": "0",
                "baseUnits": "0"
              },
              "problem": {
                "code": "INSUFFICIENT_FUNDS",
                "detail": "The wallet holds 0 raSOL; this needs 0.000000001 raSOL. Fund it, or send a smaller amount."
              }
            }
          }
        ],
        "wallet": {
          "holds": {
            "asset": "SOL",
            "amount": "10",
            "baseUnits": "10000000000"
          },
          "max": {
            "asset": "SOL",
            "amount": "9.98475188",
            "baseUnits": "9984751880"
          },
          "keptBack": [
            {
              "for": "rent",
              "asset": "SOL",
              "amount": "0.00203928",
              "baseUnits": "2039280"
            },
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
            "amount": "0.000002149",
            "baseUnits": "2149"
          },
          "most": {
            "asset": "SOL",
            "amount": "1053957.068275524",
            "baseUnits": "1053957068275524"
          },
          "capacityLeft": {
            "asset": "SOL",
            "amount": "1053957.068275524",
            "baseUnits": "1053957068275524"
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
              "amount": "4429.519354764",
              "baseUnits": "4429519354764"
            },
            "wallet": {
              "holds": {
                "asset": "raSOL Max",
                "amount": "0",
                "baseUnits": "0"
              },
              "max": {
                "asset": "raSOL Max",
                "amount": "0",
                "baseUnits": "0"
              },
              "problem": {
                "code": "INSUFFICIENT_FUNDS",
                "detail": "The wallet holds 0 raSOL Max; this needs 0.000000001 raSOL Max. Fund it, or send a smaller amount."
              }
            }
          }
        ],
        "wallet": {
          "holds": {
            "asset": "SOL",
            "amount": "10",
            "baseUnits": "10000000000"
          },
          "max": {
            "asset": "SOL",
            "amount": "9.96815044",
            "baseUnits": "9968150440"
          },
          "keptBack": [
            {
              "for": "rent",
              "asset": "SOL",
              "amount": "0.00407856",
              "baseUnits": "4078560"
            },
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
            "amount": "91985655.424768",
            "baseUnits": "91985655424768"
          },
          "capacityLeft": {
            "asset": "USDC",
            "amount": "91985655.424768",
            "baseUnits": "91985655424768"
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
              "amount": "8014344.57523",
              "baseUnits": "8014344575230"
            },
            "wallet": {
              "holds": {
                "asset": "USDC",
                "amount": "0",
                "baseUnits": "0"
              },
              "max": {
                "asset": "USDC",
                "amount": "0",
                "baseUnits": "0"
              },
              "problem": {
                "code": "INSUFFICIENT_FUNDS",
                "detail": "The wallet holds 0 USDC; this needs 0.000001 USDC. Fund it, or send a smaller amount."
              }
            }
          }
        ],
        "wallet": {
          "holds": {
            "asset": "USDC",
            "amount": "500",
            "baseUnits": "500000000"
          },
          "max": {
            "asset": "USDC",
            "amount": "500",
            "baseUnits": "500000000"
          },
          "keptBack": [
            {
              "for": "rent",
              "asset": "SOL",
              "amount": "0.00203928",
              "baseUnits": "2039280"
            },
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
  },
  "entryOptions": {
    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
    "asOf": {
      "slot": "452736085",
      "epoch": "1048",
      "time": "2026-11-23T23:40:06.000Z"
    },
    "asset": "SOL",
    "amount": "10",
    "options": [
      {
        "strategy": "sol-native-stake",
        "apyPercent": 6.23377592812588,
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
            "amount": "0.000000865",
            "baseUnits": "865",
            "isRefundable": false
          },
          {
            "kind": "rent",
            "asset": "SOL",
            "amount": "0.00228288",
            "baseUnits": "2282880",
            "isRefundable": true,
            "account": "3s6Z46gaP3X3bXYbFPrMY8kgZYvHY7kjNwbLTZZChBXr"
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
            "amount": "9.999978175",
            "baseUnits": "9999978175"
          },
          "cost": {
            "asset": "SOL",
            "amount": "0.000021825",
            "baseUnits": "21825"
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
        "apyPercent": 6.20625948014846,
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
            "amount": "9.297993261",
            "baseUnits": "9297993261"
          },
          "atLeast": {
            "asset": "raSOL",
            "amount": "9.288695267",
            "baseUnits": "9288695267"
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
          },
          {
            "kind": "rent",
            "asset": "SOL",
            "amount": "0.00203928",
            "baseUnits": "2039280",
            "isRefundable": true,
            "account": "DhGPXeXvTubbSFAjWxas66BpVTGmUi1F7MPhv6TyoqQa"
          }
        ],
        "rentLocked": {
          "asset": "SOL",
          "amount": "0.00203928",
          "baseUnits": "2039280"
        },
        "leaveAtOnce": {
          "receive": {
            "asset": "SOL",
            "amount": "9.98597283",
            "baseUnits": "9985972830"
          },
          "cost": {
            "asset": "SOL",
            "amount": "0.01402717",
            "baseUnits": "14027170"
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
              "amount": "10",
              "minReceive": "9.288695267"
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
            "amount": "7.743914955",
            "baseUnits": "7743914955"
          },
          "atLeast": {
            "asset": "raSOL Max",
            "amount": "7.697490184",
            "baseUnits": "7697490184"
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
            "amount": "0.000004025",
            "baseUnits": "4025",
            "isRefundable": false
          },
          {
            "kind": "rent",
            "asset": "SOL",
            "amount": "0.00203928",
            "baseUnits": "2039280",
            "isRefundable": true,
            "account": "DhGPXeXvTubbSFAjWxas66BpVTGmUi1F7MPhv6TyoqQa"
          },
          {
            "kind": "rent",
            "asset": "SOL",
            "amount": "0.00203928",
            "baseUnits": "2039280",
            "isRefundable": true,
            "account": "Dw6v4t5M7M1F84q3Ed1cJ22hAF4YKkAMjN6qCCLfBofp"
          }
        ],
        "rentLocked": {
          "asset": "SOL",
          "amount": "0.00407856",
          "baseUnits": "4078560"
        },
        "leaveAtOnce": {
          "receive": {
            "asset": "SOL",
            "amount": "9.980955724",
            "baseUnits": "9980955724"
          },
          "cost": {
            "asset": "SOL",
            "amount": "0.019044276",
            "baseUnits": "19044276"
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
  },
  "exitOptions": {
    "strategy": "sol-native-stake",
    "wallet": "DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL",
    "asOf": {
      "slot": "453168032",
      "epoch": "1049",
      "time": "2026-11-24T23:39:55.000Z"
    },
    "of": {
      "asset": "SOL",
      "amount": "2.00228288",
      "baseUnits": "2002282880"
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
            "amount": "2.00223272",
            "baseUnits": "2002232720"
          },
          "atLeast": {
            "asset": "SOL",
            "amount": "2.00223272",
            "baseUnits": "2002232720"
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
          "amount": "0.000344686",
          "baseUnits": "344686"
        },
        "availableAt": {
          "epoch": "1050",
          "earliest": "2026-11-25T21:27:36.690Z",
          "latest": "2026-11-26T02:18:12.621Z"
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
              "epoch": "1050",
              "earliest": "2026-11-25T21:27:36.690Z",
              "latest": "2026-11-26T02:18:12.621Z"
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
            "amount": "2.001663209",
            "baseUnits": "2001663209"
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
          "amount": "0.000914197",
          "baseUnits": "914197",
          "perYearPercent": "16.52"
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
  },
  "leveragedFacts": {
    "strategy": "sol-leveraged-stake",
    "asOf": {
      "slot": "452736085",
      "epoch": "1048",
      "time": "2026-11-23T23:40:06.000Z"
    },
    "apy": {
      "percent": "11.3988",
      "basis": "After the cost of the debt, the fees of the vault, and those of the pool on rewards.",
      "method": "Growth in SOL of what a raSOL Max holds, compounded to a year.",
      "window": "Between the two newest captures, an epoch as a rule.",
      "source": "This service, which captures the ledger once an epoch.",
      "readAt": "2026-11-23T23:39:59.426Z",
      "ageSeconds": 1,
      "isStale": false,
      "realised": [
        {
          "days": "7",
          "from": "2026-11-16T23:39:48.000Z",
          "to": "2026-11-23T23:39:48.000Z",
          "percent": "11.4013"
        },
        {
          "days": "all",
          "from": "2026-11-11T23:39:49.000Z",
          "to": "2026-11-23T23:39:48.000Z",
          "percent": "11.4035"
        }
      ]
    },
    "liquidity": {
      "instant": {
        "asset": "raSOL Max",
        "amount": "4429.519354764",
        "baseUnits": "4429519354764"
      },
      "idle": {
        "asset": "raSOL",
        "amount": "1001.57140745",
        "baseUnits": "1001571407450"
      },
      "capacityLeft": {
        "asset": "SOL",
        "amount": "1053957.068275524",
        "baseUnits": "1053957068275524"
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
        "amount": "52332.106039295",
        "baseUnits": "52332106039295"
      },
      "debt": {
        "asset": "SOL",
        "amount": "35780.782060747",
        "baseUnits": "35780782060747"
      },
      "net": {
        "asset": "raSOL",
        "amount": "19029.856741562",
        "baseUnits": "19029856741562"
      },
      "multiple": "2.7499",
      "loanToValuePercent": "63.6364",
      "worthlessBelowSolPerRasol": "0.683725246",
      "distancePercent": "36.3636",
      "health": null,
      "stakeRatePercent": "6.2063",
      "borrowRatePercent": "3.2003",
      "carryPercent": "11.3988",
      "isCarryNegative": false,
      "exitNow": "flash-bracket",
      "idleCovers": {
        "asset": "raSOL Max",
        "amount": "834.167500834",
        "baseUnits": "834167500834"
      },
      "priceAgeEpochs": "0"
    },
    "missing": []
  },
  "nativeFacts": {
    "strategy": "sol-native-stake",
    "asOf": {
      "slot": "452736085",
      "epoch": "1048",
      "time": "2026-11-23T23:40:06.000Z"
    },
    "apy": {
      "percent": "6.2338",
      "basis": "After the commission of the validator; without tips that it does not share.",
      "method": "Rewards of stake with the validator in an epoch, by its stake, compounded over the epochs of a year.",
      "window": "The newest epoch that has ended and has a value.",
      "source": "The validators' API of this deployment.",
      "readAt": "2026-11-23T23:39:50.171Z",
      "ageSeconds": 10,
      "isStale": false,
      "realised": [
        {
          "days": "7",
          "from": "2026-11-16T23:39:49.119Z",
          "to": "2026-11-23T23:39:49.119Z",
          "percent": "6.2345"
        },
        {
          "days": "all",
          "from": "2026-11-11T23:39:49.119Z",
          "to": "2026-11-23T23:39:49.119Z",
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
};
