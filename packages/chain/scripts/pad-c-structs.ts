/** A type as an Anchor IDL writes it. */
type IdlType = string | { array: [IdlType, number] } | { defined: { name: string } } | { option: IdlType };
type IdlField = { name: string; type: IdlType; docs?: string[] };
type IdlStruct = { kind: string; fields?: IdlField[]; variants?: unknown[] };
type IdlDefinition = { name: string; serialization?: string; repr?: { kind: string }; type: IdlStruct };

/** The part of an Anchor IDL that says how accounts are laid out. */
export type IdlWithTypes = { types: IdlDefinition[] };

type Layout = { size: number; align: number };

const PRIMITIVES: Readonly<Record<string, Layout>> = {
  bool: { size: 1, align: 1 },
  u8: { size: 1, align: 1 },
  u16: { size: 2, align: 2 },
  u32: { size: 4, align: 4 },
  i32: { size: 4, align: 4 },
  u64: { size: 8, align: 8 },
  i64: { size: 8, align: 8 },
  // The programs' machine aligns no integer to more than eight bytes.
  u128: { size: 16, align: 8 },
  i128: { size: 16, align: 8 },
  pubkey: { size: 32, align: 1 },
};

/**
 * Writes out what the C layout leaves unsaid.
 *
 * An account that the program maps onto its memory has gaps where a field must be aligned, which an IDL does not
 * list and a generator of packed codecs would miss. They become fields of their own, named `alignment0` onwards,
 * and every field of padding becomes plain bytes, so that it can have a default.
 *
 * @returns a copy of the IDL; types that are not of C layout are as they were.
 */
export function padCStructs<T extends IdlWithTypes>(idl: T): T {
  const layouts = new Map<string, Layout>();
  const definitions = new Map(idl.types.map((each) => [each.name, each]));
  const padded = new Map<string, IdlDefinition>();

  const getLayout = (type: IdlType): Layout => {
    if (typeof type === 'string') return must(PRIMITIVES[type], type);
    if ('array' in type) {
      const { size, align } = getLayout(type.array[0]);
      return { size: size * type.array[1], align };
    }
    if ('defined' in type) return layoutOfDefinition(type.defined.name);
    throw new Error('An option has no C layout.');
  };

  const layoutOfDefinition = (name: string): Layout => {
    const known = layouts.get(name);
    if (known) return known;
    const definition = must(definitions.get(name), name);
    const layout = definition.type.variants ? { size: 1, align: 1 } : pad(definition);
    layouts.set(name, layout);
    return layout;
  };

  const pad = (definition: IdlDefinition): Layout => {
    const fields: IdlField[] = [];
    const whole = { size: 0, align: 1 };
    let gaps = 0;
    const alignTo = (align: number): void => {
      const missing = (align - (whole.size % align)) % align;
      if (missing === 0) return;
      fields.push({ name: `alignment_${gaps++}`, type: { array: ['u8', missing] } });
      whole.size += missing;
    };
    for (const field of definition.type.fields ?? []) {
      const { size, align } = getLayout(field.type);
      alignTo(align);
      fields.push(isPadding(field.name) ? { ...field, type: { array: ['u8', size] } } : field);
      whole.size += size;
      whole.align = Math.max(whole.align, align);
    }
    alignTo(whole.align);
    padded.set(definition.name, { ...definition, type: { ...definition.type, fields } });
    return whole;
  };

  for (const { name, repr, type } of idl.types) {
    if (repr?.kind === 'c' && type.fields) layoutOfDefinition(name);
  }
  return { ...idl, types: idl.types.map((each) => padded.get(each.name) ?? each) };
}

/** Tells whether a field holds nothing, by its name. */
export function isPadding(name: string): boolean {
  return /^_*(pad|padding|reserved|alignment)_?\d*$/i.test(name);
}

function must<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The layout of ${name} is unknown.`);
  return value;
}
