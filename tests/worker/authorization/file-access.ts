import { type AccessRow, type Answers, toAll } from './access-columns.ts';
import type { AccessTable } from './describe-rows.ts';

const UNKNOWN = '404 not_found';
/** Whoever knows the name of a file gets it, signed in or not, while the photo and its account are there. */
const PHOTO: Answers = { rest: '200 image/webp', banned: UNKNOWN, deleted: UNKNOWN, nobody: UNKNOWN };
const PHOTO_ROW: AccessRow = {
  ...toAll(PHOTO),
  deleted: { ...PHOTO, own: UNKNOWN },
  banned: { ...PHOTO, own: UNKNOWN },
};

/** A photo that the photo check holds is its owner's alone, for as long as the session and the account are there. */
const HELD_ROW: AccessRow = {
  ...toAll(UNKNOWN),
  unconfirmed: { rest: UNKNOWN, own: '200 image/webp' },
  member: { rest: UNKNOWN, own: '200 image/webp' },
};

/** Files that the Worker serves by their names: photos in three sizes, and pictures of a partner at the addresses that this site gave them. */
export const FILE_ACCESS: AccessTable = {
  rows: {
    'photos thumb': PHOTO_ROW,
    'photos medium': PHOTO_ROW,
    'photos large': PHOTO_ROW,
    'photos held thumb': HELD_ROW,
    'photos held medium': HELD_ROW,
    'photos held large': HELD_ROW,
    // Photos of cases are served at the desk alone: tests/worker/operator/operated-photos.test.ts.
    'desk photo of a case': toAll('403 signed_out'),
    'cams in the feed': toAll('200 image/png'),
    'cams under another name': toAll(UNKNOWN),
    'cams of an unknown account': toAll(UNKNOWN),
  },
  kindOf: (name) => (name.startsWith('photos') ? 'object' : 'nothing'),
};
