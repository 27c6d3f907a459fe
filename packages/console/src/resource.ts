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

/** The forms of a resource, first the one for callers who name none; the same path always has the same ones. */
export type Resource = readonly [Representation, ...Representation[]];

/** A form whose content is text in UTF-8. */
export function textForm(
  mediaType: string,
  render: Representation['render'],
  headers: Readonly<Record<string, string>> = {},
): Representation {
  return { mediaType, contentType: `${mediaType}; charset=utf-8`, headers, render };
}

/** A form in JSON. */
export const jsonForm = (content: () => unknown, headers?: Readonly<Record<string, string>>) =>
  textForm('application/json', () => `${JSON.stringify(content(), null, 2)}\n`, headers);

/** Escapes text for HTML, in content and in attributes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}
