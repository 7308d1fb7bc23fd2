import { batch } from '#db/client';
import type { MemberRow } from '#db/queries/account/members';
import { grantsOf, memberCounts } from '#db/queries/operator/member-overview';
import { UNDELETE_MS } from '../../worker/domain/account-status.ts';
import { isoTime, isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { countText, escapeControls, formatUtcMinute } from '../lib/terminal-text.ts';
import { readingVerb } from '../lib/verb.ts';
import { memberByTypedEmailOrId, statusText } from './typed-member.ts';

/** The grants that are shown, the latest ones. */
const GRANTS_SHOWN = 20;

/** What follows from the status: the reason of a ban, the time of a deletion. */
function statusLine({ status, banReason, deletedAt, isPaused, isFictional }: MemberRow): string {
  const details = [
    ...(isPaused ? ['paused'] : []),
    ...(isFictional ? ['fictional'] : []),
    ...(status === 'banned' && banReason !== null ? [`because: ${escapeControls(banReason)}`] : []),
    ...(deletedAt === null ? [] : [`deleted ${formatUtcMinute(deletedAt)}, erased ${formatUtcMinute(deletedAt + UNDELETE_MS)}`]),
  ];
  return ['Status: ', [statusText(status), ...details].join(', ')].join('');
}

type Counts = Awaited<ReturnType<typeof memberCounts>>[number];
type Grant = Awaited<ReturnType<typeof grantsOf>>[number];

function textOf(member: MemberRow, counts: Counts, grants: readonly Grant[]): string {
  const { id, email, name, country, createdAt, lastActiveAt, credits, premiumUntil } = member;
  return [
    `${escapeControls(name)} <${email}>`,
    `Id: ${id}`,
    statusLine(member),
    `Signed up: ${formatUtcMinute(createdAt)}, ${country ?? 'no country'}`,
    `Last active: ${lastActiveAt === 0 ? 'never' : formatUtcMinute(lastActiveAt)}, ${countText(counts.sessions, 'session')}`,
    `Credits: ${credits}${counts.owed > 0 ? `, owes ${counts.owed}` : ''}`,
    ...grants.map(({ amount, note, createdAt: at }) => `  granted ${amount} on ${formatUtcMinute(at)}: ${escapeControls(note ?? '')}`),
    `Premium: ${premiumUntil === null ? 'none' : `until ${formatUtcMinute(premiumUntil)}`}${counts.renewing > 0 ? ', renews' : ''}`,
    `Open reports: ${counts.openReportsAbout} about this member, ${counts.openReportsBy} by this member`,
    `Open complaints: ${counts.openComplaints}`,
  ].join('\n');
}

const jsonOf = (member: MemberRow, counts: Counts, grants: readonly Grant[]) => ({
  id: member.id,
  email: member.email,
  name: member.name,
  country: member.country,
  status: member.status,
  is_paused: member.isPaused,
  is_fictional: member.isFictional,
  ban_reason: member.banReason,
  signed_up_at: isoTime(member.createdAt),
  last_active_at: member.lastActiveAt === 0 ? null : isoTime(member.lastActiveAt),
  deleted_at: isoTimeOrNull(member.deletedAt),
  sessions: counts.sessions,
  credits: member.credits,
  owed: counts.owed,
  grants: grants.map(({ amount, note, createdAt }) => ({ amount, reason: note, granted_at: isoTime(createdAt) })),
  premium_until: isoTimeOrNull(member.premiumUntil),
  renews: counts.renewing > 0,
  open_reports: { about: counts.openReportsAbout, by: counts.openReportsBy },
  open_complaints: counts.openComplaints,
});

/** Shows an account without its texts, messages and password hash. */
export const show = readingVerb({
  about: 'Prints the status, dates, credits, premium and open reports of a member, and no message.',
  args: { 'EMAIL|ID': { about: 'the e-mail address or the id of an account' } },
  options: {},
  run: async (db, { args }) => {
    const member = await memberByTypedEmailOrId(db, args['EMAIL|ID']);
    const rows = await batch(db, { counts: memberCounts(db, member.id, Date.now()), grants: grantsOf(db, member.id, GRANTS_SHOWN) });
    const [counts] = rows.counts;
    if (!counts) throw new Error('counts without a row');
    return { text: textOf(member, counts, rows.grants), json: jsonOf(member, counts, rows.grants) };
  },
});
