import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import {
  caseDecisions,
  caseLetters,
  caseSources,
  cases,
  complaints,
  fileRemovals,
  images,
  memberPrompts,
  members,
  messages,
  participants,
  reports,
  sessions,
} from '../../schema/index.ts';
import type { ImageRow } from '../profile/profile.ts';
import { type EventInsert, insertEventWhen, previousStatementWrote } from '../shared/event-outbox.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { randomId } from '../shared/random-id.ts';
import { isSessionOfCredential, type SessionCredential } from '../shared/sessions.ts';
import { type ActingParty, isRestriction, isTheirs, mayAct } from './case-access.ts';
import type { CaseDecisionRow } from './case-queue.ts';

export type DecisionInsert = Omit<CaseDecisionRow, 'endedAt'>;

/**
 * Stores the decision of a case. If the case is not open or not theirs, the acting party may not decide it (`mayDecide`) or `isPossible` does
 * not hold, `NOT NULL case_decisions.case_number` undoes the batch.
 */
export const insertDecision = (db: Database, decision: DecisionInsert, party: ActingParty, isPossible: SQL, mayDecide = mayAct(party)) =>
  db.run(sql`
    insert into case_decisions (id, case_number, action, ground, code, facts, reply, target, until, actor_kind, actor_id, rule, undo, created_at)
    values (${decision.id},
      (select cases.number from cases
        where cases.number = ${decision.caseNumber} and cases.status = 'open' and ${isTheirs(party)} and ${mayDecide} and ${isPossible}),
      ${decision.action}, ${decision.ground}, ${decision.code}, ${decision.facts}, ${decision.reply}, ${decision.target}, ${decision.until},
      ${decision.actorKind}, ${decision.actorId}, ${decision.rule}, ${decision.undo === null ? null : JSON.stringify(decision.undo)}, ${decision.createdAt})`);

/** Writes the statement of reasons for the member of a case. */
export const insertStatement = (db: Database, number: string, memberId: string, now: number) =>
  db.run(sql`
    insert into case_letters (id, case_number, kind, member_id, created_at) values (${randomId}, ${number}, 'statement', ${memberId}, ${now})`);

/** Writes the letter to a member that a decision about them is taken back; `reference` is the number of its case. */
export const insertRestoreLetter = (db: Database, number: string, memberId: string, reference: string, now: number) =>
  db.run(sql`
    insert into case_letters (id, case_number, kind, member_id, reference, created_at)
    values (${randomId}, ${number}, 'appeal_outcome', ${memberId}, ${reference}, ${now})`);

/**
 * Writes a letter for each who reported, gave notice, complained or appealed, one for each person and kind. With `hasReply` complainants are
 * answered, too.
 */
export const insertSourceLetters = (db: Database, number: string, hasReply: boolean, now: number) =>
  db.run(sql`
    insert into case_letters (id, case_number, kind, member_id, email, locale, reference, created_at)
    select ${randomId}, case_number, case kind when 'appeal' then 'appeal_outcome' when 'complaint' then 'answer' else 'outcome' end,
      member_id, email, locale, max(case kind when 'notice' then id else complaint_number end), ${now}
    from case_sources
    where case_number = ${number} and (member_id is not null or email is not null)
      and (kind in ('report', 'notice', 'appeal') or (kind = 'complaint' and ${hasReply ? 1 : 0}))
    group by coalesce(email, member_id), kind`);

/** Closes a case whose decision is stored, as `decided` while it has letters; takes it over for an operator who decides it. */
export const settleDecidedCase = (db: Database, number: string, operatorId: string | null, now: number) =>
  db
    .update(cases)
    .set({
      status: sql`iif(${hasLettersLeft}, 'decided', 'closed')`,
      closedAt: sql`iif(${hasLettersLeft}, null, ${now})`,
      ...(operatorId === null ? {} : { assigneeId: operatorId }),
    })
    .where(and(eq(cases.number, number), eq(cases.status, 'open')))
    .returning({ status: cases.status });

/** Condition on `cases`: the mail server has not accepted all of its letters. */
const hasLettersLeft = sql`exists (select 1 from case_letters where case_letters.case_number = cases.number and case_letters.accepted_at is null)`;

/**
 * Closes the reports and complaints of a case. `answer` is what complainants are told, null if nothing; its mail is a letter of the case. With
 * `onlyTo` the words are for this member alone, and the answer of anybody else is empty.
 */
