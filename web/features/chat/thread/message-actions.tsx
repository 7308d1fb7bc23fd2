import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuEntry } from '../../../ui/menus/menu-entry.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import type { PendingMessage } from '../engine/conversation-ports.ts';
import { useRefusalSentences } from './refusal-sentences.ts';
import type { ThreadItem } from './thread-items.ts';

interface MessageCallbacks {
  onRetry: (client_id: string) => void;
  onDiscard: (client_id: string) => void;
}

/** What the button says that sends a failed message again: what it costs now, or that it leaves the quote out, if that is why it was refused. */
function useRetryLabel() {
  const { t } = useTranslation('chat');
  return ({ new_price, reason }: PendingMessage): string => {
    if (reason === 'about_gone') return t('send_without_quote');
    return new_price ? t('send_for', { count: new_price.credits }) : t('try_again');
  };
}

/** The menu entries of a message. */
export function MessageMenuEntries({ item: { text, failed }, onRetry, onDiscard }: MessageCallbacks & { item: ThreadItem }) {
  const { t } = useTranslation('chat');
  const retryLabel = useRetryLabel();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'success', title: t('copied') });
    } catch {
      showToast({ tone: 'danger', title: t('copy_failed'), text: t('copy_failed_text') });
    }
  };
  return (
    <>
      <MenuEntry icon="copy" label={t('copy')} onChoose={() => void copy()} />
      {failed && (
        <>
          <MenuEntry icon="refresh-cw" label={retryLabel(failed)} onChoose={() => onRetry(failed.client_id)} />
          <MenuEntry icon="trash-2" label={t('discard')} onChoose={() => onDiscard(failed.client_id)} />
        </>
      )}
    </>
  );
}

/** Why a message was not sent, with buttons to send it again, for the new price where that is the reason, and to discard it. */
export function SendFailureNote({ failed, name, onRetry, onDiscard }: MessageCallbacks & { failed: PendingMessage; name: string }) {
  const { t } = useTranslation('chat');
  const { afterSending } = useRefusalSentences();
  const retryLabel = useRetryLabel();
  const why = failed.reason && afterSending(failed.reason, { name, endsAt: failed.ends_at, newPrice: failed.new_price });
  return (
    <>
      <p className="message-status error" role="status">
        <Icon name="triangle-alert" size="xs" />
        {t('not_sent')}
        <button type="button" onClick={() => onRetry(failed.client_id)}>
          {retryLabel(failed)}
        </button>
        <button type="button" className="discard" onClick={() => onDiscard(failed.client_id)}>
          {t('discard')}
        </button>
      </p>
      {why && <p className="message-status failure-reason">{why}</p>}
    </>
  );
}
