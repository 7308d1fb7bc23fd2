import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Icon } from '../../../ui/icon.tsx';
import { cautionsIn } from './find-cautions.ts';
import './caution-note.css';

/** The gravest caution that applies to the text of a stranger's message; nothing if none does (docs/product.md, "Cautions"). */
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
