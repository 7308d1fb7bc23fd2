import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { findMembers } from '#contract/operator/operated-members';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { formatDate } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { useTexts } from '../texts.ts';

const SHORTEST = 2;

/** The members of a search. */
function FoundMembers({ q }: { readonly q: string }) {
  const t = useTexts('members');
  const query = useQuery({ queryKey: ['desk', 'members', q], queryFn: ({ signal }) => call(findMembers, { q }, { signal }) });
  return (
    <section className="desk-section panel">
      <Loaded query={query}>
        {({ members, is_capped: isCapped }) =>
          members.length === 0 ? (
            <EmptyState icon="search" title={t('none_title')} text={t('none_text')} />
          ) : (
            <>
              <p className="muted small" role="status">
                {isCapped ? t('capped') : t('found', { count: members.length })}
              </p>
              <RecordTable
                caption={t('title')}
                rows={members}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    title: t('name'),
                    cell: ({ id, name, is_fictional: isFictional }) => (
                      <>
                        <Link className="link" to={`/members/${id}`}>
                          {name}
                        </Link>
                        {isFictional && <span className="small muted"> {t('fictional')}</span>}
                      </>
                    ),
                  },
                  { key: 'email', title: t('email'), cell: ({ email }) => email },
                  { key: 'status', title: t('status'), cell: ({ status }) => t(`status_${status}`) },
                  { key: 'country', title: t('country'), cell: ({ country }) => country ?? '–' },
                  { key: 'joined', title: t('joined'), cell: ({ signed_up_at: at }) => formatDate(at) },
                ]}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Finds members. What was looked for stands in the address, so that back leads to it. */
export function MembersPage() {
  const t = useTexts('members');
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const [typed, setTyped] = useState(q);
  const [isTooShort, setTooShort] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isShort = typed.trim().length < SHORTEST;
    setTooShort(isShort);
    if (!isShort) setParams({ q: typed.trim() });
  };
  return (
    <DeskPage title={t('title')} lead={t('lead')}>
      <search>
        <form className="desk-search" onSubmit={submit} noValidate>
          <Field
            label={t('search')}
            type="search"
            error={isTooShort ? fieldSentence('too_short') : null}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" icon="search">
            {t('find')}
          </Button>
        </form>
      </search>
      {q.length >= SHORTEST && <FoundMembers q={q} />}
    </DeskPage>
  );
}
