import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { openDatabase } from '#db/client';
import { appliedMigrations, KNOWN_MIGRATIONS } from '#db/queries/operator/health';
import { settingRows } from '#db/queries/operator/settings';
import { malformedInEnv, missingInEnv, roomHostsOf } from '../../../worker/config/env.ts';
import { settingsFrom } from '../../../worker/config/settings.ts';
import { inProject } from '../paths.ts';
import { installedTool, runTool, type ToolOutcome } from '../process/run-tool.ts';
import type { DeployTarget } from './deploy-target.ts';

/** What is read of wrangler.toml, with the defaults that wrangler fills in. */
export interface WranglerConfig {
  readonly name?: string;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly r2_buckets: readonly { readonly binding: string; readonly bucket_name?: string }[];
  readonly send_email?: readonly { readonly name: string }[];
  readonly durable_objects: { readonly bindings: readonly { readonly name: string }[] };
  readonly images?: { readonly binding: string };
  readonly assets?: { readonly binding?: string };
  readonly triggers: { readonly crons?: readonly string[] };
}

/** The variables without which a payment provider takes no order. */
const PAYMENT_KEYS: Readonly<Record<string, readonly string[]>> = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  mollie: ['MOLLIE_API_KEY'],
};
/** How wrangler says that nothing of this name has been deployed yet. Secrets can be set all the same. */
const NO_SUCH_WORKER = /Worker ".*" not found/;
const NO_SUCH_BUCKET = /bucket does not exist/;

/** One line for a tool that could not answer, with the first two lines of what it said. */
function failure(command: string, { output }: ToolOutcome): string {
  const lines = stripVTControlCharacters(output).split('\n');
  const said = lines.map((line) => line.trim()).filter((line) => line !== '');
  return `an answer of \`${command}\`: ${said.slice(0, 2).join(' ')}`;
}

interface Found {
  readonly missing: readonly string[];
}

/** The names of the Worker's secrets, from Cloudflare. */
async function readSecrets({ wranglerArgs }: DeployTarget): Promise<Found & { names: readonly string[] }> {
  const outcome = await runTool(installedTool('wrangler'), ['secret', 'list', '--format', 'json', ...wranglerArgs]);
  if (outcome.code === 0) return { missing: [], names: (JSON.parse(outcome.stdout) as { name: string }[]).map(({ name }) => name) };
  return { missing: NO_SUCH_WORKER.test(outcome.output) ? [] : [failure('wrangler secret list', outcome)], names: [] };
}

/** The photo bucket that wrangler.toml names. */
async function findBuckets({ r2_buckets: buckets }: WranglerConfig): Promise<Found> {
  const lines = buckets.map(async ({ bucket_name: name }) => {
    if (!name) return [];
    const outcome = await runTool(installedTool('wrangler'), ['r2', 'bucket', 'info', name, '--json']);
    if (outcome.code === 0) return [];
    return NO_SUCH_BUCKET.test(outcome.output)
      ? [`the photo bucket ${name} (wrangler r2 bucket create ${name})`]
      : [failure(`wrangler r2 bucket info ${name}`, outcome)];
  });
  return { missing: (await Promise.all(lines)).flat() };
}

/** Whether partykit finds a login where it looks for one. Without one it waits for a browser, for ever. */
function isLoggedInToPartyKit(): boolean {
  const { PARTYKIT_TOKEN, PARTYKIT_LOGIN, GITHUB_TOKEN, GITHUB_LOGIN } = process.env;
  return (
    Boolean((PARTYKIT_TOKEN && PARTYKIT_LOGIN) || (GITHUB_TOKEN && GITHUB_LOGIN)) || existsSync(join(homedir(), '.partykit/config.json'))
  );
}

/** The secret that Worker and rooms share, on the side of the rooms. */
async function findRoomSecret({ partyKitArgs }: DeployTarget): Promise<Found> {
  if (!isLoggedInToPartyKit()) return { missing: ['a login at PartyKit (partykit login), without which the rooms cannot be asked'] };
  const outcome = await runTool(installedTool('partykit'), ['env', 'list', ...partyKitArgs]);
  if (outcome.code !== 0) return { missing: [failure('partykit env list', outcome)] };
  const [, names = ''] = /Deployed variables: (.*)/.exec(outcome.stdout) ?? [];
  const mend = ['partykit env add PARTY_SECRET', ...partyKitArgs].join(' ');
  return { missing: names.split(', ').includes('PARTY_SECRET') ? [] : [`PARTY_SECRET of the rooms (${mend})`] };
}