export const closeSources = (db: Database, number: string, answer: string | null, onlyTo: string | null, now: number) => ({
  closedReports: db
    .update(reports)
    .set({ closedAt: now })
    .where(and(isNull(reports.closedAt), sql`${reports.id} in (select report_id from case_sources where case_number = ${number})`)),
  closedComplaints: db
    .update(complaints)
    .set({
      closedAt: now,
      answer:
        onlyTo === null || answer === null
          ? answer
          : sql`iif(coalesce(${complaints.memberId}, (select named.id from members as named where named.email = ${complaints.email})) is ${onlyTo},
              ${answer}, '')`,
    })
    .where(
      and(
        isNull(complaints.closedAt),
        sql`${complaints.number} in (select complaint_number from case_sources where case_number = ${number})`,
      ),
    ),
});

/** Pauses the profile of a member by a case; the member cannot end it. */
export const pauseByCase = (db: Database, memberId: string, number: string) =>
  db.update(members).set({ isPaused: true, pausedByCase: number }).where(eq(members.id, memberId));

/** Ends the pause by a case, if it is still that one; the profile is paused afterwards if it was so before. */
export const endPauseByCase = (db: Database, memberId: string, number: string, wasPaused: boolean) =>
  db
    .update(members)
    .set({ isPaused: wasPaused, pausedByCase: null })
    .where(and(eq(members.id, memberId), eq(members.pausedByCase, number)));

/** Lets a member begin no conversation until a time (ms), or longer if another limit lasts longer. */
export const limitMember = (db: Database, memberId: string, until: number) =>
  db
    .update(members)
    .set({ limitedUntil: sql`max(coalesce(${members.limitedUntil}, 0), ${until})` })
    .where(eq(members.id, memberId));

/** Ends a limit, if it is still the one until that time; another one lasts until `next`, null for none. */
export const endLimit = (db: Database, memberId: string, until: number, next: number | null) =>
  db
    .update(members)
    .set({ limitedUntil: next })
    .where(and(eq(members.id, memberId), eq(members.limitedUntil, until)));

/** Removes an answer to a prompt, with what quotes it. */
export const removePrompt = (db: Database, memberId: string, promptId: string) =>
  db.delete(memberPrompts).where(and(eq(memberPrompts.memberId, memberId), eq(memberPrompts.promptId, promptId)));

/** A message by its id and its place in the conversation of two members. */
export interface RemovableMessage {
  readonly id: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly senderId: string;
  readonly otherId: string;
}

/** Changes the text of a message, and of the last message of both lists if it is that; '' stands for a text that was removed. */
export const changeMessageText = (db: Database, { id, conversationId, seq, senderId, otherId }: RemovableMessage, text: string) => ({
  messageText: db.update(messages).set({ text }).where(eq(messages.id, id)),
  lastText: db
    .update(participants)
    .set({ lastText: text })
    .where(
      and(
        inArray(participants.memberId, [senderId, otherId]),
        eq(participants.conversationId, conversationId),
        eq(participants.lastSeq, seq),
      ),
    ),
});

/** Brings back the name of a member, unless they have taken another one since it was removed. */
export const restoreName = (db: Database, memberId: string, { from, to }: { readonly from: string; readonly to: string }) =>
  db
    .update(members)
    .set({ name: to })
    .where(and(eq(members.id, memberId), eq(members.name, from)));

/** Brings back the text of a profile, unless the member has written another one. */
export const restorePersonal = (db: Database, memberId: string, text: string) =>
  db
    .update(members)
    .set({ personal: text })
    .where(and(eq(members.id, memberId), isNull(members.personal)));

/** Brings back an answer to a prompt behind the others, unless the member answers it again or has `most` answers. */
export const restorePrompt = (db: Database, memberId: string, promptId: string, answer: string, most: number) =>
  db.run(sql`
    insert into member_prompts (member_id, prompt_id, position, answer)
    select ${memberId}, ${promptId}, (select coalesce(max(position), -1) + 1 from member_prompts where member_id = ${memberId}), ${answer}
    where (select count(*) from member_prompts where member_id = ${memberId}) < ${most}
    on conflict do nothing`);

/**
 * Brings back a photo that was removed, behind the others and as the main one if there is none; its files are kept from now on. One that was
 * held is shown, accepted by `by`.
 */
