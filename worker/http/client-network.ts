/** The network of a client in one fixed form: the IPv4 address or the IPv6 /64 network (docs/product.md, "Counting of limits"). */
export function networkOf(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? '127.0.0.1';
  const [, ipv4] = /(?:^|:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address) ?? [];
  if (ipv4 || !address.includes(':')) return ipv4 ?? address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

/** The country of the client's network as the edge names it: ISO 3166, `T1` for Tor, `XX` if it does not know. */
export function networkCountryOf(request: Request): string {
  const code = request.headers.get('CF-IPCountry') ?? '';
  return /^([A-Z]{2}|T1)$/.test(code) ? code : 'XX';
}