/** The migrations of this build, and the payment provider that the operator has chosen. */
async function readDatabase(): Promise<Found & { paymentProvider: string }> {
  const { DB_URL: url, DB_TOKEN: token } = process.env;
  if (!url)
    return {
      missing: ['DB_URL in front of this command, with DB_TOKEN: the database whose migrations are compared'],
      paymentProvider: 'none',
    };
  const db = openDatabase(url, token);
  try {
    const applied = (await appliedMigrations(db))[0]?.applied ?? 0;
    const { payment_provider: paymentProvider } = settingsFrom(await settingRows(db), 'production');
    return { missing: migrationsMissing(applied), paymentProvider };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      missing: [`an answer of the database at DB_URL, or its tables (npm run migrate): ${reason.split('\n')[0]}`],
      paymentProvider: 'none',
    };
  }
}

function migrationsMissing(applied: number): string[] {
  if (applied < KNOWN_MIGRATIONS) return [`${KNOWN_MIGRATIONS - applied} of ${KNOWN_MIGRATIONS} migrations (npm run migrate)`];
  return applied > KNOWN_MIGRATIONS ? [`${applied - KNOWN_MIGRATIONS} migrations in this clone: the database has more than it knows`] : [];
}

/** The names of all that wrangler.toml gives the Worker: variables and bindings. */
function namesInConfig({ vars, r2_buckets, durable_objects, images, assets, send_email }: WranglerConfig): (string | undefined)[] {
  return [
    ...Object.keys(vars),
    ...r2_buckets.map(({ binding }) => binding),
    ...durable_objects.bindings.map(({ name }) => name),
    ...(send_email ?? []).map(({ name }) => name),
    images?.binding,
    assets?.binding,
  ];
}

function missingInConfig({ vars, triggers }: WranglerConfig): string[] {
  return [
    ...(vars.ENVIRONMENT === 'production' ? [] : ['ENVIRONMENT = "production" in [vars] of wrangler.toml']),
    ...malformedInEnv(vars).map(({ name, fault }) => `${name} in [vars] of wrangler.toml: ${fault}`),
    ...(triggers?.crons?.length ? [] : ['a cron in [triggers] of wrangler.toml: it delivers what waits']),
  ];
}

/** Whether rooms at PartyKit are used, or were before and may still hold sockets. */
export const usesPartyKit = ({ vars }: WranglerConfig): boolean => roomHostsOf(vars).includes('partykit');

/** What the hosts and the secrets of the Worker lack, and the names of the secrets. */
async function askHosts(config: WranglerConfig, target: DeployTarget): Promise<Found & { names: readonly string[] }> {
  const [secrets, buckets, rooms] = await Promise.all([
    readSecrets(target),
    findBuckets(config),
    usesPartyKit(config) ? findRoomSecret(target) : { missing: [] },
  ]);
  return { names: secrets.names, missing: [...secrets.missing, ...buckets.missing, ...rooms.missing] };
}

/** The same from a file of secrets, whose values are checked, too; Cloudflare and PartyKit are not asked. */
function judgeSecrets(secrets: Readonly<Record<string, string>>): Found & { names: readonly string[] } {
  return { names: Object.keys(secrets), missing: malformedInEnv(secrets).map(({ name, fault }) => `${name}: ${fault}`) };
}

/** What a look before a deployment has found. */
export interface LookedAt {
  /** What the site lacks before it can be deployed, one line each. */
  readonly missing: readonly string[];
  readonly config: WranglerConfig;
}

/**
 * Looks for what the site lacks before it can be deployed (docs/deploying.md, "6. Deploy"). Asks Cloudflare, PartyKit and the database of
 * `DB_URL`, and changes nothing. What cannot be asked is a line, too. With `secrets` neither Cloudflare nor PartyKit is asked.
 */
export async function lookForMissing(target: DeployTarget, secrets: Readonly<Record<string, string>> | null): Promise<LookedAt> {
  // Loading wrangler takes longer than all that the command refuses without it.
  const { unstable_readConfig: readWranglerConfig } = await import('wrangler');
  const config: WranglerConfig = readWranglerConfig({ config: inProject('wrangler.toml'), env: target.environment });
  const [found, database] = await Promise.all([secrets ? judgeSecrets(secrets) : askHosts(config, target), readDatabase()]);
  const names = new Set([...namesInConfig(config), ...found.names]);
  const has = (name: string) => names.has(name);
  const inEnv = missingInEnv(has, roomHostsOf(config.vars)).map(({ name, fault }) => `${name}: ${fault}`);
  const canMail = has('MAIL_FROM') && (has('MAIL_URL') || has('EMAIL'));
  const paymentKeys = (PAYMENT_KEYS[database.paymentProvider] ?? []).filter((name) => !has(name));
  const missing = [
    ...missingInConfig(config),
    ...inEnv,
    ...(canMail ? [] : ['MAIL_FROM with MAIL_URL or the binding EMAIL: without mails nobody can confirm an address']),
    ...paymentKeys.map((name) => `${name}: missing, and the setting payment_provider is ${database.paymentProvider}`),
    ...found.missing,
    ...database.missing,
  ];
  return { missing, config };
}
