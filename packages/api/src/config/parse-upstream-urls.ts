import { BlockList, isIP } from 'node:net';

/** Addresses of this machine and of its link: no upstream of a production service is there. */
const NEAR = new BlockList();
NEAR.addSubnet('0.0.0.0', 8, 'ipv4');
NEAR.addSubnet('127.0.0.0', 8, 'ipv4');
NEAR.addSubnet('169.254.0.0', 16, 'ipv4');
NEAR.addAddress('::', 'ipv6');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('fe80::', 10, 'ipv6');

/**
 * Reads the URLs of RPC endpoints, comma-separated.
 *
 * @throws {Error} naming the entry by its place, never showing it.
 */
export function parseUpstreamUrls(text: string | undefined, isProduction: boolean): readonly string[] {
  const urls = (text ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean);
  if (urls.length === 0) throw new Error('must name at least one Solana RPC endpoint, comma-separated');
  return urls.map((url, i) => {
    try {
      return parseUpstreamUrl(url, isProduction);
    } catch (error) {
      throw new Error(`entry ${i + 1} ${error instanceof Error ? error.message : ''}`);
    }
  });
}

/**
 * Reads the URL of an upstream; in production it is https and its host is another machine.
 *
 * @throws {Error} saying what would be right. The URL is never shown, because it may hold a key.
 */
export function parseUpstreamUrl(text: string, isProduction: boolean): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('must be an http(s) URL');
  if (!isProduction) return text;
  if (url.protocol !== 'https:') throw new Error('must be https in production');
  if (isNear(url.hostname)) {
    throw new Error('must not be a loopback or link-local address in production');
  }
  return text;
}

// The URL parser has brought every way of writing an IPv4 address into the usual one.
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version === 0) return host === 'localhost' || host.endsWith('.localhost');
  return NEAR.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
