import { DECISION_FACTS_MAX } from '#contract/cases';
import type { Database } from '#db/client';
import { openCaseOfPhoto } from '#db/queries/cases/held-photos';
import { type HeldPhoto, heldPhotos, photoById } from '#db/queries/photos/photo-check';
import { PHOTO_REMOVAL_REASONS, removedPhotoByNumber } from '#db/queries/photos/removed-photos';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import type { Actor } from '../../worker/domain/moderation/actor.ts';
import { planPhotoRemoval } from '../../worker/domain/moderation/decide-by-hand.ts';
import { planDecision } from '../../worker/domain/moderation/decide-case.ts';
import { dismissalOf } from '../../worker/domain/moderation/decision-input.ts';
import { acceptPhoto, forgetPhotoRemoval, removePhotoByOperator } from '../../worker/domain/operating/photo-decisions.ts';
import { isoTimeOrNull } from '../../worker/lib/iso-time.ts';
import { groupedNumber } from '../../worker/lib/reference-number.ts';
import { refusable } from '../cases/case-command.ts';
import { formatUtcMinute } from '../lib/terminal-text.ts';
import { typedName, typedText } from '../lib/typed-values.ts';
import { changingVerb, readingVerb, UsageError } from '../lib/verb.ts';

/** The most photos that are listed. */
const LIST_LIMIT = 100;
const ACTOR: Actor = { kind: 'command_line' };

/** Who decides next: the classifier again or, if it is not asked any longer, an operator. */
const waitsFor = ({ checkDueAt }: HeldPhoto) => (checkDueAt === null ? 'operator' : 'classifier');

/** One line of the list. It names no member. */
function lineOf(photo: HeldPhoto): string {
  const tries = photo.checkTries > 0 ? `, asked ${photo.checkTries} times in vain` : '';
  return `${photo.id}  held since ${formatUtcMinute(photo.heldSince ?? 0)}, waits for ${waitsFor(photo)}${tries}  ${photo.file}`;
}

const jsonOf = (photo: HeldPhoto) => ({
  id: photo.id,
  file: photo.file,
  held_since: isoTimeOrNull(photo.heldSince),
  waits_for: waitsFor(photo),
  tries: photo.checkTries,
});

const list = readingVerb({
  about: `Lists up to ${LIST_LIMIT} photos that wait to be shown, the longest waiting first, with the file to look at.`,
  args: {},
  options: {},
  run: async (db) => {
    const photos = await heldPhotos(db, LIST_LIMIT);
    return { text: photos.length === 0 ? 'No held photos.' : photos.map(lineOf).join('\n'), json: photos.map(jsonOf) };
  },
});

const ID = { about: 'the id of a photo, see photo list' } as const;

/** The photo of a typed id. Throws a command error if there is none. */
async function photoByTypedId(db: Database, id: string): Promise<HeldPhoto> {
  const [photo] = await photoById(db, id);
  return photo ?? fail(`There is no photo ${id}.`);
}

/** Throws a command error. */
function fail(message: string): never {
  throw new CommandError(message);
}

const hasJustChanged = (subject: string): never => fail(`${subject} has just changed; try again.`);

const decideCommand = (number: string) => `case decide ${groupedNumber(number)} dismiss|remove_photo`;

const accept = changingVerb({
  about: 'Shows a held photo to others, which dismisses its case.',
  args: { ID },
  options: { blur: { about: 'blurred, as a nude photo is; its owner cannot change that' } },
  run: async (db, { args: { ID: id }, options: { blur: isBlurred } }) => {
    const photo = await photoByTypedId(db, id);
    if (photo.heldSince === null) throw new CommandError(`Photo ${id} is not held.`);
    const [open] = await openCaseOfPhoto(db, id);
    if (open && open.others > 0) throw new CommandError(`Others have told of photo ${id}. Decide its case: ${decideCommand(open.number)}`);
    if (open) await refusable(open.number, () => planDecision(db, Date.now(), ACTOR, { ...dismissalOf(open.number), isBlurred }));
    const how = isBlurred ? 'shown blurred' : 'shown';
    return {
      would: `Photo ${id} would be ${how}.`,
      apply: async () => {
        const isShown = await refusable(open?.number ?? '', () => acceptPhoto(db, Date.now(), ACTOR, { photo, isBlurred }));
        if (!isShown) hasJustChanged(`Photo ${id}`);
        return { text: `Photo ${id} is ${how}.`, json: { id, is_blurred: isBlurred } };
      },
    };
  },
});

const remove = changingVerb({
  about: 'Removes a photo, held or not, by a decision, and refuses copies of it from then on. Its owner reads the reasons.',
  args: { ID },
  options: {
    reason: { about: `one of ${PHOTO_REMOVAL_REASONS.join(', ')}`, value: 'REASON', whenMissing: 'A removal needs a --reason.' },
    facts: {
      about: `what was found, which the owner reads; at most ${DECISION_FACTS_MAX} characters, naming nobody else`,
      value: 'TEXT',
      whenMissing: 'A removal needs --facts, which the owner reads.',
    },
  },
  run: async (db, { args: { ID: id }, options }) => {
    const reason = typedName(options.reason, 'reason', PHOTO_REMOVAL_REASONS);
    if (reason === undefined) throw new UsageError('A removal needs a --reason.');
    const facts = typedText(options.facts, '--facts', DECISION_FACTS_MAX);
    const photo = await photoByTypedId(db, id);
    const [open] = await openCaseOfPhoto(db, id);
    const removal = { photo, reason, facts };
    await refusable(open?.number ?? '', () => planPhotoRemoval(db, Date.now(), ACTOR, removal));
    return {
      would: `Photo ${id} would be removed.`,
      apply: async () => {
        const made = await refusable(open?.number ?? '', () => removePhotoByOperator(db, Date.now(), ACTOR, removal));
        const words = made.removal === null ? 'Nothing is remembered of it.' : `Number of the removal: ${made.removal}`;
        return {
          text: `Photo ${id} is removed by case ${groupedNumber(made.number)}. ${words}`,
          json: { id, reason, case: made.number, number: made.removal },
        };
      },
    };
  },
});

const forget = changingVerb({
  about: 'Forgets a removal, so that the picture may be uploaded again.',
  args: { NUMBER: { about: 'the number of a removal, as photo remove prints it and an objection names it' } },
  options: {},
  run: async (db, { args: { NUMBER: typed } }) => {
    const number = typed.toUpperCase();
    if ((await removedPhotoByNumber(db, number)).length === 0) throw new CommandError(`There is no removal ${number}.`);
    return {
      would: `Removal ${number} would be forgotten.`,
      apply: async () => {
        if (!(await forgetPhotoRemoval(db, Date.now(), ACTOR, number))) hasJustChanged(`Removal ${number}`);
        return { text: `Removal ${number} is forgotten.`, json: { number, is_forgotten: true } };
      },
    };
  },
});

/** The verbs of `npm run site -- photo`. */
export const PHOTO_VERBS = { list, accept, remove, forget };
