import { createContext, type ReactNode, use, useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '#contract/profile';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import { useSignupOrLoginPath } from '../../../session/signups-open.ts';
import { useUser } from '../../../session/user.ts';
import { Icon } from '../../../ui/icon.tsx';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';

const lazyAnswerSheet = createLazyModule(() => import('./answer-sheet.tsx'));

/** Opens the sheet in which one block of the profile on screen is answered; null where it cannot be. */
const AnswerContext = createContext<((about: DraftQuote) => void) | null>(null);

/** Makes the blocks inside answerable, unless it is one's own profile or its member is blocked. */
export function Answerable({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [about, setAbout] = useState<DraftQuote | null>(null);
  const sheetModule = useLazyModule(lazyAnswerSheet, about !== null);
  const isMe = useUser()?.id === profile.id;
  return (
    <AnswerContext value={isMe || profile.blocked ? null : setAbout}>
      {children}
      {about && sheetModule && <sheetModule.AnswerSheet profile={profile} about={about} onClose={() => setAbout(null)} />}
    </AnswerContext>
  );
}

/** The small button at a block that answers it. Visitors are led to the sign-up, or to the login while sign-ups are closed. */
export function ReplyMark({ profile, about, label }: { profile: Profile; about: DraftQuote; label: string }) {
  const answer = use(AnswerContext);
  const user = useUser();
  const signUpOrLoginPath = useSignupOrLoginPath(profile.id);
  if (!answer) return null;
  if (!user)
    return (
      <Link className="reply-mark" to={signUpOrLoginPath} aria-label={label}>
        <Icon name="message-circle" size="s" />
      </Link>
    );
  return (
    <button type="button" className="reply-mark" aria-label={label} title={label} onClick={() => answer(about)}>
      <Icon name="message-circle" size="s" />
    </button>
  );
}
