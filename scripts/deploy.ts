import { parseArgs } from 'node:util';
import { buildChanged } from './lib/build/build-changed.ts';
import { CommandError } from './lib/command/command-error.ts';
import { runCommand } from './lib/command/run-command.ts';
import { deployTarget } from './lib/deploy/deploy-target.ts';
import { plannedDeployment } from './lib/deploy/dry-run.ts';
import { lookForMissing, usesPartyKit } from './lib/deploy/missing-for-deploy.ts';
import { readSecretsFile } from './lib/deploy/secrets-file.ts';
import { installedTool } from './lib/process/run-tool.ts';
import { startProgram } from './lib/process/start-program.ts';

const FIRST_DEPLOY_STEPS = `Before the first deploy:
  wrangler login
  wrangler r2 bucket create vonk-photos
  wrangler secret put SITE_URL              https://…, the address of the site
  wrangler secret put DB_URL                the primary libSQL database, https
  wrangler secret put DB_READ_URL           its replicas, if there are any
  wrangler secret put DB_TOKEN              the token of both
  wrangler secret put MAIL_FROM             Name <address>, whom mails come from
  wrangler secret put MAIL_URL              smtps://name:password@host, or https://:key@host/path (worker/platform/mail/http-driver.ts);
                                            or take in the send_email binding of wrangler.toml
  wrangler secret put SIGNING_KEY           32 characters or more, never changed again
  npm run -s vapid mailto:you@your.site | npx wrangler secret bulk
                                            the three VAPID_… secrets, if members' browsers shall be sent pushes; never changed again
  wrangler secret put STRIPE_SECRET_KEY     and STRIPE_WEBHOOK_SECRET, or MOLLIE_API_KEY: whoever takes the money, before
                                            npm run site -- settings set payment_provider stripe (or mollie); docs/paying.md
  wrangler secret put CF_ZONE_ID            the site's zone, if the edge shall forget deleted photos at once
  wrangler secret put CF_ZONE_TOKEN         a token of that zone that may purge its cache
  DB_URL=… DB_TOKEN=… npm run migrate       before every deploy that brings migrations
With ROOMS = "partykit" in wrangler.toml also:
  partykit login
  wrangler secret put PARTY_HOST            the host partykit deploy prints
  wrangler secret put PARTY_SECRET          32 characters or more, the same for both:
  partykit env add PARTY_SECRET
`;

/** Throws a command error with the steps before the first deploy if the tool fails. */
async function runToEnd(tool: string, args: readonly string[], lifetime: AsyncDisposableStack): Promise<void> {
  const running = startProgram({ name: tool, command: installedTool(tool), args, port: 0 });
  lifetime.defer(running.stop);
  if ((await running.ended) !== 'exit code 0') throw new CommandError(`${tool} ${args.join(' ')} failed.\n\n${FIRST_DEPLOY_STEPS}`);
}

/** Throws a command error with all that the site lacks, if it lacks anything. */
function assertNothingMissing(missing: readonly string[]): void {
  if (missing.length === 0) return;
  const list = missing.map((line) => `  - ${line}`).join('\n');
  throw new CommandError(`Nothing was deployed. The site lacks:\n${list}\ndocs/deploying.md says how each of them is set.`);
}

/** The options of the command. Throws a command error for any other. */
function readOptions() {
  try {
    return parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        env: { type: 'string' },
        secrets: { type: 'string' },
      },
    }).values;
  } catch {
    throw new CommandError('npm run deploy -- [--check | --dry-run] [--env preview] [--secrets FILE]; docs/deploying.md describes them.');
  }
}

/**
 * `npm run deploy [-- [--check | --dry-run] [--env preview] [--secrets FILE]]`: looks whether all that the site needs is there, builds for
 * production, then deploys the rooms, if they run at PartyKit, and the Worker. `--check` ends after the look. `--dry-run` does everything but the uploads and says
 * what they would be. With `--secrets`, which only these two take, the names and values of the Worker's secrets are read from a file, and
 * neither Cloudflare nor PartyKit is asked.
 */
await runCommand(async (lifetime) => {
  const { check: isCheck, 'dry-run': isDryRun, env, secrets: secretsPath } = readOptions();
  if (secretsPath !== undefined && !isCheck && !isDryRun)
    throw new CommandError('--secrets goes with --check or --dry-run: a deployment asks the hosts.');
  const target = deployTarget(env);
  const secrets = secretsPath === undefined ? null : await readSecretsFile(secretsPath);
  const { missing, config } = await lookForMissing(target, secrets);
  assertNothingMissing(missing);
  if (isCheck || isDryRun) console.log('Nothing is missing.');
  if (secrets && (isCheck || isDryRun))
    console.log('Not asked for: the secrets at Cloudflare, the photo bucket, the secret of rooms at PartyKit.');
  if (isCheck) return;
  await buildChanged({ isDevelopment: false });
  if (isDryRun) {
    await runToEnd('wrangler', ['deploy', '--dry-run', ...target.wranglerArgs], lifetime);
    console.log(await plannedDeployment(target, config));
    return;
  }
  if (usesPartyKit(config)) await runToEnd('partykit', ['deploy', ...target.partyKitArgs], lifetime);
  await runToEnd('wrangler', ['deploy', ...target.wranglerArgs], lifetime);
});
