import { resolve } from 'node:path';
import { CommandError } from '../command/command-error.ts';
import { inProject } from '../paths.ts';

/** The environment variables of a local start, with their defaults filled in. */
export interface Variables {
  readonly port: number;
  readonly partyPort: number;
  readonly dbPort: number;
  readonly dataDir: string;
  readonly demoMembers: number;
  /** If set, this database is used and no local one is started. */
  readonly dbUrl: string | null;
  /** The replicas of `dbUrl`, separated by spaces. */
  readonly dbReadUrl: string | null;
  readonly dbToken: string | null;
  readonly siteUrl: string;
  /** If set, mails are sent to this server, and the mailbox keeps copies. The Worker validates the URL and the sender. */
  readonly mailUrl: string | null;
  readonly mailFrom: string | null;
  /** Where the rooms run: at a local PartyKit, or in the Worker. */
  readonly rooms: 'partykit' | 'worker';
  readonly partyHost: string;
  /** Test keys of payment providers by the name of their variable. The Worker validates them. */
  readonly paymentKeys: Readonly<Record<string, string>>;
}

type Environment = Record<string, string | undefined>;

/** Throws a command error unless the variable is a whole number within the range. */
function readNumber(environment: Environment, name: string, fallback: number, [least, most]: readonly [number, number]): number {
  const text = environment[name]?.trim();
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new CommandError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

/** Throws a command error unless the variable is an http(s) URL. */
function readUrl(environment: Environment, name: string): string | null {
  const text = environment[name]?.trim();
  if (!text) return null;
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new CommandError(`${name} must be an http(s) address, not "${text}".`);
  return text;
}

/** Throws a command error unless the variable is a list of http(s) URLs separated by spaces. */
function readUrls(environment: Environment, name: string): string | null {
  const urls = environment[name]?.trim().split(/\s+/) ?? [];
  return urls.map((url) => readUrl({ [name]: url }, name) ?? '').join(' ') || null;
}

/** Throws a command error unless the variable is a host with or without a port. */
function readHost(environment: Environment, name: string): string | null {
  const text = environment[name]?.trim();
  if (!text) return null;
  if (!/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(text)) throw new CommandError(`${name} must be host or host:port, not "${text}".`);
  return text;
}

/** The first choice if the variable is not set. Throws a command error unless it is one of the choices. */
function readChoice<const C extends string>(environment: Environment, name: string, choices: readonly [C, ...C[]]): C {
  const text = environment[name]?.trim();
  const [first] = choices;
  const found = text ? choices.find((choice) => choice === text) : first;
  if (found === undefined) throw new CommandError(`${name} must be ${choices.join(' or ')}, not "${text}".`);
  return found;
}

const PAYMENT_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'MOLLIE_API_KEY'];

/** The variables of these names that are set. */
function readPresent(environment: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, environment[name]?.trim() ?? '']).filter(([, value]) => value !== ''));
}

const PORT_RANGE = [1, 65_535] as const;

/** Throws a command error if two ports are the same. */
function assertPortsDiffer(ports: Record<string, number>): void {
  const nameByPort = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    const other = nameByPort.get(port);
    if (other) throw new CommandError(`${other} and ${name} are both ${port}; each needs its own port.`);
    nameByPort.set(port, name);
  }
}

/** Reads the variables of a local start. Throws a command error for the first invalid one. */
export function readVariables(environment: Environment = process.env): Variables {
  const port = readNumber(environment, 'PORT', 8787, PORT_RANGE);
  const partyPort = readNumber(environment, 'PARTY_PORT', 1999, PORT_RANGE);
  const dbPort = readNumber(environment, 'DB_PORT', 8080, PORT_RANGE);
  const dbUrl = readUrl(environment, 'DB_URL');
  assertPortsDiffer({ PORT: port, PARTY_PORT: partyPort, ...(dbUrl ? {} : { DB_PORT: dbPort }) });
  return {
    port,
    partyPort,
    dbPort,
    dataDir: resolve(inProject('.'), environment.DATA_DIR?.trim() || '.data'),
    demoMembers: readNumber(environment, 'DEMO_MEMBERS', 500, [0, 10_000_000]),
    dbUrl,
    dbReadUrl: readUrls(environment, 'DB_READ_URL'),
    dbToken: environment.DB_TOKEN?.trim() || null,
    siteUrl: new URL(readUrl(environment, 'SITE_URL') ?? `http://localhost:${port}`).origin,
    mailUrl: environment.MAIL_URL?.trim() || null,
    mailFrom: environment.MAIL_FROM?.trim() || null,
    rooms: readChoice(environment, 'ROOMS', ['partykit', 'worker']),
    partyHost: readHost(environment, 'PARTY_HOST') ?? `localhost:${partyPort}`,
    paymentKeys: readPresent(environment, PAYMENT_KEYS),
  };
}
