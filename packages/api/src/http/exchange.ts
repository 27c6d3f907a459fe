import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemError } from '../problems/problem.ts';
import type { Notes } from '../routes/route.ts';
import type { Span, Trace } from '../runtime/trace.ts';

/** What came of a request, for the log and the metrics alike. */
export type RequestResult = Notes & {
  /** Whether an earlier request with the same key had this answer already. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
  /** Whether its caller was gone before the answer was with the system. */
  readonly isLost?: boolean;
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

/** What the end of an answer depends on. */
export type AnswerPorts = {
  /** Whether connections are asked to end with their answers. */
  readonly isClosing: () => boolean;
  /** Told of every answer, when it is with the system, or is made and its caller is gone. */
  readonly onAnswered: (exchange: Exchange) => void;
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
  readonly #ports: AnswerPorts;
  #isOver = false;

  constructor(raw: IncomingMessage, response: ServerResponse, head: RequestHead, ports: AnswerPorts) {
    this.raw = raw;
    this.response = response;
    this.id = head.id;
    this.pattern = head.pattern;
    this.params = head.params;
    this.query = head.query;
    this.startedAt = head.startedAt;
    this.#ports = ports;
    // A response that fails has no other listener: that would be the end of the process.
    response.on('finish', () => this.#conclude()).on('error', () => this.#lose());
    response.on('close', () => {
      if (response.writableEnded) this.#lose();
    });
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
    this.#writeHead();
    // Text of ASCII alone is the same bytes in either encoding, and Latin-1 is copied as it is.
    if (typeof body === 'string' && body.length === size) this.response.end(body, 'latin1');
    else this.response.end(body);
    if (this.response.destroyed) this.#lose();
  }

  /** Sends an answer that has no content, and by its status no length either. */
  sendNothing(status: 204 | 304): void {
    this.status = status;
    this.#writeHead();
    this.response.end();
    if (this.response.destroyed) this.#lose();
  }

  /** Sends a value as JSON. */
  sendJson(value: object): void {
    this.send(JSON_MEDIA_TYPE, JSON.stringify(value));
  }

  // Closing may have begun since the request came; who is not told sends the next one into a connection that ends.
  #writeHead(): void {
    if (this.#ports.isClosing()) this.setHeader('connection', 'close');
    this.response.writeHead(this.status, this.#fields);
  }

  // What was done for a caller who is gone is done all the same, and Node emits nothing for an answer that is made then.
  #lose(): void {
    if (this.#isOver) return;
    this.note({ isLost: true });
    this.#conclude();
  }

  #conclude(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ports.onAnswered(this);
  }
}

/** How answers of the API are labelled. */
export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
