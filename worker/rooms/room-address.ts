import type { Env } from '../config/env.ts';

/** The party in addresses of rooms in the Worker: `/parties/member-room/<room>`. */
export const WORKER_PARTY = 'member-room';
/** The same at PartyKit, which names its first one so. */
const PARTYKIT_PARTY = 'main';

/** The address of the room server of PartyKit: http on this machine, else https. */
export const partyUrl = (host: string): string => `${/^(localhost|127\.0\.0\.1)(:|$)/.test(host) ? 'http' : 'https'}://${host}`;

/** The address of a room at PartyKit. */
export const partyKitRoomUrl = ({ PARTY_HOST = '' }: Pick<Env, 'PARTY_HOST'>, room: string): string =>
  `${partyUrl(PARTY_HOST)}/parties/${PARTYKIT_PARTY}/${room}`;

/** Host and party of the address at which pages connect to rooms: that of the page itself, or of PartyKit. */
export const socketAddressOf = ({ ROOMS, PARTY_HOST = '' }: Env, pageOrigin: string): { readonly host: string; readonly party: string } =>
  ROOMS === 'worker' ? { host: new URL(pageOrigin).host, party: WORKER_PARTY } : { host: PARTY_HOST, party: PARTYKIT_PARTY };

const asSocketOrigin = (url: string) => url.replace(/^http/, 'ws');

/**
 * The origins of sockets that pages may open, for the content security policy. That of PartyKit is among them as soon as it is known, so that
 * pages can follow their rooms there.
 */
export const socketOriginsOf = ({ ROOMS, SITE_URL, PARTY_HOST }: Env): string[] => [
  ...(ROOMS === 'worker' ? [asSocketOrigin(SITE_URL)] : []),
  ...(PARTY_HOST === undefined ? [] : [asSocketOrigin(partyUrl(PARTY_HOST))]),
];
