/** What a photo check says of a picture: it may be shown, it may be shown blurred, or an operator has to look at it. */
export const PHOTO_VERDICTS = ['pass', 'blur', 'queue'] as const;
export type PhotoVerdict = (typeof PHOTO_VERDICTS)[number];

/**
 * Looks at a picture, a WebP without metadata, and knows nothing else of it. Throws a PhotoCheckFault or another error if there is no verdict;
 * the photo is then held, and the scheduled handler asks again.
 */
export type PhotoChecker = (picture: Uint8Array) => Promise<PhotoVerdict>;

/** Why there is no verdict. Its message holds nothing of the picture or of the answer, so it may be logged. */
export class PhotoCheckFault extends Error {}

/** The reason of a failed check for the log. Messages of other errors are left out, because they may hold an address. */
export const loggableFault = (error: unknown): string =>
  error instanceof PhotoCheckFault ? error.message : error instanceof Error ? error.name : 'unknown';
