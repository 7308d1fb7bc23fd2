import { useQueryClient } from '@tanstack/react-query';
import type { Profile } from '#contract/profile';
import { errorSentence } from '../../../api/error-text.ts';
import { useOpenConversation } from '../../../cards/chat/open-conversation.ts';
import { likeBlock, useIsLiked } from '../../../cards/likes/like-mutation.ts';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { QuoteBlock } from '../../../cards/quotes/quote-block.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/toasts/toast-list.ts';

interface AnswerSheetProps {
  profile: Profile;
  about: DraftQuote;
  onClose: () => void;
}

/** Replies to one block of a profile: with a message that quotes it, or with a like of it. */
export function AnswerSheet({ profile, about, onClose }: AnswerSheetProps) {
  const { t } = useTranslation('cards');
  const client = useQueryClient();
  const isLiked = useIsLiked(profile);
  const { isBusy, start } = useOpenConversation(profile.id);
  const { name } = profile;
  const write = async () => {
    if (await start(about)) onClose();
  };
  const like = () => {
    onClose();
    likeBlock(client, profile, about.block).then(
      () => showToast({ tone: 'success', icon: 'heart', title: t('answer_like_sent', { name }) }),
      (error: unknown) => showToast({ tone: 'danger', title: t('like_failed', { name }), text: errorSentence(error) }),
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('answer_title', { name })}>
      <QuoteBlock quote={about.quote} owner={name} />
      {isLiked && <p className="muted small">{t('answer_liked', { name })}</p>}
      <div className="dialog-actions">
        <Button icon="message-circle" busy={isBusy} onClick={() => void write()}>
          {t('answer_write')}
        </Button>
        {!isLiked && (
          <Button tone="quiet" icon="heart" onClick={like}>
            {t('answer_like')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
