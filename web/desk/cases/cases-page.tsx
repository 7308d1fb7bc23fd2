import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import type { Handlers, QUEUE_SHORTCUTS } from '../keyboard/shortcut-list.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTexts } from '../texts.ts';
import { CASE_LISTS, type CaseList, casesQuery } from './case-queries.ts';
import { CaseTable } from './case-table.tsx';
import { ListTabs } from './list-tabs.tsx';
import { useNextCase } from './use-next-case.ts';
import './cases.css';

/** The case that was opened from the list last: the way back leads to its line. */
let lastOpened: string | null = null;

const linesIn = (list: HTMLElement | null): HTMLAnchorElement[] => [...(list?.querySelectorAll<HTMLAnchorElement>('a[data-case]') ?? [])];

/** Moves the focus by lines of the list, from none to its first or last one. */
function moveFocus(list: HTMLElement | null, step: 1 | -1): void {
  const lines = linesIn(list);
  const at = lines.findIndex((line) => line.matches(':focus'));
  const target = at < 0 ? lines.at(step === 1 ? 0 : -1) : lines[at + step];
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** Arrows move in the list and from the heading into it; anywhere else they scroll. */
const isArrowMeant = (list: HTMLElement | null): boolean =>
  list?.contains(document.activeElement) === true || document.activeElement?.matches('h1') === true;

function NoCases({ list }: { readonly list: CaseList }) {
  const t = useTexts('cases');
  return <EmptyState icon={list === 'mine' ? 'user-round' : 'circle-check'} title={t(`none_${list}`)} text={t(`advice_${list}`)} />;
}

/** The pages of one list that were asked for, with a button for the next one. */
function Cases({ list }: { readonly list: CaseList }) {
  const t = useTexts('cases');
  const query = useInfiniteQuery(casesQuery(list));
  const box = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  const cases = query.data?.pages.flatMap((page) => page.cases) ?? [];
  const count = cases.length;
  useEffect(() => {
    if (firstNew.current === null || firstNew.current >= count) return;
    linesIn(box.current)[firstNew.current]?.focus();
    firstNew.current = null;
  }, [count]);
  const showMore = () => {
    firstNew.current = count;
    void query.fetchNextPage();
  };
  return (
    <div className="desk-section panel" ref={box} id="cases">
      <Loaded query={query}>
        {() =>
          count === 0 ? (
            <NoCases list={list} />
          ) : (
            <>
              <CaseTable list={list} cases={cases} onOpen={(number) => (lastOpened = number)} />
              {query.isFetchNextPageError && <FailureNote error={query.error} />}
              {query.hasNextPage && (
                <Button tone="quiet" className="case-more" busy={query.isFetchingNextPage} onClick={showMore}>
                  {t('more')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** The way back from a case leads to its line in the list. */
function useReturnFocus(): void {
  const isBack = useNavigationType() === NavigationType.Pop;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is opened
  useEffect(() => {
    const line = isBack ? linesIn(document.getElementById('cases')).find(({ dataset }) => dataset.case === lastOpened) : undefined;
    line?.focus({ preventScroll: true });
  }, []);
}

/** The cases that wait, those of the operator, or the closed ones. Which of them stands in the address. */
export function CasesPage() {
  const t = useTexts('cases');
  const [params] = useSearchParams();
  const list = CASE_LISTS.find((known) => known === params.get('list')) ?? 'queue';
  const { goOn, isBusy } = useNextCase();
  const listed = () => document.getElementById('cases');
  const handlers: Handlers<typeof QUEUE_SHORTCUTS> = {
    j: () => moveFocus(listed(), 1),
    k: () => moveFocus(listed(), -1),
    ArrowDown: () => isArrowMeant(listed()) && moveFocus(listed(), 1),
    ArrowUp: () => isArrowMeant(listed()) && moveFocus(listed(), -1),
    n: goOn,
  };
  useShortcuts(handlers);
  useReturnFocus();
  return (
    <DeskPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <Button icon="arrow-right" busy={isBusy} onClick={goOn}>
          {t('next')}
        </Button>
      }
    >
      <ListTabs list={list} />
      <Cases key={list} list={list} />
    </DeskPage>
  );
}
