import type { IncomingMessage } from 'node:http';
import { all, compile } from '@fastify/proxy-addr';
import type { Exchange } from './exchange.ts';
import type { KnownPartners } from './known-partners.ts';
import { nameCaller } from './name-caller.ts';

/** Which proxies may say whom they speak for: none, those of addresses and networks, or by place, the nearest is 0. */
export type TrustProxy = false | string[] | ((address: string, place: number) => boolean);

/** Finds the address that a request comes from: the socket's, or what the proxies in front of it say. */
export type ReadAddress = (request: IncomingMessage) => string;

/** Makes what finds addresses. @param trustProxy - which proxies are believed. */
export function createAddressReader(trustProxy: TrustProxy): ReadAddress {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const isTrusted = typeof trustProxy === 'function' ? trustProxy : compile(trustProxy);
  return (request) => all(request, isTrusted).at(-1) ?? '';
}

/** Makes what names the caller of every request. */
export function createCallerReader(
  readAddress: ReadAddress,
  partners: KnownPartners,
): (exchange: Exchange) => void {
  return (exchange) => {
    const key = exchange.headers['x-partner-key'];
    const partner = typeof key === 'string' ? partners.peek(key) : undefined;
    exchange.isPartners = partner !== undefined;
    exchange.caller = partner === undefined ? nameCaller(readAddress(exchange.raw)) : `partner ${partner}`;
  };
}
