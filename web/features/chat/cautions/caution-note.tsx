import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cautionsIn } from './find-cautions.ts';
import './caution-note.css';

/** A quiet word to the reader of a stranger's message, where it holds what the published lists name. */
export function CautionNote({ text }: { text: string }) {
  const { t } = useTranslation('chat');
  const [gravest] = useMemo(() => cautionsIn(text), [text]);
  if (!gravest) return null;
  return (
    <p className="caution" role="note">
      <Icon name="shield-alert" size="s" />
      <span>
        {t(`caution_${gravest}`)}{' '}
        <Link className="link" to="/pages/service#cautions">
          {t('caution_more')}
        </Link>
      </span>
    </p>
  );
}
