import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemError } from '../problems/problem-error.ts';
import type { Span, Trace } from '../tracing/trace.ts';
import type { Notes } from './route.ts';

/** What came of a request, for the log and the metrics alike. */
export type RequestResult = Notes & {
  /** Whether an earlier request with the same key had this answer already. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
};

/** What the head of a request says, and where its path leads. */
export type RequestHead = {
  readonly id: string;
  /** The pattern of the path; undefined for one that is served by nothing. */
  readonly pattern: string | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Milliseconds of the clock's elapsed time. */
  readonly startedAt: number;
};

const EMPTY: RequestResult = {};

/** One request and its answer, until the line in the access log. */
export class Exchange implements RequestHead {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly pattern: string | undefined;
  readonly params: RequestHead['params'];
  readonly query: RequestHead['query'];
  readonly startedAt: number;
  /** Bytes until they are parsed; undefined for a request without a body. */
  body: unknown = undefined;
  /** Who sent it, for what is shared fairly: a partner, or an address. */
  caller = '';
  isPartners = false;
  /** What the request is part of: the caller's trace, or the span that records it. */
  trace: (Trace & Partial<Pick<Span, 'end'>>) | undefined = undefined;
  status = 200;
  #result = EMPTY;
  /** Names, in lower case, and values of the answer's fields in turn: what Node writes with the least work. */
  readonly #fields: string[] = [];

  constructor(raw: IncomingMessage, response: ServerResponse, head: RequestHead) {
    this.raw = raw;
    this.response = response;
    this.id = head.id;
    this.pattern = head.pattern;
    this.params = head.params;
    this.query = head.query;
    this.startedAt = head.startedAt;
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  /** The target as it was sent. */
  get url(): string {
    return this.raw.url ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get result(): RequestResult {
    return this.#result;
  }

  /** Adds to what came of the request. */
  note(facts: RequestResult): void {
    this.#result = { ...this.#result, ...facts };
  }

  /** Sets a field of the answer, in place of an earlier one of that name. */
  setHeader(name: string, value: string): void {
    const fields = this.#fields;
    const lower = name.toLowerCase();
    for (let i = 0; i < fields.length; i += 2) {
      if (fields[i] === lower) {
        fields[i + 1] = value;
        return;
      }
    }
    fields.push(lower, value);
  }

  setHeaders(fields: Readonly<Record<string, string>>): void {
    for (const name of Object.keys(fields)) this.setHeader(name, fields[name] ?? '');
  }

  /** Sets the first fields of an answer, none of which is set. @param fields - names in lower case and values in turn. */
  beginHeaders(fields: readonly string[]): void {
    for (const each of fields) this.#fields.push(each);
  }

  /** Sends the answer. */
  send(contentType: string, body: string | Buffer): void {
    const size = Buffer.byteLength(body);
    this.#fields.push('content-type', contentType, 'content-length', String(size));
    this.response.writeHead(this.status, this.#fields);
    // Text of ASCII alone is the same bytes in either encoding, and Latin-1 is copied as it is.
    if (typeof body === 'string' && body.length === size) this.response.end(body, 'latin1');
    else this.response.end(body);
  }

  /** Sends an answer that has no content, and by its status no length either. */
  sendNothing(status: 204 | 304): void {
    this.status = status;
    this.response.writeHead(status, this.#fields);
    this.response.end();
  }

  /** Sends a value as JSON. */
  sendJson(value: object): void {
    this.send(JSON_MEDIA_TYPE, JSON.stringify(value));
  }
}

/** How answers of the API are labelled. */
export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
