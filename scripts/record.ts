import { readFileSync, writeFileSync } from 'node:fs';
import { recordAnswers } from '../e2e/record-answers.ts';

const file = new URL('../packages/wire/src/generated/answers.ts', import.meta.url);
const text = readFileSync(file, 'utf8');
const at = text.indexOf('Recorded = {') + 'Recorded = '.length;
writeFileSync(file, `${text.slice(0, at)}${JSON.stringify(await recordAnswers(), null, 2)};\n`);
