import { makeVapidKeys } from './lib/product/vapid-keys.ts';

const USAGE = `npm run -s vapid mailto:you@your.site | npx wrangler secret bulk

Makes the keys that pushes are signed with, once for a site: with others every browser would have to subscribe anew.
The address is whom push services write to when something is wrong; an https address will do, too.`;

const [subject = ''] = process.argv.slice(2);
if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) {
  console.error(USAGE);
  process.exit(1);
}
const { publicKey, privateKey } = makeVapidKeys();
console.log(JSON.stringify({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }, null, 2));
