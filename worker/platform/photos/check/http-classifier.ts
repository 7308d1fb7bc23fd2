import * as v from 'valibot';
import { PHOTO_VERDICTS, type PhotoChecker, PhotoCheckFault } from './photo-checker.ts';

/** How long the classifier has, from the first byte that is sent to the last one that it answers. */
const CLASSIFIER_TIMEOUT_MS = 5_000;
/** The longest answer in bytes; a verdict takes about twenty. */
const ANSWER_MAX = 4 * 1024;

/** Other keys of the answer are ignored. */
const Answer = v.object({ verdict: v.picklist(PHOTO_VERDICTS) });

/** The whole body as text. Throws a PhotoCheckFault as soon as it exceeds ANSWER_MAX. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX) throw new PhotoCheckFault('answer too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** The verdict in an answer. Throws a PhotoCheckFault for anything else, also for a verdict of another name. */
function verdictIn(text: string) {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new PhotoCheckFault('answer is not JSON');
  }
  const parsed = v.safeParse(Answer, answer);
  if (!parsed.success) throw new PhotoCheckFault('answer has no known verdict');
  return parsed.output.verdict;
}

/**
 * Posts the bytes of a picture with `Authorization: Bearer <key>` and takes `{"verdict": …}` with status 200 as its verdict. Nothing that tells
 * whose picture it is goes along. A redirect is not followed, because the key and the picture are for this address alone.
 */
export function httpClassifier(url: string, key: string): PhotoChecker {
  return async (picture) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'image/webp', Accept: 'application/json' },
      body: picture,
      signal: AbortSignal.timeout(CLASSIFIER_TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new PhotoCheckFault(`http ${response.status}`);
    }
    return verdictIn(await textOf(response));
  };
}
