import type { PhotoOfCase } from '#db/queries/cases/case-photos';

/**
 * Where a photo of a case is served. It is not among the photos of members, because the service worker of their pages keeps those on the
 * device.
 */
export const CASE_PHOTO_PATH = '/_desk/photos/:number/:photo';
/** The address of one photo of a case. */
export const casePhotoAddress = ({ number, id }: PhotoOfCase): string => `/_desk/photos/${number}/${id}`;