export const restoreImage = (db: Database, image: ImageRow, by: ActingParty['actorKind']) => ({
  restoredImage: db.run(sql`
    insert into images (id, member_id, position, thumb, medium, large, width, height, thumbhash, is_nude, is_nude_by_check, accepted_by)
    values (${image.id}, ${image.memberId}, (select coalesce(max(position), -1) + 1 from images where member_id = ${image.memberId}),
      ${image.thumb}, ${image.medium}, ${image.large}, ${image.width}, ${image.height}, ${image.thumbhash},
      ${Number(image.isNude)}, ${Number(image.isNudeByCheck)}, ${image.heldSince === null ? image.acceptedBy : by})
    on conflict do nothing`),
  restoredMain: db
    .update(members)
    .set({ mainImageId: sql`iif(${members.hasPhoto}, ${members.mainImageId}, ${image.id})`, hasPhoto: true })
    .where(eq(members.id, image.memberId)),
  keptFiles: db.delete(fileRemovals).where(inArray(fileRemovals.name, [image.thumb, image.medium, image.large])),
});

/** A photo of a member. */
export const imageOfMember = (db: Database, { id, memberId }: { readonly id: string; readonly memberId: string }) =>
  db
    .select()
    .from(images)
    .where(and(eq(images.id, id), eq(images.memberId, memberId)));

/** A photo of the member of a case: the one with this id, or for null the one that the case is about. */
export const imageOfCase = (db: Database, number: string, id: string | null) =>
  db
    .select()
    .from(images)
    .where(
      sql`${images.id} = coalesce(${id}, (select subject_id from cases where number = ${number} and subject_kind = 'photo'))
        and ${images.memberId} = (select member_id from cases where number = ${number})`,
    );

/** An answer to a prompt by the member of a case. */
export const promptOfCase = (db: Database, number: string, promptId: string) =>
  db
    .select()
    .from(memberPrompts)
    .where(
      sql`${memberPrompts.promptId} = ${promptId} and ${memberPrompts.memberId} = (select member_id from cases where number = ${number})`,
    );

/**
 * A message of the member of a case that was reported in it, with its recipient and their language; no row for any other, or for one whose
 * text was removed.
 */
export const messageOfCase = (db: Database, number: string, messageId: string) =>
  db
    .select({
      id: messages.id,
      conversationId: messages.conversationId,
      seq: messages.seq,
      text: messages.text,
      senderId: messages.senderId,
      otherId: participants.otherId,
      otherLocale: members.locale,
    })
    .from(messages)
    .innerJoin(participants, and(eq(participants.memberId, messages.senderId), eq(participants.conversationId, messages.conversationId)))
    .innerJoin(members, eq(members.id, participants.otherId))
    .where(
      and(
        eq(messages.id, messageId),
        ne(messages.text, ''),
        sql`${messages.senderId} = (select member_id from cases where number = ${number})`,
        sql`exists (select 1 from case_sources, json_each(case_sources.evidence, '$.messages') as shown
          where case_sources.case_number = ${number} and shown.value ->> '$.id' = ${messageId})`,
      ),
    );

/** The reported messages of the member of a case that a decision could remove, the latest first, 100 at most. */
export const messagesOfCase = (db: Database, number: string) =>
  db
    .select({ id: messages.id, text: messages.text })
    .from(messages)
    .where(
      and(
        ne(messages.text, ''),
        sql`${messages.senderId} = (select member_id from cases where number = ${number})`,
        sql`${messages.id} in (select shown.value ->> '$.id' from case_sources, json_each(case_sources.evidence, '$.messages') as shown
          where case_sources.case_number = ${number})`,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.seq))
    .limit(100);

/** All answers to prompts by the member of a case, in their order. */
export const promptsOfCase = (db: Database, number: string) =>
  db
    .select({ id: memberPrompts.promptId, text: memberPrompts.answer })
    .from(memberPrompts)
    .where(sql`${memberPrompts.memberId} = (select member_id from cases where number = ${number})`)
    .orderBy(asc(memberPrompts.position));

const otherLastingBan = (decision: Pick<CaseDecisionRow, 'id'>, memberId: string): SQL => sql`
  select other.facts from case_decisions as other join cases as banning on banning.number = other.case_number
  where other.action = 'ban' and other.ended_at is null and other.id <> ${decision.id} and banning.member_id = ${memberId}
  order by other.created_at desc limit 1`;

