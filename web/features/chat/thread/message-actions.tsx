import type { ErrorCode } from '#contract/errors';
import { formatNearTime } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MenuEntry } from '../../../ui/menus/menu-entry.tsx';
import { showToast } from '../../../ui/toasts/toast.tsx';
import type { PendingMessage } from '../engine/conversation-ports.ts';
import type { ThreadItem } from './thread-items.ts';

interface MessageCallbacks {
  onRetry: (client_id: string) => void;
  onDiscard: (client_id: string) => void;
}

/** The menu entries of a message. */
export function MessageMenuEntries({ item: { text, failed }, onRetry, onDiscard }: MessageCallbacks & { item: ThreadItem }) {
  const { t } = useTranslation('chat');
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
          <MenuEntry icon="refresh-cw" label={t('try_again')} onChoose={() => onRetry(failed.client_id)} />
          <MenuEntry icon="trash-2" label={t('discard')} onChoose={() => onDiscard(failed.client_id)} />
        </>
      )}
    </>
  );
}

/** The refusals that have a sentence of their own here; others use the general one of their error code. */
const EXPLAINED_CODES = ['not_enough_credits', 'not_confirmed', 'blocked', 'not_found', 'same_text', 'first_message_limit'] as const;

function useFailureText(reason: ErrorCode | null, name: string, until: string | null): string | null {
  const { t } = useTranslation(['chat', 'core']);
  if (reason === null) return null;
  if (reason === 'first_message_limit' && until) return t('chat:why_first_message_limit_until', { time: formatNearTime(until) });
  const explained = EXPLAINED_CODES.find((code) => code === reason);
  return explained ? t(`chat:why_${explained}`, { name }) : t(`core:errors.${reason}`);
}

/** Why a message was not sent, with buttons to try again and to discard it. */
export function SendFailureNote({
  failed,
  name,
  firstMessagesResetAt,
  onRetry,
  onDiscard,
}: MessageCallbacks & { failed: PendingMessage; name: string; firstMessagesResetAt: string | null }) {
  const { t } = useTranslation('chat');
  const why = useFailureText(failed.reason, name, firstMessagesResetAt);
  return (
    <>
      <p className="meta err" role="status">
        <Icon name="triangle-alert" size="xs" />
        {t('not_sent')}
        <button type="button" onClick={() => onRetry(failed.client_id)}>
          {t('try_again')}
        </button>
        <button type="button" className="drop" onClick={() => onDiscard(failed.client_id)}>
          {t('discard')}
        </button>
      </p>
      {why && <p className="meta why">{why}</p>}
    </>
  );
}
