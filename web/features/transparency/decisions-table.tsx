import type { PublishedCount, PublishedDecision } from '#contract/transparency';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useKindTexts } from './kind-texts.ts';
import { usePublishedText } from './use-published-text.ts';

interface DecisionsTableProps {
  readonly decisions: { readonly total: PublishedCount; readonly kinds: readonly PublishedDecision[] };
  /** The id of the text that names the table. */
  readonly labelledBy: string;
}

/** Decisions by measure and ground. There must be at least one. */
export function DecisionsTable({ decisions: { total, kinds }, labelledBy }: DecisionsTableProps) {
  const { t } = useTranslation('transparency');
  const published = usePublishedText();
  const { ground } = useKindTexts();
  return (
    <table className="transparency-table" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('measure')}</th>
          <th scope="col">{t('ground')}</th>
          <th scope="col">{t('number')}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ action, code, count }) => (
          <tr key={`${action} ${code}`}>
            <th scope="row">{t(`measure_${action}`)}</th>
            <td className="transparency-words">{code === null ? '–' : ground(code)}</td>
            <td>{published(count)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('total')}
          </th>
          <td>{published(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
