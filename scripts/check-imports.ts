import { cruisePackages } from './cruise-packages.ts';

/* Prints the imports that .dependency-cruiser.cjs forbids; part of `npm run lint`. */

const { totalCruised, violations } = (await cruisePackages()).summary;
for (const { rule, from, to } of violations)
  process.stdout.write(`${from} imports ${to}: ${rule.name.replaceAll('-', ' ')}\n`);
process.stdout.write(`${totalCruised} modules, ${violations.length} imports that are forbidden\n`);
process.exitCode = violations.length > 0 ? 1 : 0;
