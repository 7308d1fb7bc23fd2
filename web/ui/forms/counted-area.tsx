import type { TextareaHTMLAttributes } from 'react';
import { fieldSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextAreaField } from './field.tsx';
import type { FieldTexts } from './field-frame.tsx';

/** How many characters a text may still get, as the server counts them; negative if it is too long. */
export const charactersLeft = (text: string, max: number): number => max - [...text.normalize('NFC').trim()].length;

type CountedAreaProps = FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> & {
    value: string;
    max: number;
    /** With fewer characters left than this, their number takes the place of the hint. */
    shownBelow?: number;
  };

/** A text area that says how many characters are left, and that the text is too long. */
export function CountedArea({ value, max, shownBelow = Number.POSITIVE_INFINITY, error, hint, ...area }: CountedAreaProps) {
  const { t } = useTranslation('profile');
  const left = charactersLeft(value, max);
  return (
    <TextAreaField
      {...area}
      value={value}
      error={error ?? (left < 0 ? fieldSentence('too_long') : null)}
      hint={left < shownBelow ? t('about_left', { count: left }) : hint}
    />
  );
}
