import { INITIAL_ANSWERS_ELEMENT } from '#contract/pages/boot';

/** Removes the initial answers from a document, so that its screen makes their calls. */
export const withoutInitialAnswers = (body: string) =>
  body.replace(new RegExp(`<script[^>]* id="${INITIAL_ANSWERS_ELEMENT}">.*?</script>`), '');
