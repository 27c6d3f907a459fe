import { encodeBase58 } from '../bytes/base58.ts';
import { isSame } from '../bytes/is-same.ts';
import { CLOCK, RENT, STAKE_CONFIG, STAKE_HISTORY } from '../bytes/known-keys.ts';
import type { Instruction } from '../bytes/read-message.ts';
import { isSignerAt, isWritableAt } from '../bytes/resolve-accounts.ts';
import { type AccountFormat, type FieldValue, findFormat } from '../programs/instruction-format.ts';
import type { Subject } from '../subject.ts';
import type { ExplainedAccount, ExplainedInstruction } from '../verification.ts';
import { explainRequirement, findHeld } from './explain-requirement.ts';
import { findAsset, formatAmount, SOL } from './format-amount.ts';
import { mapPrograms } from './map-programs.ts';
import { SENTENCES, type Sentence } from './sentences.ts';

type Explainable = Pick<Subject, 'transaction' | 'accounts' | 'deployment'>;

/** Accounts that newer forms of an instruction leave out. */
const SYSVARS: Readonly<Record<string, Uint8Array>> = {
  clock: CLOCK,
  rent: RENT,
  'stake history': STAKE_HISTORY,
  'stake config': STAKE_CONFIG,
};

/** Describes every top-level instruction in words; unknown ones are described as unknown. */
export function explain(subject: Explainable): readonly ExplainedInstruction[] {
  return subject.transaction.message.instructions.map((instruction) =>
    explainInstruction(instruction, subject),
  );
}

function explainInstruction(instruction: Instruction, subject: Explainable): ExplainedInstruction {
  const { accounts: keys, deployment } = subject;
  const address = textAt(keys, instruction.program);
  const program = mapPrograms(deployment).get(address);
  const found = program && findFormat(program, instruction.data, instruction.accounts.length);
  const accounts = explainAccounts(instruction, found?.format.accounts ?? [], subject);
  if (program === undefined || found === undefined) {
    const { length } = instruction.data;
    const data: Record<string, string> = length === 0 ? {} : { bytes: toHex(instruction.data) };
    const sentence =
      program === undefined
        ? `Runs a program that is not known here, with ${length} bytes of data.`
        : `Runs an instruction of the ${program.name} program that is not known here, with ${length} bytes of data.`;
    return { program: { address, name: program?.name }, name: undefined, accounts, data, sentence };
  }
  const { format, values } = found;
  const data = Object.fromEntries(format.fields.map(([name], i) => [name, fieldText(values[i])]));
  const requirement =
    format.name === 'Transfer' && program.name.startsWith('Token')
      ? explainRequirement(accounts, data, subject)
      : undefined;
  return {
    program: { address, name: program.name },
    name: format.name,
    accounts,
    data,
    sentence:
      requirement ??
      fillSentence(choose(SENTENCES[program.name]?.[format.name] ?? '', data), data, accounts, subject),
  };
}

function explainAccounts(
  { accounts: indexes }: Instruction,
  formats: readonly AccountFormat[],
  { transaction: { message }, accounts: keys }: Explainable,
): readonly ExplainedAccount[] {
  let next = 0;
  return Array.from(indexes, (index) => {
    while (isLeftOut(formats[next], keys[index])) next += 1;
    const role = formats[next]?.role ?? 'further account';
    next += 1;
    return {
      address: textAt(keys, index),
      role,
      isSigner: isSignerAt(message, index),
      isWritable: isWritableAt(message, index),
    };
  });
}

function isLeftOut(format: AccountFormat | undefined, key: Uint8Array | undefined): boolean {
  const sysvar = format && SYSVARS[format.role];
  return sysvar !== undefined && !isSame(sysvar, key);
}

function choose(sentence: Sentence, data: Readonly<Record<string, string>>): string {
  if (typeof sentence === 'string') return sentence;
  return choose(data[sentence.by] === 'true' ? sentence.yes : sentence.no, data);
}

function fillSentence(
  sentence: string,
  data: Readonly<Record<string, string>>,
  accounts: readonly ExplainedAccount[],
  { accounts: [wallet], deployment }: Explainable,
): string {
  const named = (name: string): string =>
    data[name] ?? accounts.find(({ role }) => role === name)?.address ?? `no ${name}`;
  return sentence.replace(/\{(.+?)(?: (as|of) (.+?))?\}/g, (_, name: string, word?: string, unit = '') => {
    // A name may have these words in it.
    const whole = word === undefined ? name : `${name} ${word} ${unit}`;
    if (word === undefined || whole in data) return named(whole);
    const amount = BigInt(named(name));
    if (word === 'as') return formatAmount(amount, SOL);
    const owner = named(unit);
    const asset = findAsset(owner, deployment) ?? (wallet && findHeld(owner, wallet, deployment));
    if (asset !== undefined) return formatAmount(amount, asset);
    return unit.includes('mint') ? `${amount} base units of ${owner}` : `${amount} base units`;
  });
}

function fieldText(value: FieldValue): string {
  if (value === undefined) return 'none';
  if (!(value instanceof Uint8Array)) return String(value);
  return value.length === 32 ? encodeBase58(value) : toHex(value);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function textAt(keys: readonly Uint8Array[], index: number): string {
  const key = keys[index];
  return key === undefined ? 'unknown' : encodeBase58(key);
}
