import type { Database } from '#db/client';
import { AFFECTED_PAGE_ROWS, affectedMembers, type Span } from '#db/queries/operator/affected-members';
import { countText, formatUtcMinute } from '../lib/terminal-text.ts';
import { typedName, typedTime } from '../lib/typed-values.ts';
import { readingVerb, UsageError } from '../lib/verb.ts';

type Affected = Awaited<ReturnType<typeof affectedMembers>>[number];

/** Which members are listed with --json. */
const GROUPS = {
  all: () => true,
  there: ({ wasThere }: Affected) => wasThere === 1,
  logged_in: ({ loggedIn }: Affected) => loggedIn === 1,
  changed_address: ({ changedAddress }: Affected) => changedAddress === 1,
} as const satisfies Readonly<Record<string, (member: Affected) => boolean>>;
type Group = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

const LABELS: Readonly<Record<Group, string>> = {
  all: 'had an account',
  there: 'were there',
  logged_in: 'logged in',
  changed_address: 'asked for another address',
};

/** All members who had an account in a span, read in pages. */
async function readAll(db: Database, span: Span): Promise<Affected[]> {
  const all: Affected[] = [];
  for (;;) {
    const page = await affectedMembers(db, span, all.at(-1)?.id ?? '');
    all.push(...page);
    if (page.length < AFFECTED_PAGE_ROWS) return all;
  }
}

/** How many members of each country there are, the most first. */
function byCountry(members: readonly Affected[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { country } of members) counts.set(country ?? 'none', (counts.get(country ?? 'none') ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

/** The members whom a breach may concern: counts for the authority, and with --json whom to write to (docs/breach.md). */
export const affected = readingVerb({
  about: 'Counts the members who had an account, were there, logged in or changed their address in a span of time; --json lists them.',
  args: {},
  options: {
    since: { value: 'TIME', about: 'the beginning, as 2026-12-24 or 2026-12-24T18:00 UTC', whenMissing: 'Say when it began: --since TIME' },
    until: { value: 'TIME', about: 'the end; now by default' },
    group: { value: 'GROUP', about: `whom --json lists: ${GROUP_NAMES.join(', ')}; all by default` },
  },
  run: async (db, { options }) => {
    const span = { since: typedTime(options.since, 'since'), until: options.until ? typedTime(options.until, 'until') : Date.now() };
    if (span.since >= span.until) throw new UsageError('--since is before --until.');
    const group = typedName(options.group, 'group', GROUP_NAMES) ?? 'all';
    const all = await readAll(db, span);
    const counts = GROUP_NAMES.map((name) => [name, all.filter(GROUPS[name])] as const);
    const chosen = all.filter(GROUPS[group]);
    const lines = [
      `From ${formatUtcMinute(span.since)} to ${formatUtcMinute(span.until)}, without fictional and erased members:`,
      ...counts.map(([name, members]) => `${countText(members.length, 'member')} ${LABELS[name]}`),
      `By country (${group}): ${
        byCountry(chosen)
          .map(([country, count]) => `${country} ${count}`)
          .join(', ') || 'none'
      }`,
      'With --json, the ids, addresses and languages of this group.',
    ];
    return {
      text: lines.join('\n'),
      json: {
        since: new Date(span.since).toISOString(),
        until: new Date(span.until).toISOString(),
        counts: Object.fromEntries(counts.map(([name, members]) => [name, members.length])),
        countries: Object.fromEntries(byCountry(chosen)),
        group,
        members: chosen.map(({ id, email, locale, country, status }) => ({ id, email, locale, country, status })),
      },
    };
  },
});
