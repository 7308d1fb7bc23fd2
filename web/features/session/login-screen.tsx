import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { CallError } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { useSession } from '../../session/user.ts';
import nadia from '../pages/portraits/nadia.webp';
import { SplitFrame } from '../pages/split-frame.tsx';
import { LogInForm } from './log-in-form.tsx';

/** Why a visitor stands here without having asked to. */
function useEnding(): string | null {
  const { t } = useTranslation('session');
  const sentence = useErrorSentence();
  const { ended } = useSession();
  if (ended === 'banned') return sentence(new CallError({ code: 'banned' }));
  return ended === 'signed_out' ? t('ended_signed_out') : null;
}

export function Screen() {
  const { t } = useTranslation('session');
  const [search] = useSearchParams();
  const notice = useEnding();
  const join = `/signup${search.size ? `?${search}` : ''}`;
  return (
    <SplitFrame
      portrait={nadia}
      quote={t('quote')}
      top={
        <>
          <span className="grow" />
          <Link className="link top-link" to={join}>
            {t('join')}
          </Link>
        </>
      }
    >
      <div>
        <h1 className="d d40">{t('title')}</h1>
        <p className="soft split-lead">{t('lead')}</p>
      </div>
      <LogInForm notice={notice} />
    </SplitFrame>
  );
}
