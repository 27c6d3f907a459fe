import { type Upstream, UpstreamFault } from '../../api/src/problems/faults.ts';
import type { Exchange, HttpAnswer, HttpEndpoint } from '../../api/src/upstreams/http.ts';
import type { OwnClock } from './scheduler.ts';

/** An answer, how the connection fails, or that none comes. */
export type Heard = Omit<HttpAnswer, 'retryAfter'> | 'unreachable' | 'broken' | 'hang';

/** What an upstream over HTTP is made of. */
export type EndpointParts = {
  readonly upstream: Upstream;
  /** Of the process that asks. */
  readonly clock: OwnClock;
  readonly world: OwnClock;
  /** Milliseconds on the way there, and on the way back. */
  there(): number;
  back(): number;
  /** Answers a call that has arrived. */
  hear(exchange: Exchange): Heard | Promise<Heard>;
};

/** Makes an endpoint: on the way there nobody can stop a call; on the way back its asker may be gone. */
export function createEndpoint({ upstream, clock, world, there, back, hear }: EndpointParts): HttpEndpoint {
  return {
    send(exchange) {
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
      if (!clock.leave()) return promise;
      const fail = (kind: 'timeout' | 'unreachable' | 'broken') => reject(new UpstreamFault(upstream, kind));
      const timeout = clock.after(exchange.milliseconds, () => fail('timeout'));
      const arrive = async () => {
        const heard = await hear(exchange);
        if (heard === 'hang') return;
        clock.after(back(), () => {
          timeout.cancel();
          if (typeof heard === 'string') fail(heard);
          else resolve({ ...heard, retryAfter: undefined });
        });
      };
      world.after(there(), () => void arrive());
      return promise;
    },
    close: async () => undefined,
  };
}

/** Cuts an answer in its middle. */
export function cut({ status, text }: Omit<HttpAnswer, 'retryAfter'>): Heard {
  return { status, text: text.slice(0, text.length >> 1) };
}