/** Gives a banned member the reason of the latest other decision that bans them, if the reason is that of a decision that is taken back. */
export const giveReasonOfOtherBan = (db: Database, decision: Pick<CaseDecisionRow, 'id' | 'facts'>, memberId: string) =>
  db
    .update(members)
    .set({ banReason: sql`(${otherLastingBan(decision, memberId)})` })
    .where(
      and(
        eq(members.id, memberId),
        eq(members.status, 'banned'),
        eq(members.banReason, decision.facts),
        sql`exists (${otherLastingBan(decision, memberId)})`,
      ),
    );

/** The other decisions of the same kind that hold for the member whom a decision concerns. */
export const otherLastingDecisions = (db: Database, decision: Pick<CaseDecisionRow, 'id' | 'action' | 'caseNumber'>) =>
  db
    .select({ id: caseDecisions.id, until: caseDecisions.until })
    .from(caseDecisions)
    .innerJoin(cases, eq(cases.number, caseDecisions.caseNumber))
    .where(
      and(
        eq(caseDecisions.action, decision.action),
        isNull(caseDecisions.endedAt),
        ne(caseDecisions.id, decision.id),
        sql`cases.member_id = (select member_id from cases where number = ${decision.caseNumber})`,
      ),
    );

/** Marks the effect of a decision as over. */
export const endDecision = (db: Database, id: string, now: number) =>
  db
    .update(caseDecisions)
    .set({ endedAt: now, undo: null })
    .where(and(eq(caseDecisions.id, id), isNull(caseDecisions.endedAt)));

/** Forgets the photos and texts that were removed by decisions before a time, so that these can no longer be restored. */
export const forgetRemovedBefore = (db: Database, before: number) =>
  db
    .update(caseDecisions)
    .set({ undo: null })
    .where(
      isAmongFirst(
        caseDecisions,
        // Written out, as the index for it demands.
        sql`undo is not null and action in ('remove_photo', 'remove_text') and created_at < ${before}`,
      ),
    );

/** Pauses and limits whose span is over at a time, with the member whom they concern. */
export const decisionsToEnd = (db: Database, now: number, limit: number) =>
  db
    .select({ decision: caseDecisions, memberId: cases.memberId })
    .from(caseDecisions)
    .innerJoin(cases, eq(cases.number, caseDecisions.caseNumber))
    .where(and(isNotNull(caseDecisions.until), isNull(caseDecisions.endedAt), lte(caseDecisions.until, now)))
    .orderBy(asc(caseDecisions.until))
    .limit(limit);

/** Ends the pause that an operator has ended by another command; without such a pause nothing happens. */
export const endPauseDecisionOf = (db: Database, memberId: string, now: number) =>
  db
    .update(caseDecisions)
    .set({ endedAt: now, undo: null })
    .where(
      and(
        isNull(caseDecisions.endedAt),
        eq(caseDecisions.action, 'pause'),
        sql`${caseDecisions.caseNumber} = (select paused_by_case from members where id = ${memberId})`,
      ),
    );

/** Marks all bans of a member by decisions as over, if the previous statement of the batch has lifted the ban. */
export const endBanDecisionsOf = (db: Database, memberId: string, now: number) =>
  db
    .update(caseDecisions)
    .set({ endedAt: now, undo: null })
    .where(
      and(
        // The previous statement has lifted the ban.
        previousStatementWrote,
        isNull(caseDecisions.endedAt),
        eq(caseDecisions.action, 'ban'),
        sql`${caseDecisions.caseNumber} in (select number from cases where member_id = ${memberId})`,
      ),
    );

