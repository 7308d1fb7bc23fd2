import { useId } from 'react';
import type { User } from '#contract/account';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import './hidden-words.css';

/** Loaded later, as the section is at the end of its column and rarely used. */
const editorModule = createLazyModule(() => import('./hidden-words-editor.tsx'));

/** The member's hidden words: a first message that holds one makes a message request (docs/product.md, "Hidden words"). */
export function HiddenWordsSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const id = useId();
  const parts = useLazyModule(editorModule, true);
  return (
    <section id="hidden-words" className="settings-group">
      <div className="section-head">
        <h2 className="display display-21" id={id}>
          {t('hidden_words_title')}
        </h2>
      </div>
      <div className="hidden-words-body">
        <p className="muted">{t('hidden_words_text')}</p>
        {parts ? <parts.HiddenWordsEditor user={user} labelledBy={id} /> : <div className="skeleton hidden-words-skeleton" />}
      </div>
    </section>
  );
}
