import { signal } from '@preact/signals';

/** One request of the page, with what was answered so far. */
export type KeptRequest = {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Undefined until the answer is there. */
  readonly status: number | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly answer: string | undefined;
  /** What the service logs the request under. */
  readonly requestId: string | undefined;
  readonly milliseconds: number | undefined;
  /** Why there is no answer. */
  readonly fault: string | undefined;
};

/** As many are kept. */
const MOST = 300;

/** Every request of the page, the newest first. */
export const requests = signal<readonly KeptRequest[]>([]);

let last = 0;

/** Fetches and keeps what was asked and answered; the only way in which the page asks anybody. */
export const keepingFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const body = typeof init?.body === 'string' ? init.body : undefined;
  const began = performance.now();
  last += 1;
  const id = last;
  const asked: KeptRequest = {
    id,
    at: Date.now(),
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body,
    status: undefined,
    answerHeaders: {},
    answer: undefined,
    requestId: undefined,
    milliseconds: undefined,
    fault: undefined,
  };
  requests.value = [asked, ...requests.value].slice(0, MOST);
  const update = (more: Partial<KeptRequest>) => {
    const milliseconds = Math.round(performance.now() - began);
    requests.value = requests.value.map((each) =>
      each.id === id ? { ...each, milliseconds, ...more } : each,
    );
  };
  try {
    const response = await fetch(request);
    const answer = await response.clone().text();
    const answerHeaders = Object.fromEntries(response.headers);
    const requestId = response.headers.get('x-request-id') ?? undefined;
    update({ status: response.status, answerHeaders, answer, requestId });
    return response;
  } catch (error) {
    update({ fault: String(error) });
    throw error;
  }
};