/** The decisions that restrict a member, the latest first, with what prompted them and with the state of an appeal; 100 at most. */
export const decisionsAbout = (db: Database, memberId: string) =>
  db
    .select({
      decision: caseDecisions,
      isNoticed: sql<number>`exists (select 1 from case_sources where case_sources.case_number = ${cases.number} and kind = 'notice')`,
      isReported: sql<number>`exists (select 1 from case_sources where case_sources.case_number = ${cases.number} and kind in ('report', 'complaint'))`,
      appeal: sql<'open' | 'upheld' | 'lifted' | null>`(
        select case when answer.action is null then 'open' when answer.action = 'restore' then 'lifted' else 'upheld' end
        from cases as appeal left join case_decisions as answer on answer.case_number = appeal.number
        where appeal.subject_kind = 'decision' and appeal.subject_id = ${caseDecisions.id} and exists (
          select 1 from case_sources where case_sources.case_number = appeal.number
            and (case_sources.member_id = ${memberId} or case_sources.email = (select email from members where id = ${memberId})))
        order by appeal.created_at desc limit 1)`,
    })
    .from(cases)
    .innerJoin(caseDecisions, eq(caseDecisions.caseNumber, cases.number))
    .where(and(eq(cases.memberId, memberId), isRestriction))
    .orderBy(sql`${caseDecisions.createdAt} desc`)
    .limit(100);

/**
 * The decision against which somebody appeals. `reference` is the number that they name: of the case, their notice or complaint, or the
 * removal of their photo with which a copy was refused. They have to have got a letter about it, to their account or address. Without a
 * number it is the latest restriction of their account that still lasts. No row if there is none since a time, or if they have appealed
 * against it and that is decided.
 */
export const appealableDecision = (
  db: Database,
  { credential, email, now }: { readonly credential: SessionCredential | null; readonly email: string; readonly now: number },
  reference: string | null,
  since: number,
) => {
  const me = credential ? sql`(select ${sessions.memberId} from ${sessions} where ${isSessionOfCredential(credential, now)})` : sql`''`;
  return db
    .select({ id: caseDecisions.id, memberId: cases.memberId, action: caseDecisions.action })
    .from(caseDecisions)
    .innerJoin(cases, eq(cases.number, caseDecisions.caseNumber))
    .where(
      and(
        sql`${caseDecisions.createdAt} > ${since}`,
        // The answer to an appeal is appealed against only by the member whom it restricts.
        or(
          ne(cases.subjectKind, 'decision'),
          and(sql`${cases.memberId} in (${me}, (select id from members where email = ${email}))`, isRestriction),
        ),
        sql`not exists (select 1 from cases as appeal join case_sources as theirs on theirs.case_number = appeal.number
          where appeal.subject_kind = 'decision' and appeal.subject_id = ${caseDecisions.id} and appeal.status <> 'open' and (
            theirs.member_id = ${me} or theirs.email = ${email} or theirs.member_id = (select id from members where email = ${email})))`,
        sql`exists (select 1 from case_letters where case_letters.case_number = ${cases.number} and case_letters.kind in ('statement', 'outcome') and (
          case_letters.member_id = ${me} or case_letters.email = ${email}
          or case_letters.member_id = (select id from members where email = ${email})))`,
        reference === null
          ? and(sql`${cases.memberId} = ${me}`, isRestriction, isNull(caseDecisions.endedAt))
          : sql`${cases.number} in (${reference}, (select case_number from case_sources where id = ${reference}),
              (select case_number from case_sources where complaint_number = ${reference}),
              (select removing.case_number from cases as removed join case_decisions as removing on removing.case_number = removed.number
                where removed.member_id in (${me}, (select id from members where email = ${email}))
                  and removing.action = 'remove_photo' and removing.undo ->> '$.removal' = ${reference}))`,
      ),
    )
    .orderBy(sql`${caseDecisions.createdAt} desc`)
    .limit(1);
};

/** Deletes cases that were closed before a time, with all that belongs to them. */
export const deleteCasesBefore = (db: Database, before: number) =>
  db.delete(cases).where(isAmongFirst(cases, and(isNotNull(cases.closedAt), sql`${cases.closedAt} < ${before}`)));

/**
 * What an erasure does with the cases about a member, before their row goes: an open one is closed, and number, times and decisions stay
 * without subject, without what was reported and without what a restore would need, whose files are removed now.
 */
