import type { makeNotice as endpoint } from '#contract/cases';
import { MINUTE } from '#contract/durations';
import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import { batch } from '#db/client';
import { isNewNotice, isNoticeStored, memberOfNotice, type NoticeContent, photoOfFile, sameNotice } from '#db/queries/cases/notices';
import { type CaseTopic, openOrJoinCase } from '#db/queries/cases/open-case';
import { insertMailWhen } from '#db/queries/shared/mail-queue';
import { memberOfSession } from '#db/queries/shared/sessions';
import type { Context } from '../../domain/context.ts';
import { refuseFields } from '../../domain/errors.ts';
import { countLimits, enforceLimits, waiveLimits } from '../../domain/limits.ts';
import { priorityOfNotice } from '../../domain/moderation/case-priority.ts';
import { newReferenceNumber } from '../../lib/reference-number.ts';
import { noticeMail } from './notice-mail.ts';

type Input = ParsedInputOf<typeof endpoint>;

/** The same notice made again within this time counts as one notice. */
const SAME_NOTICE_MS = 10 * MINUTE;

/** The id of a member in an address of their page, or the address itself if it is one. */
const memberIdIn = (where: string): string => /(?:^|\/(?:members|m)\/)([\w-]{22})(?:[/?#]|$)/.exec(where.trim())?.[1] ?? '';
/** The file name at the end of an address. */
const fileNameIn = (where: string): string => /([\w.-]{1,200})(?:[?#].*)?$/.exec(where.trim())?.[1] ?? '';

/** Name and address are required, except where the notifier has to be able to stay unknown (Digital Services Act, article 16). */
function enforceNotifier({ law, name = '', email }: Input): void {
  if (law === 'child_abuse') return;
  const missing = { ...(name === '' && { name: 'required' as const }), ...(email === undefined && { email: 'required' as const }) };
  if (Object.keys(missing).length > 0) refuseFields(missing);
}

/**
 * Takes a notice of illegal content from anybody and mails its number (docs/product.md, "Notices of illegal content"). It opens or joins the
 * case of the photo or member that its address names, else a case about nothing.
 */
export async function makeNotice(ctx: Context, input: Input): Promise<OutputOf<typeof endpoint>> {
  enforceNotifier(input);
  const { db, now, session, visitor } = ctx;
  const { where: place, law, text, name = '', email = null } = input;
  const content: NoticeContent = { email, place, law, text };
  const { credential } = session;
  const {
    same: [same],
    limitCounts,
    member: [member],
    named: [named],
    photo: [photo],
  } = await batch(db, {
    same: sameNotice(db, content, now - SAME_NOTICE_MS),
    limitCounts: countLimits(ctx, db),
    member: credential && memberOfSession(db, credential, now),
    named: memberOfNotice(db, memberIdIn(place)),
    photo: photoOfFile(db, fileNameIn(place)),
  });
  if (same) {
    waiveLimits(ctx);
    return same;
  }
  const isMailed = !enforceLimits(ctx, limitCounts).has('complaint_mails_an_hour');
  const notifier = { memberId: member?.id ?? null, name: name === '' ? null : name, email, locale: member?.locale ?? visitor.locale };
  return storeNotice(ctx, { content, notifier, topic: topicOf(named?.id, photo), priority: priorityOfNotice(law) }, isMailed);
}

function topicOf(memberId: string | undefined, photo: { readonly id: string; readonly memberId: string } | undefined): CaseTopic {
  if (photo) return { kind: 'photo', id: photo.id, memberId: photo.memberId };
  return memberId === undefined ? { kind: 'none', id: null, memberId: null } : { kind: 'member', id: memberId, memberId };
}

interface Notice {
  readonly content: NoticeContent;
  readonly notifier: {
    readonly memberId: string | null;
    readonly name: string | null;
    readonly email: string | null;
    readonly locale: string;
  };
  readonly topic: CaseTopic;
  readonly priority: number;
}

/** Stores the notice with its case and, if `isMailed`, its mail, unless the same was stored meanwhile; answers the number that stands. */
async function storeNotice(
  { db, now, publish, ...ctx }: Context,
  { content, notifier, topic, priority }: Notice,
  isMailed: boolean,
): Promise<OutputOf<typeof endpoint>> {
  const number = newReferenceNumber();
  const since = now - SAME_NOTICE_MS;
  const { email, ...said } = content;
  const source = { id: number, kind: 'notice', ...said, ...notifier, createdAt: now } as const;
  const evidence = topic.memberId === null ? null : { memberId: topic.memberId, messageIds: [] };
  const mail = isMailed && email !== null ? noticeMail({ ...ctx, now }, { ...notifier, email }, number) : null;
  const rows = await batch(db, {
    ...openOrJoinCase(db, { number: newReferenceNumber(), topic, priority, source, evidence }, isNewNotice(content, since)),
    mail: mail && insertMailWhen(db, mail, isNoticeStored(number)),
    standing: sameNotice(db, content, since),
  });
  publish({ mails: rows.mail });
  return rows.standing[0] ?? { number };
}
