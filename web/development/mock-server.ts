import { CARD, OTHER_CARD, PROFILE, USER } from './sample-member.ts';

/** How long a call takes, in milliseconds: long enough to see the pending state. */
const DELAY_MS = 600;
const UNAVAILABLE = { error: { code: 'unavailable', message: 'a sample' } };
const TOO_MANY = { error: { code: 'too_many', message: 'a sample' } };

const json = (body: unknown, status = 200, headers = {}) => Response.json(body, { status, headers });
const listOf = (profile: unknown) => ({ profiles: [profile], total: 1, next: null });

/** The outcomes of the next requests for an activation mail, in order; `sending` never ends. */
export type MailOutcome = 'sending' | 'sent' | 'waiting' | 'refused';
export const mailOutcomes: MailOutcome[] = [];

const MAIL_RESPONSES: Record<MailOutcome, () => Response | Promise<Response>> = {
  sending: () => new Promise<Response>(() => undefined),
  sent: () => new Response(null, { status: 204 }),
  waiting: () => json(TOO_MANY, 429, { 'Retry-After': '600' }),
  refused: () => json(UNAVAILABLE, 503),
};

const ANSWERS: Readonly<Record<string, () => Response | Promise<Response>>> = {
  'GET user.php': () => json({ user: USER }),
  'GET profile.php': () => json({ profile: PROFILE }),
  'GET block.php': () => json(listOf(CARD)),
  'GET hide.php': () => json(listOf(OTHER_CARD)),
  'GET logout.php': () => new Response('done'),
  'POST activate.php': () => MAIL_RESPONSES[mailOutcomes.shift() ?? 'sent'](),
};
/** Calls whose answer is the same for everybody; they go to the real server. */
const PUBLIC = new Set(['settings.php', 'companyinfo.php', 'profile_fields.php', 'interests.php', 'regions.php']);

async function answerTo(name: string): Promise<Response> {
  const answer = ANSWERS[name];
  await new Promise((resolve) => setTimeout(resolve, name === 'POST activate.php' ? 0 : DELAY_MS));
  return answer ? answer() : json(UNAVAILABLE, 503);
}

/** Replaces `fetch`, so that no sample changes anything: calls are answered with samples, except the PUBLIC ones. */
export function mockServer(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, options = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const endpoint = /^\/api\/(.+)$/.exec(pathname)?.[1];
    if (!endpoint || PUBLIC.has(endpoint)) return fetch(input, options);
    return answerTo(`${options.method ?? 'GET'} ${endpoint}`);
  };
}
