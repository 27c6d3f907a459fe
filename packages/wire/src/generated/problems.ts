// Recorded from the running service by `npm run generate`.

/** Problems as the service answers them, by code. */
export const RECORDED_PROBLEMS = {
  "ADDRESS_IS_PROGRAM": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "wallet is the address of a program, which can neither sign nor hold stake.",
    "code": "ADDRESS_IS_PROGRAM",
    "retryable": false
  },
  "ADDRESS_MALFORMED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "wallet must be a base58 address of 32 bytes (32 to 44 characters).",
    "code": "ADDRESS_MALFORMED",
    "retryable": false
  },
  "AMOUNT_ABOVE_LIMIT": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must be at most 1000000 USDC, which is what the operator of this service takes in one transaction; it is 1000000.5 USDC.",
    "code": "AMOUNT_ABOVE_LIMIT",
    "retryable": false,
    "limit": {
      "asset": "USDC",
      "amount": "1000000",
      "baseUnits": "1000000000000"
    },
    "asked": {
      "asset": "USDC",
      "amount": "1000000.5",
      "baseUnits": "1000000500000"
    },
    "nearest": {
      "lower": "1000000",
      "higher": null
    }
  },
  "AMOUNT_MALFORMED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must be a plain decimal number in text, such as \"1.5\", or \"max\" for all that there is.",
    "code": "AMOUNT_MALFORMED",
    "retryable": false
  },
  "AMOUNT_TOO_FINE": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must have at most 9 decimal places.",
    "code": "AMOUNT_TOO_FINE",
    "retryable": false,
    "nearest": {
      "lower": "1.5",
      "higher": "1.500000001"
    }
  },
  "AMOUNT_TOO_LARGE": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must be at most 18446744073.709551615.",
    "code": "AMOUNT_TOO_LARGE",
    "retryable": false
  },
  "AMOUNT_ZERO": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must be greater than zero.",
    "code": "AMOUNT_ZERO",
    "retryable": false,
    "nearest": {
      "lower": null,
      "higher": "1"
    }
  },
  "BELOW_MINIMUM_DELEGATION": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "The ledger delegates no less than 1 SOL at present. amount must be at least 1.",
    "code": "BELOW_MINIMUM_DELEGATION",
    "retryable": false,
    "nearest": {
      "lower": null,
      "higher": "1"
    }
  },
  "BODY_MALFORMED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "The body is not valid JSON; it must be a JSON object.",
    "code": "BODY_MALFORMED",
    "retryable": false
  },
  "BODY_MISSING": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "The body is empty. Send a JSON object.",
    "code": "BODY_MISSING",
    "retryable": false
  },
  "BODY_TOO_LARGE": {
    "type": "https://stake.example/errors/payload_too_large",
    "title": "Payload too large",
    "status": 413,
    "detail": "The body is over 65536 bytes.",
    "code": "BODY_TOO_LARGE",
    "retryable": false
  },
  "FIELD_INVALID": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "amount must be text (a JSON string).",
    "code": "FIELD_INVALID",
    "retryable": false
  },
  "FIELD_MISSING": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "Missing: amount. Required fields: strategy, wallet, amount.",
    "code": "FIELD_MISSING",
    "retryable": false
  },
  "HEADERS_TOO_MANY": {
    "type": "https://stake.example/errors/headers_too_large",
    "title": "Headers too large",
    "status": 431,
    "detail": "The request has more than 100 header fields.",
    "code": "HEADERS_TOO_MANY",
    "retryable": false
  },
  "IDEMPOTENCY_KEY_MALFORMED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "Idempotency-Key must be 1 to 255 visible ASCII characters, such as a UUID.",
    "code": "IDEMPOTENCY_KEY_MALFORMED",
    "retryable": false
  },
  "IDEMPOTENCY_KEY_REUSED": {
    "type": "https://stake.example/errors/idempotency_mismatch",
    "title": "Idempotency key mismatch",
    "status": 422,
    "detail": "The Idempotency-Key belongs to another request of the last 24 hours. Nothing was done. For a new request use a new key; at broadcast, see first what became of the transaction that was sent under this one.",
    "code": "IDEMPOTENCY_KEY_REUSED",
    "retryable": false
  },
  "INCLUDE_UNKNOWN": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "include has \"recipt\"; every word of it must be one of: receipt, explanation.",
    "code": "INCLUDE_UNKNOWN",
    "retryable": false
  },
  "INSUFFICIENT_FUNDS": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "The wallet holds 0 USDC; this needs 250 USDC. Fund it, or send a smaller amount.",
    "code": "INSUFFICIENT_FUNDS",
    "retryable": false,
    "holds": {
      "asset": "USDC",
      "amount": "0",
      "baseUnits": "0"
    },
    "needs": {
      "asset": "USDC",
      "amount": "250",
      "baseUnits": "250000000"
    }
  },
  "INTERNAL": {
    "type": "https://stake.example/errors/internal_error",
    "title": "Internal error",
    "status": 500,
    "detail": "The service has a defect. It has been logged. Try again. If it fails again, report the X-Request-Id.",
    "code": "INTERNAL",
    "retryable": true
  },
  "KEY_REPEATED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "The body has the key \"amount\" twice.",
    "code": "KEY_REPEATED",
    "retryable": false
  },
  "KIND_NOT_OFFERED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "kind \"slow\" is not offered by usdc-earn; it must be one of: instant.",
    "code": "KIND_NOT_OFFERED",
    "retryable": false
  },
  "MEDIA_TYPE_UNSUPPORTED": {
    "type": "https://stake.example/errors/unsupported_media_type",
    "title": "Unsupported media type",
    "status": 415,
    "detail": "The body is not labelled as JSON in UTF-8, or it is compressed. Send Content-Type: application/json and no Content-Encoding.",
    "code": "MEDIA_TYPE_UNSUPPORTED",
    "retryable": false
  },
  "METHOD_NOT_ALLOWED": {
    "type": "https://stake.example/errors/method_not_allowed",
    "title": "Method not allowed",
    "status": 405,
    "detail": "This path accepts POST, OPTIONS.",
    "code": "METHOD_NOT_ALLOWED",
    "retryable": false
  },
  "NOTHING_TO_QUOTE": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "strategy usdc-earn has no quotes: its exit pays the requested amount.",
    "code": "NOTHING_TO_QUOTE",
    "retryable": false
  },
  "NOT_A_STAKE_ACCOUNT": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "stakeAccount exists on the ledger, but it is not a stake account: 7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh. GET /wallets/{wallet}/positions names the stake accounts of a wallet.",
    "code": "NOT_A_STAKE_ACCOUNT",
    "retryable": false
  },
  "NO_WITHDRAWAL_REQUESTED": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "The wallet has no withdrawal that waits to be claimed. Send step request first where the vault has a waiting period, or leave step out.",
    "code": "NO_WITHDRAWAL_REQUESTED",
    "retryable": false
  },
  "PARTNER_KEY_UNKNOWN": {
    "type": "https://stake.example/errors/forbidden",
    "title": "Forbidden",
    "status": 403,
    "detail": "The partner key is unknown, or its partner is inactive. Correct the key, or leave it out.",
    "code": "PARTNER_KEY_UNKNOWN",
    "retryable": false
  },
  "PATH_NOT_FOUND": {
    "type": "https://stake.example/errors/not_found",
    "title": "Not found",
    "status": 404,
    "detail": "The path is not one of the API. Use a path of the OpenAPI document, below /api/v1.",
    "code": "PATH_NOT_FOUND",
    "retryable": false
  },
  "RANGE_INVALID": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "range \"1Y\" must be one of 1M, 3M, 6M, All.",
    "code": "RANGE_INVALID",
    "retryable": false
  },
  "REFERRAL_CODE_MALFORMED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "referral_code is not 4 to 12 ASCII letters and digits. Send 4 to 12 ASCII letters and digits, or leave it out.",
    "code": "REFERRAL_CODE_MALFORMED",
    "retryable": false
  },
  "REFERRAL_CODE_NOT_FOUND": {
    "type": "https://stake.example/errors/not_found",
    "title": "Not found",
    "status": 404,
    "detail": "No referrer has that code. Correct the code, or leave it out.",
    "code": "REFERRAL_CODE_NOT_FOUND",
    "retryable": false
  },
  "ROUTE_INVALID": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "route \"vault\" must be one of: rpc, router. A build that answered route=vault is broadcast with rpc.",
    "code": "ROUTE_INVALID",
    "retryable": false
  },
  "SIGNATURE_FAILURE": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "Signature failure: DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL has not signed. Sign the built transaction unchanged.",
    "code": "SIGNATURE_FAILURE",
    "retryable": false,
    "outcome": "not_sent"
  },
  "STAKE_ACCOUNT_NOT_FOUND": {
    "type": "https://stake.example/errors/upstream_error",
    "title": "Upstream error",
    "status": 502,
    "detail": "The stake account does not exist on the ledger: 8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ. stakeAccount must be that of a stake that has landed and was not withdrawn as a whole. GET /wallets/{wallet}/positions names all that the wallet has.",
    "code": "STAKE_ACCOUNT_NOT_FOUND",
    "retryable": false
  },
  "STEP_NOT_OFFERED": {
    "type": "https://stake.example/errors/invalid_request",
    "title": "Invalid request",
    "status": 400,
    "detail": "step \"request\" is not offered: the vault pays at once, leave step out.",
    "code": "STEP_NOT_OFFERED",
    "retryable": false
  },
  "STRATEGY_NOT_FOUND": {
    "type": "https://stake.example/errors/not_found",
    "title": "Not found",
    "status": 404,
    "detail": "There is no strategy \"sol-nativ-stake\". Strategies: sol-native-stake, sol-liquid-stake, sol-leveraged-stake, usdc-earn.",
    "code": "STRATEGY_NOT_FOUND",
    "retryable": false
  },
  "STRATEGY_NOT_LIVE": {
    "type": "https://stake.example/errors/service_unavailable",
    "title": "Service unavailable",
    "status": 503,
    "detail": "The strategy \"sol-leveraged-stake\" is announced but not live yet.",
    "code": "STRATEGY_NOT_LIVE",
    "retryable": true
  },
  "TOKEN_MALFORMED": {
    "type": "https://stake.example/errors/forbidden",
    "title": "Forbidden",
    "status": 403,
    "detail": "The service_token is not in the form in which the service issues tokens. Send it exactly as the build answer gave it.",
    "code": "TOKEN_MALFORMED",
    "retryable": false
  },
  "TOKEN_MISMATCH": {
    "type": "https://stake.example/errors/forbidden",
    "title": "Forbidden",
    "status": 403,
    "detail": "service_token was not issued for the message bytes of this transaction. Sign the transaction exactly as built and send the token of the same build. If the wallet edited it, send the transaction of the build answer too: to /broadcast as built_transaction, to /refresh as transaction.",
    "code": "TOKEN_MISMATCH",
    "retryable": false,
    "outcome": "not_sent"
  }
} as const;
