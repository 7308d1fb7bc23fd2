import { useId } from 'react';
import type { User } from '#contract/account';
import { PROMPTS_MAX } from '#contract/profile';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { createLazyModule, useLazyModule } from '../../../ui/lazy-module.ts';
import { PromptsSkeleton } from './prompts-skeleton.tsx';
import './prompts.css';

/** Loaded later, as the section is below the first screen. */
const editorModule = createLazyModule(() => import('./prompts-editor.tsx'));

/** The member's answers to prompts (docs/product.md, "Prompts"). */
export function PromptsSection({ user }: { user: User }) {
  const { t } = useTranslation('profile');
  const id = useId();
  const parts = useLazyModule(editorModule, true);
  const { prompts } = user.profile;
  return (
    <section id="prompts" className="profile-section">
      <div className="section-head">
        <h2 className="display display-21" id={id}>
          {t('prompts_title')}
        </h2>
        {prompts.length > 0 && <span className="muted small">{t('prompts_count', { n: prompts.length, max: PROMPTS_MAX })}</span>}
      </div>
      {parts ? <parts.PromptsEditor user={user} labelledBy={id} /> : <PromptsSkeleton count={prompts.length} />}
    </section>
  );
}
