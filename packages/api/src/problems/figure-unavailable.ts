/** A source answered, and nothing in its answer can be used. */
export class FigureUnavailable extends Error {
  override readonly name = 'FigureUnavailable';
}
