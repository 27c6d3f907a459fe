/** A picture of boxes and arrows, as its file in `docs/diagrams` describes it. */
export type Diagram = {
  readonly title: string;
  /** What the picture says, for who does not see it. */
  readonly description: string;
  /** Boxes by name. */
  readonly boxes: Readonly<Record<string, Box>>;
  readonly arrows: readonly Arrow[];
};

/** Whose a box is. */
export type BoxKind = (typeof BOX_KINDS)[number];

/** Something that happens in the service, something the caller has or does, somebody else's part, or a refusal. */
export const BOX_KINDS = ['service', 'caller', 'outside', 'refusal'] as const;

export type Box = {
  /** Row and column, from 0. */
  readonly at: readonly [row: number, column: number];
  /** How many columns it covers; one unless given. */
  readonly columns?: number;
  readonly kind: BoxKind;
  readonly name: string;
  readonly text?: string;
};

export type Arrow = {
  readonly from: string;
  readonly to: string;
  readonly text?: string;
  /** What happens beside the way, or only sometimes. */
  readonly isDashed?: boolean;
};

/**
 * Reads the description of a diagram.
 *
 * @throws {TypeError} that names what is wrong, so that no half of a picture is printed.
 */
export function parseDiagram(text: string): Diagram {
  const diagram = JSON.parse(text) as Diagram;
  const fault = findFault(diagram);
  if (fault !== undefined) throw new TypeError(`A diagram ${fault}.`);
  return diagram;
}

function findFault({ title, description, boxes, arrows, ...rest }: Diagram): string | undefined {
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) return `has no ${unknown}`;
  if (!title || !description) return 'needs a title and a description';
  const ofNoKind = Object.entries(boxes).find(([, { kind }]) => !BOX_KINDS.includes(kind));
  if (ofNoKind !== undefined) return `has boxes of ${BOX_KINDS.join(', ')}; not ${ofNoKind[0]}`;
  const places = Object.values(boxes).flatMap(({ at: [row, column], columns = 1 }) =>
    Array.from({ length: columns }, (_, i) => `row ${row}, column ${column + i}`),
  );
  const taken = places.find((place, i) => places.indexOf(place) < i);
  if (taken !== undefined) return `has one box at ${taken}`;
  const end = arrows.flatMap(({ from, to }) => [from, to]).find((name) => !Object.hasOwn(boxes, name));
  return end === undefined ? undefined : `has no box ${end} for an arrow`;
}
