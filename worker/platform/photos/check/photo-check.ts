import type { Env } from '../../../config/env.ts';
import type { Settings } from '../../../config/settings.ts';
import { httpClassifier } from './http-classifier.ts';
import { type PhotoChecker, PhotoCheckFault } from './photo-checker.ts';

const passAll: PhotoChecker = async () => 'pass';
const queueAll: PhotoChecker = async () => 'queue';
/** Without its variables a classifier gives no verdict, so that nothing is shown unseen by it. */
const missingClassifier: PhotoChecker = async () => {
  throw new PhotoCheckFault('PHOTO_CHECK_URL or PHOTO_CHECK_KEY is not set');
};

/** Whether the Worker has what the setting `photo_check` needs. */
export const isPhotoCheckSetUp = ({ PHOTO_CHECK_URL, PHOTO_CHECK_KEY }: Env, { photo_check: kind }: Settings): boolean =>
  kind !== 'classifier' || Boolean(PHOTO_CHECK_URL && PHOTO_CHECK_KEY);

/** The photo check that the setting `photo_check` names (docs/product.md, "Photo check"). */
export function photoChecker({ PHOTO_CHECK_URL, PHOTO_CHECK_KEY }: Env, { photo_check: kind }: Settings): PhotoChecker {
  if (kind === 'none') return passAll;
  if (kind === 'queue') return queueAll;
  return PHOTO_CHECK_URL && PHOTO_CHECK_KEY ? httpClassifier(PHOTO_CHECK_URL, PHOTO_CHECK_KEY) : missingClassifier;
}
