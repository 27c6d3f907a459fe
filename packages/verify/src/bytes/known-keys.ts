import { hex } from './hex.ts';

// Raw bytes on purpose: these constants share nothing with the code that builds transactions.
export const SYSTEM_PROGRAM = hex('0000000000000000000000000000000000000000000000000000000000000000');
export const STAKE_PROGRAM = hex('06a1d8179137542a983437bdfe2a7ab2557f535c8a78722b68a49dc000000000');
export const VOTE_PROGRAM = hex('0761481d357474bb7c4d7624ebd3bdb3d8355e73d11043fc0da3538000000000');
export const COMPUTE_BUDGET_PROGRAM = hex('0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000');
export const TOKEN_PROGRAM = hex('06ddf6e1d765a193d9cbe146ceeb79ac1cb485ed5f5b37913a8cf5857eff00a9');
export const TOKEN_2022_PROGRAM = hex('06ddf6e1ee758fde18425dbce46ccddab61afc4d83b90d27febdf928d8a18bfc');
export const ASSOCIATED_TOKEN_PROGRAM = hex(
  '8c97258f4e2489f1bb3d1029148e0d830b5a1399daff1084048e7bd8dbe9f859',
);
export const MEMO_PROGRAM = hex('054a535a992921064d24e87160da387c7c35b5ddbc92bb81e41fa8404105448d');
export const LOOKUP_TABLE_PROGRAM = hex('0277a6af97339b7ac88d1892c90446f50002309266f62e53c118244982000000');
/** The Voltr vault program, of which the vaults of USDC and of raSOL are. */
export const VAULT_PROGRAM = hex('0db4588c00282e3906bc90f790d4706811e8cc24b29cca991b4d70db3aa58d39');

export const CLOCK = hex('06a7d51718c774c928566398691d5eb68b5eb8a39b4b6d5c73555b2100000000');
export const RENT = hex('06a7d517192c5c51218cc94c3d4af17f58daee089ba1fd44e3dbd98a00000000');
export const STAKE_HISTORY = hex('06a7d517193584d0feed9bb3431d13206be544281b57b8566cc5375ff4000000');
export const STAKE_CONFIG = hex('06a1d817a502050b680791e6ce6db88e1e5b7150f61fc6790a4eb4d100000000');
export const INSTRUCTIONS_SYSVAR = hex('06a7d517187bd16635dad40455fdc2c0c124c68f215675a5dbbacb5f08000000');
