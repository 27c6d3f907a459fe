import { type Address, isAddress } from '@solana/kit';
import { type Static, type TObject, Type } from 'typebox';
import { Check } from 'typebox/schema';

/** A request of `/sandbox` that cannot be honoured; answered as 400 with its message. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/**
 * Reads a body by its schema, in which the description of each member says what it must be; no body is an empty one.
 *
 * @throws {ControlError} naming the first member that is unknown or wrong, and the rule.
 */
export function readBody<S extends TObject>(schema: S, body: unknown): Static<S> {
  const given = body ?? {};
  if (isOf(schema, given)) return given;
  const members = Object.entries(schema.properties);
  const names = members.map(([name]) => name).join(', ');
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw new ControlError(`The body must be a JSON object; its fields are ${names}.`);
  }
  const values = new Map<string, unknown>(Object.entries(given));
  for (const name of values.keys()) {
    if (name in schema.properties) continue;
    throw new ControlError(`${name} is not a field of this request; its fields are ${names}.`);
  }
  const [name, member] = members.find(([each, rule]) => {
    return (values.has(each) || schema.required?.includes(each)) && !Check(rule, values.get(each));
  }) ?? ['The body', schema];
  throw new ControlError(`${name} must be ${Object(member).description}.`);
}

function isOf<S extends TObject>(schema: S, value: unknown): value is Static<S> {
  return Check(schema, value);
}

/** An object of these members and no others. */
export const body = <P extends Parameters<typeof Type.Object>[0]>(members: P) =>
  Type.Object(members, { additionalProperties: false });

/** A base58 address. */
export const ADDRESS = Type.Unsafe<Address>(
  Type.Refine(
    Type.String({
      description: 'a base58 address of 32 bytes, such as "So11111111111111111111111111111111111111112"',
    }),
    isAddress,
  ),
);

/** A whole number within limits. */
export const whole = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, description: `a whole number from ${minimum} to ${maximum}` });

/** One of some texts. */
export const choice = <const C extends string>(...choices: readonly C[]) =>
  Type.Unsafe<C>(Type.Enum([...choices], { description: `one of ${choices.join(', ')}` }));

/** A positive decimal number as text, with at most so many digits after the point. */
export const decimal = (digits: number) =>
  Type.String({
    pattern: `^(?=.*[1-9])\\d{1,18}(?:\\.\\d{1,${digits}})?$`,
    description: `a decimal number as text, above 0, at most ${digits} digits after the point, such as "1.5"`,
  });
