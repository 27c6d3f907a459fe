// The wallet and the stake account are real keys of nobody, made from a public seed: never fund them.
// The mints, the vault and the vote account are those of the public deployment.

/** The wallet that signs in every example. */
export const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

/** A stake account of that wallet. */
export const STAKE_ACCOUNT = '8mp63xXXM8QJWjMv11Zm1c142ZfYmCwK9rW4wELR4WUJ';

/** The vote account of the operator's validator. */
export const VOTE_ACCOUNT = '7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh';

/** The mint that stands for SOL. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';

/** The mint of USDC. */
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** The mint of raSOL. */
export const RASOL_MINT = 'HUBsveNpjo5pWqNkH57QzxjQASdTVXcSK7bVKTSZtcSX';

/** The mint of raSOL Max LP. */
export const RASOL_MAX_MINT = 'CJEYakpjmKBvvUzAn3HJSs9vtijnv472T8YJEV3WzToF';

/** The mint of raUSDC. */
export const RAUSDC_MINT = '53fZaJGDMHcfku8pzZak5obVFUUjVxwqRTF63M3SQiSS';

/** The USDC vault. */
export const USDC_VAULT = '3maCuTJVPteZ2dFA8dADxz2EbpJHfoAG5txYhXDs6gNQ';

/** A stake account that the service derived for a stake of that wallet. */
export const NEW_STAKE_ACCOUNT = '4KPdhAxdA9va7YBa81kttae8Vj1ToBGKvZw44zHJTZuS';

/** Delegates 1.5 SOL from it, as the running service built it: the stake account has signed, the wallet has not. */
export const NATIVE_STAKE_TRANSACTION =
  'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABCl3R3GZd6qNoaNLUHYhMnnPCBrIJXBfowCGN1C4hd0riI451tV/kGxxUx/u3tZCJr8Ua/EVxnwIkZo8h8rlkMAgAICrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBMUkbLAEzhJgrEVzrd3rcwpLQDv4M8tyGLfIZ8Ncu20EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAF3KvBalpmjQ4n1H9a27xx4jFEawOyBOpKCRdZcdH0tSAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAAAGodgXkTdUKpg0N73+KnqyVX9TXIp4citopJ3AAAAAAAah2BelAgULaAeR5s5tuI4eW3FQ9h/GeQpOtNEAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGSxcUSGMyUw9SvF/WNruCJuh/UTj29mKAAAAAAan1RcZNYTQ/u2bs0MdEyBr5UQoG1e4VmzFN1/0AAAAykNorjT8yRcUV6OoO/ctj12k5LXcNES9QykPG6XlQWsFBAAFAlSdAAAEAAkDqFMAAAAAAAACAgABNAAAAACABItZAAAAAMgAAAAAAAAABqHYF5E3VCqYNDe9/ip6slV/U1yKeHIraKSdwAAAAAAFAgEIdAAAAAC8MfeMwTvw7PF9YHPQv1jfaHqyBSZuM4EH+43ujeaXgbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQYBAwcJBgAEAgAAAA==';

/** Deactivates the stake account; unsigned. */
export const DEACTIVATE_TRANSACTION =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQADBbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAABaXr5hiVmn5rALqi0uj5IGc1rSdEEZ46sHBpcPka6RyAMCAAUCIE4AAAIACQMQJwAAAAAAAAMDAQQABAUAAAAA';

/** The same, signed by the wallet. */
export const SIGNED_DEACTIVATE_TRANSACTION =
  'AUDw9eHAA0ImIdUS3pVjHuHUP/TbjOJgQJU6ub3ivofcsOiz3U1y+7eEoqZS7wqkfg0DxhD8TCaguDj7+CqLxgmAAQADBbwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAABaXr5hiVmn5rALqi0uj5IGc1rSdEEZ46sHBpcPka6RyAMCAAUCIE4AAAIACQMQJwAAAAAAAAMDAQQABAUAAAAA';

/** The wallet's signature on it. */
export const DEACTIVATE_SIGNATURE =
  '2JJmE9AtHRyMfGMYaGLb5D1nyYkiRuWbmJbFU9MktwS5phgcr81fCC1vAtW8nF4f215suwhngMSQghmd9iHfoV2G';

/** Moves the whole balance of the stake account to the wallet; unsigned. */
export const WITHDRAW_TRANSACTION =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAEBrwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBc3ybCgVqXTq69FWQwyhlLQDn3K3ZjdXCgQtzr5sFh1sDBkZv5SEXMv/srbpyw5vnvIzlu8X3EmssQ5s6QAAAAAah2BeRN1QqmDQ3vf4qerJVf1NcinhyK2ikncAAAAAABqfVFxjHdMkoVmOYaR1etoteuKObS21cc1VbIQAAAAAGp9UXGTWE0P7tm7NDHRMga+VEKBtXuFZsxTdf9AAAAFpevmGJWafmsAuqLS6PkgZzWtJ0QRnjqwcGlw+RrpHIAwIABQIgTgAAAgAJAxAnAAAAAAAAAwUBAAQFAAwEAAAAgASLWQAAAAAA';

/** Stands where a router or a vault makes the transaction: decodable, but without their instructions. */
export const SHORTENED_TRANSACTION =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQABArwx94zBO/Ds8X1gc9C/WN9oerIFJm4zgQf7je6N5peBAwZGb+UhFzL/7K26csOb57yM5bvF9xJrLEObOkAAAABaXr5hiVmn5rALqi0uj5IGc1rSdEEZ46sHBpcPka6RyAEBAAUCIE4AAAA=';

/** A token in the form the service issues. */
export const SERVICE_TOKEN =
  'st1.k1.aUm0TNlQAAAAxO0b8vXn4lQy1tqgT3mWc0pJr7sKZ2eYhVfDoBiRwQ.Q7u4fYxM2bKp9sT1vN8cJd5hGzRw3eLa0XoZiUqVnmE';

/** Until when an example lives. */
export const EXPIRY = {
  blockhash: '8bWn3HkU4Cj8xbvvTBcMVzfYVQ4VbNQjJZVGjmEbvpNr',
  lastValidBlockHeight: '425840935',
  validForSeconds: 29,
  tokenExpiresAt: '2026-11-21T21:08:46Z',
};

/** The members that examples of builds share. */
export const BUILD_VALUES = {
  transaction: SHORTENED_TRANSACTION,
  service_token: SERVICE_TOKEN,
  expiry: EXPIRY,
  signers: [WALLET],
};
