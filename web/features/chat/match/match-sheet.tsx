import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { getConversation, openConversation } from '#contract/chat';
import type { Image, ProfileCard } from '#contract/profile';
import type { Quote } from '#contract/quotes';
import { call } from '../../../api/call.ts';
import { profileQuery } from '../../../api/profile/profile-query.ts';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { QuoteBlock } from '../../../cards/quotes/quote-block.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useUser } from '../../../session/user.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Photo } from '../../../ui/images/photo.tsx';
import { textToSend } from '../composer/message-length.ts';
import { memberChat } from '../engine/member-chat.ts';
import { Starters } from '../thread/starters.tsx';
import '../composer/composer.css';
import './match-sheet.css';

/** Messages between two who match are free. */
const FREE = { credits: 0 };

/** The conversation of the two, opened for the sheet, with what each liked of the other. */
const useOpenedConversation = (profileId: string) =>
  useQuery({
    queryKey: ['match', profileId],
    queryFn: async ({ signal }) => {
      const { id } = await call(openConversation, { profile: profileId }, { signal });
      const { liked } = await call(getConversation, { conversation: id, limit: 1 }, { signal });
      return { id, liked };
    },
    retry: 2,
    staleTime: Number.POSITIVE_INFINITY,
  });

function Portrait({ image, name, side }: { image: Image | null; name: string; side: 'left' | 'right' }) {
  const [initial = ''] = name;
  return (
    <span className={`match-portrait is-${side}`}>
      {image ? <Photo image={image} alt="" sizes="160px" priority /> : <span className="display">{initial.toUpperCase()}</span>}
    </span>
  );
}

function Liked({ label, quote, owner }: { label: string; quote: Quote | null; owner: string | null }) {
  if (!quote) return null;
  return (
    <li>
      <span className="muted small">{label}</span>
      <QuoteBlock quote={quote} owner={owner} />
    </li>
  );
}

/** Writes the first message of a match: two ways to begin, the text, and the button that sends it. */
function FirstMessage({ profile, conversation, onSent }: { profile: ProfileCard; conversation: string | undefined; onSent: () => void }) {
  const { t } = useTranslation('chat');
  const user = useUser();
  const { data: whole } = useQuery(profileQuery(profile.id));
  const [text, setText] = useState('');
  const [quote, setQuote] = useState<DraftQuote | null>(null);
  const message = textToSend(text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!user || !conversation || message === null) return;
    memberChat(user.id).conversation(conversation).send(message, FREE, quote);
    onSent();
  };
  const begin = (newText: string, newQuote: DraftQuote | null) => {
    setText(newText);
    setQuote(newQuote);
  };
  return (
    <form className="match-message" onSubmit={send} noValidate>
      {whole && text === '' && <Starters profile={whole} onBegin={begin} limit={2} />}
      {quote && <QuoteBlock quote={quote.quote} owner={profile.name} />}
      <div className="compose-box">
        <textarea
          rows={1}
          dir="auto"
          aria-label={t('message')}
          placeholder={t('write_to', { name: profile.name })}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === '') setQuote(null);
          }}
        />
        <Button type="submit" disabled={message === null || !conversation}>
          {t('send')}
        </Button>
      </div>
      <p className="muted small">{t('free_match')}</p>
    </form>
  );
}

/** The moment of a match that a like on this page has made: both portraits, what each liked, and the first message. */
export function MatchSheet({ profile, onClose }: { profile: ProfileCard; onClose: () => void }) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const user = useUser();
  const { data: opened } = useOpenedConversation(profile.id);
  const { name } = profile;
  const goToThread = () => {
    onClose();
    if (opened) void navigate(`/chats/${opened.id}`);
  };
  return (
    <Dialog isOpen isFull onClose={onClose} title={t('match_title', { name })}>
      <div className="match-portraits" aria-hidden="true">
        <Portrait image={user?.profile.main_image ?? null} name={user?.profile.name ?? ''} side="left" />
        <Portrait image={profile.main_image} name={name} side="right" />
      </div>
      <p className="match-text">{profile.is_fictional ? t('match_text_fictional', { name }) : t('match_text')}</p>
      {opened && (opened.liked.mine || opened.liked.theirs) && (
        <ul className="match-liked">
          <Liked label={t('match_you_liked')} quote={opened.liked.mine} owner={name} />
          <Liked label={t('match_they_liked', { name })} quote={opened.liked.theirs} owner={null} />
        </ul>
      )}
      <FirstMessage profile={profile} conversation={opened?.id} onSent={goToThread} />
    </Dialog>
  );
}
