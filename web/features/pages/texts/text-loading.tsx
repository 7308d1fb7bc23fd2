import { useTranslation } from '../../../i18n/use-translation.ts';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder lines while a text is loaded. */
export function TextLoading() {
  const { t } = useTranslation();
  return (
    <div className="text-loading" role="status" aria-label={t('status.loading')}>
      {LINES.map((line) => (
        <span key={line} className="skel" />
      ))}
    </div>
  );
}
