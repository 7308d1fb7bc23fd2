import { DEMO_LOGINS } from '#db/demo/logins';
import type { Variables } from './variables.ts';

/** Prints the addresses of the local site and the logins of the demo members. */
export function printAddresses({ siteUrl, dataDir, demoMembers }: Variables): void {
  const logins = demoMembers === 0 ? [] : DEMO_LOGINS.slice(0, 2);
  const lines = [
    '',
    `  Vonk      ${siteUrl}`,
    ...logins.map(({ email, password, name }) => `  Log in    ${email}  ${password}  (${name})`),
    `  Mailbox   ${siteUrl}/_dev/mail`,
    `  Logs      ${dataDir}/logs`,
    '',
    '  Ctrl-C ends it all.',
  ];
  console.log(lines.join('\n'));
}
