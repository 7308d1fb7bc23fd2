import { useTranslation } from '../../../i18n/use-translation.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { TextBody, TextLoading } from './text-body.tsx';
import { useTextPage } from './text-queries.ts';
import './legal-dialog.css';

interface LegalDialogProps {
  page: 'terms' | 'privacy';
  onClose: () => void;
}

/**
 * The text's HTML for use over a form that is being filled in: links open in a new tab, and ids are removed, as the form may use the same.
 */
const prepareForDialog = (html: string) =>
  html.replaceAll('<a class="link" ', '<a class="link" target="_blank" ').replaceAll(/ id="[^"]*"/g, '');

/** The terms or the privacy text, opened over a form (docs/product.md, "Account step"). */
export function LegalDialog({ page, onClose }: LegalDialogProps) {
  const { t } = useTranslation();
  const name = `pages-${page}` as const;
  const { text, error, isFetching, refetch } = useTextPage(name);
  return (
    <Dialog isOpen isLong onClose={onClose} title={text?.title ?? t(`titles.${name}`)}>
      {text ? (
        <>
          <TextBody isLead html={prepareForDialog(text.lead)} lang={text.lang} />
          <TextBody html={prepareForDialog(text.body)} lang={text.lang} />
        </>
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <TextLoading />
      )}
    </Dialog>
  );
}
