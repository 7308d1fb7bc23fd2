import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { takeNextCase } from '#contract/operator/operated-cases';
import { call } from '../../api/call.ts';
import { errorSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { useTexts } from '../texts.ts';
import { problemOf } from './use-case-acts.ts';

/**
 * Takes the next case and opens it: the one that the operator has already, else the first that nobody has. If there is none, if it is the
 * one on screen (`number`), or if it fails, a toast says so.
 */
export function useNextCase(number: string | null = null): { readonly goOn: () => void; readonly isBusy: boolean } {
  const t = useTexts('cases');
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run, isBusy } = useAction();
  const take = async () => {
    const next = await call(takeNextCase, {});
    void client.invalidateQueries({ queryKey: ['desk', 'cases'] });
    if (next.number === null) return void showToast({ tone: 'info', title: t('none_waiting') });
    if (next.number === number) return void showToast({ tone: 'info', title: t('still_yours') });
    await navigate(`/cases/${next.number}`);
  };
  const goOn = () =>
    void run(() =>
      take().catch((error: unknown) => {
        showToast({ tone: 'danger', title: problemOf(error) === null ? errorSentence(error) : t('conflict_next') });
      }),
    );
  return { goOn, isBusy };
}
