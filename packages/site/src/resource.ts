/** One form of a resource: the same content as HTML, Markdown or JSON. */
export type Representation = {
  /** The media type without parameters, by which it is chosen: `text/html`. */
  readonly mediaType: string;
  /** The value of `Content-Type`. */
  readonly contentType: string;
  /** Headers besides. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the content; asked once at most for each start of the service. */
  render(): string | Promise<Buffer>;
};

/** What is served at a path: its forms, first the one for callers who name none. */
export type Resource = readonly [Representation, ...Representation[]];

/** A form whose content is text in UTF-8. */
export function textForm(mediaType: string, render: () => string): Representation {
  return { mediaType, contentType: `${mediaType}; charset=utf-8`, render };
}

/** A form in Markdown. */
export const markdownForm = (render: () => string) => textForm('text/markdown', render);

/** A form in JSON. */
export const jsonForm = (content: () => unknown) =>
  textForm('application/json', () => `${JSON.stringify(content(), null, 2)}\n`);
