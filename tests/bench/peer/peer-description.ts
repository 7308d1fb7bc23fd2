import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import * as v from 'valibot';

const Text = v.pipe(v.string(), v.nonEmpty());
const Path = v.pipe(v.string(), v.startsWith('/'));
const Address = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'Invalid address: it has to begin with http: or https:'));
const SocketAddress = v.pipe(v.string(), v.url(), v.regex(/^wss?:/, 'Invalid address: it has to begin with ws: or wss:'));
const Headers = v.record(Text, v.string());

/** Who is logged in: the value of a Cookie header, or the file of a Playwright storage state beside the description. */
const Login = v.union(
  [v.strictObject({ cookie: Text }), v.strictObject({ storage_state: Text })],
  'Invalid login: cookie or storage_state',
);

const Page = v.strictObject({
  path: Path,
  /** The selector of the control that is tapped; it has to change the page. */
  control: Text,
  /** The page is opened with the login of `member`. */
  is_of_member: v.optional(v.boolean(), false),
});

const Pages = v.strictObject({
  /** The origin of the site. */
  origin: v.pipe(
    Address,
    v.check((address) => new URL(address).origin === address, 'Invalid origin: it has no path and no slash at the end'),
  ),
  member: v.optional(Login),
  /** The selector of what a drawn page shows; every page has one. */
  drawn: v.optional(Text, 'h1'),
  cold: v.optional(v.array(Page), []),
  /** The paths that a service worker serves to somebody who was there before. */
  warm: v.optional(v.array(Path), []),
  /** A path that opens without a network, and the selectors of the frame around its content and of the content. */
  offline: v.optional(v.strictObject({ path: Path, frame: Text, content: Text })),
});

const Send = v.strictObject({
  /** The request that sends a message; {id} in its body is replaced by a new id. */
  request: v.strictObject({
    method: v.optional(Text, 'POST'),
    url: Address,
    headers: v.optional(Headers, {}),
    body: v.pipe(v.string(), v.includes('{id}')),
  }),
  /** The socket of the recipient, on which a frame with the id arrives. */
  socket: v.strictObject({ url: SocketAddress, headers: v.optional(Headers, {}), first_frames: v.optional(v.array(v.string()), []) }),
});

const Chat = v.strictObject({
  /** The page of the sender and that of the recipient, open at the same conversation. */
  sender: v.strictObject({ url: Address, login: v.optional(Login) }),
  recipient: v.strictObject({ url: Address, login: v.optional(Login) }),
  /** The selector of the field in which Enter sends. */
  field: Text,
  /** The selector of the text of a message that is shown. */
  message: Text,
});

const Peer = v.strictObject({
  name: Text,
  /** What `npm run bench app` measures. */
  pages: v.optional(Pages),
  /** What P6 measures. */
  send: v.optional(Send),
  /** What P7 measures. */
  chat: v.optional(Chat),
});

/** Another site that is measured like our own (docs/performance.md, "Measuring another site"). */
export type Peer = v.InferOutput<typeof Peer> & { readonly folder: string };
export type PeerSend = v.InferOutput<typeof Send>;
export type PeerChat = v.InferOutput<typeof Chat>;

/** Checks the text of a description. Throws an error that names the file and every wrong field. */
export function parsePeer(text: string, file: string): Peer {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON: ${String(error)}`);
  }
  const parsed = v.safeParse(Peer, value);
  if (parsed.success) return { ...parsed.output, folder: dirname(resolve(file)) };
  const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`);
  throw new Error(`${file} describes no site:\n  ${wrong.join('\n  ')}`);
}

/** Reads the description of a site from a file. Throws an error that names the file and every wrong field. */
export const readPeer = (file: string): Peer => parsePeer(readFileSync(file, 'utf8'), file);

/** The cookies of a Cookie header for an address, as a browser's storage; or the named file. */
export function loginState(peer: Peer, login: v.InferOutput<typeof Login> | undefined, url: string): BrowserContextOptions['storageState'] {
  if (!login) return undefined;
  if ('storage_state' in login) return resolve(peer.folder, login.storage_state);
  const { hostname, protocol } = new URL(url);
  const cookies = login.cookie.split(/; */).map((pair) => {
    const [name = '', ...value] = pair.split('=');
    const rest = { domain: hostname, path: '/', expires: -1, httpOnly: true, secure: protocol === 'https:', sameSite: 'Lax' as const };
    return { name, value: value.join('='), ...rest };
  });
  return { cookies, origins: [] };
}
