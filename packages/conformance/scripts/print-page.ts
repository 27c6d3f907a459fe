import { type Check, GROUPS, type Group, groupOf, type Level, type Named } from '../src/check.ts';
import { CHECKS } from '../src/checks/index.ts';
import { LAWS } from '../src/laws.ts';

const INTRODUCTION = `# Conformance

The conformance kit checks a deployment against the contract. It sends requests over sockets, as a caller does, verifies builds byte by byte with the verifier (\`packages/verify\`), and knows nothing else of the service.

\`\`\`sh
npm run conformance -- --url http://127.0.0.1:3000
npm run conformance -- --url http://127.0.0.1:3000 --sandbox http://127.0.0.1:8899 --only builds
\`\`\`

The first command reads. The second builds for wallets that the sandbox funds; without \`--only\` it also stakes and takes everything out again. \`--help\` lists the options. The exit code is 0 when nothing failed, 1 when something did, and 2 when nothing could be checked.

\`npm run pack -- DIR\` packs the command \`staking-conformance\` for Node 20 or later; \`npx @staking-agent/conformance --url …\` runs it outside of a clone.

## Levels

| \`--level\` | What it sends | What it needs |
|---|---|---|
| \`read\` | reads, and \`POST /quote\` | the URL |
| \`build\` | builds for wallets that hold nothing, and broadcasts that are refused: nothing can land | the URL |
| \`funded\` | transactions that land | \`--sandbox\`, or \`--keypair\` with a wallet that holds 12 SOL and 15 USDC |

The level is \`funded\` with \`--sandbox\` and \`read\` otherwise. With \`--keypair\` native stakes of 7.5 SOL in all and most of a leveraged stake of 2 SOL remain, and all raUSDC of the wallet is withdrawn. Use a wallet that holds nothing else.

## Addresses

Builds are verified against addresses that the kit ships with, of the deployment whose name \`GET /limits\` gives. \`--deployment FILE\` names others. The proof of a leveraged stake reads the price of raSOL from a node: \`--rpc URL\`, or the sandbox. For transactions of the router and the vault provider the kit checks payer and signers, and on a funded run what the ledger says they moved; their full proof needs a simulation, which the kit does not run.

## Reports

\`--format\` prints TAP, JSON or Markdown. A failure is printed with the exchange that shows it. A check that lacks something it needs is skipped, and the report says what.

A request that exceeds the budget of its caller is sent again when \`Retry-After\` says so. A whole run against \`npm start\` takes about 20 seconds.

## Checks and laws

A check is one rule of the contract and the requests that prove it. A law is one rule that all answers of a run must obey, whatever was requested. Ids do not change, so that reports can be compared.
`;

/** Prints \`docs/conformance.md\`: how the kit is used, and every check and law by group. */
export function printConformancePage(): string {
  return `${INTRODUCTION}${GROUPS.map(printGroup).join('')}`;
}

function printGroup(group: Group): string {
  const isOfGroup = (named: Named) => groupOf(named) === group;
  const rows = [
    ...CHECKS.filter(isOfGroup).map((check: Check) => printRow(check, check.level)),
    ...LAWS.filter(isOfGroup).map((law) => printRow(law, 'law')),
  ];
  return `\n### ${group}\n\n| Id | Level | Section | Proves |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function printRow({ id, section, proves }: Named, level: Level | 'law'): string {
  return `| \`${id}\` | ${level} | ${section} | ${proves.replaceAll('|', '\\|')} |`;
}