export const anonymizeCasesOf = (db: Database, memberId: string, now: number) => {
  const isErased = sql`(select 1 from members where id = ${memberId} and status = 'deleted')`;
  const theirs = sql`(select number from cases where member_id = ${memberId})`;
  return {
    removedCaseFiles: db.run(sql`
      update file_removals set due_at = ${now} where exists ${isErased} and name in (
        select file.value from case_decisions, json_each(json_array(undo ->> '$.image.thumb', undo ->> '$.image.medium', undo ->> '$.image.large')) as file
        where case_number in ${theirs} and undo is not null)`),
    forgottenUndo: db
      .update(caseDecisions)
      .set({ undo: null, target: null })
      .where(sql`exists ${isErased} and ${caseDecisions.caseNumber} in ${theirs}`),
    forgottenSources: db.delete(caseSources).where(sql`exists ${isErased} and ${caseSources.caseNumber} in ${theirs}`),
    forgottenAssignee: db.run(sql`
      update case_activity set detail = null where act = 'assigned' and detail = ${memberId} and exists ${isErased}`),
    anonymousCases: db
      .update(cases)
      .set({
        subjectId: null,
        status: sql`iif(${cases.status} = 'open', 'closed', ${cases.status})`,
        closedAt: sql`iif(${cases.status} = 'open', ${now}, ${cases.closedAt})`,
      })
      .where(sql`exists ${isErased} and ${cases.memberId} = ${memberId}`),
  };
};

/** Deletes notices and letters to people without an account, whose address is that of a deleted account, before its row goes. */
export const deleteCaseAddressesOf = (db: Database, memberId: string) => {
  const address = sql`(select email from members where id = ${memberId} and status = 'deleted')`;
  return {
    deletedNotices: db.delete(caseSources).where(and(isNull(caseSources.memberId), sql`${caseSources.email} = ${address}`)),
    deletedLetters: db.delete(caseLetters).where(and(isNull(caseLetters.memberId), sql`${caseLetters.email} = ${address}`)),
  };
};

/** A condition inside the batch of a decision. */
export type Condition = SQL;
export const always: Condition = sql`true`;
export const isMemberInStatus = (memberId: string, status: string): Condition =>
  sql`exists (select 1 from members where id = ${memberId} and status = ${status})`;
/** A photo is there and marked as it was read, so that a restore does not show it without a mark that its member has just set. */
export const hasImage = ({ id, memberId, isNude }: ImageRow): Condition =>
  sql`exists (select 1 from images where id = ${id} and member_id = ${memberId} and is_nude = ${Number(isNude)})`;
export const isHeldImage = (imageId: string, memberId: string): Condition =>
  sql`exists (select 1 from images where id = ${imageId} and member_id = ${memberId} and held_since is not null)`;
export const hasName = (memberId: string, name: string): Condition =>
  sql`exists (select 1 from members where id = ${memberId} and name = ${name})`;
export const hasMessage = (id: string, text: string): Condition => sql`exists (select 1 from messages where id = ${id} and text = ${text})`;
export const hasPersonal = (memberId: string, text: string): Condition =>
  sql`exists (select 1 from members where id = ${memberId} and personal = ${text})`;
export const hasPrompt = (memberId: string, promptId: string, answer: string): Condition =>
  sql`exists (select 1 from member_prompts where member_id = ${memberId} and prompt_id = ${promptId} and answer = ${answer})`;
/** Nobody pauses the profile by a case, and the member has it as it was read. */
export const isNotPausedByCase = (memberId: string, isPaused: boolean): Condition =>
  sql`exists (select 1 from members where id = ${memberId} and paused_by_case is null and is_paused = ${isPaused ? 1 : 0})`;
/** A decision still has its effect on a member in the status that was read. */
export const isLastingFor = (id: string, memberId: string, status: string): Condition =>
  sql`exists (select 1 from case_decisions as lasting where lasting.id = ${id} and lasting.ended_at is null) and ${isMemberInStatus(memberId, status)}`;

/**
 * Condition on `members`: the ban is by a decision and no other one than the given lasts. Another command may have banned the member anew, which
 * replaces the reason.
 */
export const isBannedByDecisionAlone = (decision: Pick<CaseDecisionRow, 'id'>, memberId: string): Condition => sql`
  not exists (${otherLastingBan(decision, memberId)}) and exists (select 1 from cases as banned_by
  join case_decisions on case_decisions.case_number = banned_by.number and case_decisions.action = 'ban'
  where banned_by.member_id = ${members.id} and case_decisions.facts = ${members.banReason})`;

/** Writes the event by which a member's devices learn of the change, unless the member has been erased: their room is to hear of nothing. */
export const insertUserEvent = (db: Database, event: EventInsert) =>
  insertEventWhen(db, event, sql`exists (select 1 from members where id = ${event.memberId})`);
