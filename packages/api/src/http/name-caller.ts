const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** As some proxies write an address: with the port of the connection, which is another one each time. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const GROUPS = 8;
/** Groups of an IPv6 address that name a network; one caller can use all addresses of a network. */
const NETWORK_GROUPS = 4;

/**
 * Names the caller behind an address: an IPv4 address by itself, an IPv6 address by its network of 64 bits.
 *
 * @param said - as the socket or a trusted proxy gives it, also with a port.
 */
export function nameCaller(said: string): string {
  if (!said.includes(':')) return said;
  const [, v6, v4] = WITH_PORT.exec(said) ?? [];
  if (v4 !== undefined) return v4;
  const address = v6 ?? said;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = new Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
