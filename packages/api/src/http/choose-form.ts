/** The longest field that is read; nothing that chooses among a few forms is longer. */
const LONGEST = 1_000;

/**
 * Chooses the form of a resource that a request prefers (RFC 9110, 12.5.1).
 *
 * @param accept - the `Accept` field; whatever is malformed in it says nothing.
 * @param forms - first the one for callers who prefer none, who also get it when they accept none.
 */
export function chooseForm<Form extends { readonly mediaType: string }>(
  accept: string | undefined,
  [first, ...others]: readonly [Form, ...Form[]],
): Form {
  const ranges = parseAccept(accept ?? '');
  let chosen = first;
  let best = getQuality(first.mediaType, ranges);
  for (const form of others) {
    const quality = getQuality(form.mediaType, ranges);
    if (quality > best) [chosen, best] = [form, quality];
  }
  return chosen;
}

/** Says whether a request takes content compressed by gzip. */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  if (typeof acceptEncoding !== 'string') return false;
  const codings = parseAccept(acceptEncoding);
  const quality = (codings.get('gzip') ?? codings.get('*'))?.quality ?? 0;
  return quality > 0;
}

type Range = { readonly quality: number };

/** Media ranges or codings by name in lower case; parameters other than the quality say nothing here. */
function parseAccept(field: string): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  if (field.length > LONGEST) return ranges;
  for (const part of field.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    const quality =
      weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (name !== '' && !ranges.has(name)) ranges.set(name, { quality });
  }
  return ranges;
}

// The most specific range that fits decides.
function getQuality(mediaType: string, ranges: ReadonlyMap<string, Range>): number {
  const [type = ''] = mediaType.split('/');
  const range = ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*');
  return range?.quality ?? 0;
}
