import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tellParent } from '../tell-parent.ts';
import { startProduct } from './start-product.ts';

/**
 * This service three times in one process: twice without limits per caller, which shows what the machine cannot tell apart,
 * and with limits that no address of the bench uses up. Two processes differ by more than the limits cost. Arguments as of
 * `product.ts`.
 */
const [, , ledgerUrl = '', directory = ''] = process.argv;
const GENEROUS = 'reads=900000000,builds=900000000,keyed=900000000,broadcasts=900000000';

async function start(name: string, rateLimits: string): Promise<string> {
  const dataDirectory = join(directory, name);
  mkdirSync(dataDirectory);
  return await startProduct({ ledgerUrl, dataDirectory, databaseUrl: '', rateLimits });
}

process.on('message', () => tellParent(process.cpuUsage()));
tellParent({
  off: await start('off', 'off'),
  control: await start('control', 'off'),
  on: await start('on', GENEROUS),
});
