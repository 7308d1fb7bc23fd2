import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { getMember, type OperatedMember } from '#contract/operator/operated-members';
import { call } from '../../api/call.ts';
import { formatDate, formatExact, formatNumber, formatRelative, formatSigned } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { useActText } from '../access/act-text.ts';
import en from '../locales/en/members.json';
import { DeskPage, DeskSection } from '../parts/desk-page.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { useOperator } from '../session/operator-query.ts';
import { type DeskKey, useTexts } from '../texts.ts';
import { GiveCreditsDialog } from './give-credits-dialog.tsx';
import { OrdersSection } from './orders-section.tsx';

function AccountSection({ member }: { readonly member: OperatedMember }) {
  const t = useTexts('members');
  const marks = [
    t(`status_${member.status}`),
    ...(member.is_paused ? [t('paused')] : []),
    ...(member.is_fictional ? [t('fictional')] : []),
  ];
  const { last_active_at: active, deleted_at: deleted, open_reports: reports } = member;
  return (
    <DeskSection title={t('account')}>
      <FactList
        facts={[
          [t('email'), member.email],
          [t('id'), <code key="id">{member.id}</code>],
          [t('status'), marks.join(', ')],
          [t('ban_reason'), member.ban_reason],
          [t('deleted'), deleted === null ? null : formatExact(deleted)],
          [t('joined'), formatDate(member.signed_up_at)],
          [t('country'), member.country],
          [t('last_active'), active === null ? t('never') : formatRelative(active)],
          [t('devices'), formatNumber(member.sessions)],
          [t('reports'), t('reports_value', { about: reports.about, by: reports.by })],
          [t('complaints'), formatNumber(member.open_complaints)],
        ]}
      />
    </DeskSection>
  );
}

function MoneySection({ member, onGive }: { readonly member: OperatedMember; readonly onGive: () => void }) {
  const t = useTexts('members');
  const { role } = useOperator();
  const { premium_until: until, renews } = member;
  const canGive = role === 'admin' && (member.status === 'active' || member.status === 'not_confirmed');
  const premium = until === null ? null : renews ? t('premium_renews', { until: formatDate(until) }) : formatDate(until);
  return (
    <DeskSection
      title={t('money')}
      actions={
        canGive && (
          <Button tone="soft" small icon="gift" onClick={onGive}>
            {t('give')}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [t('credits'), formatNumber(member.credits)],
          [t('owed'), member.owed > 0 ? formatNumber(member.owed) : null],
          [t('premium'), premium],
        ]}
      />
    </DeskSection>
  );
}

function LedgerSection({ ledger }: Pick<OperatedMember, 'ledger'>) {
  const t = useTexts('members');
  const reasonText = (reason: string) => {
    const key = `ledger_${reason}`;
    return key in en ? t(key as DeskKey<'members'>) : reason;
  };
  return (
    <DeskSection title={t('ledger')}>
      {ledger.length === 0 ? (
        <p className="muted">{t('no_ledger')}</p>
      ) : (
        <RecordTable
          caption={t('ledger')}
          rows={ledger}
          keyOf={({ id }) => id}
          columns={[
            { key: 'when', title: t('when'), cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
            { key: 'movement', title: t('movement'), cell: ({ reason }) => reasonText(reason) },
            { key: 'amount', title: t('credits'), cell: ({ amount }) => formatSigned(amount), isNumber: true },
          ]}
        />
      )}
    </DeskSection>
  );
}

function ActsSection({ acts }: Pick<OperatedMember, 'acts'>) {
  const t = useTexts('members');
  const actText = useActText();
  return (
    <DeskSection title={t('acts')}>
      {acts.length === 0 ? (
        <p className="muted">{t('no_acts')}</p>
      ) : (
        <RecordTable
          caption={t('acts')}
          rows={acts}
          keyOf={({ id }) => id}
          columns={[
            { key: 'when', title: t('when'), cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
            { key: 'act', title: t('act'), cell: ({ act }) => actText(act) },
            { key: 'by', title: t('by'), cell: ({ by }) => by ?? t('command_line') },
            {
              key: 'details',
              title: t('details'),
              cell: ({ amount, reason }) =>
                [amount === null ? null : formatNumber(amount), reason].filter((part) => part !== null).join(' · ') || '–',
            },
          ]}
        />
      )}
    </DeskSection>
  );
}

/** The account of one member. */
export function MemberPage() {
  const t = useTexts('members');
  const { id = '' } = useParams();
  const { role } = useOperator();
  const client = useQueryClient();
  const queryKey = ['desk', 'member', id];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(getMember, { id }, { signal }) });
  const [isGiving, setGiving] = useState(false);
  const refresh = () => void client.invalidateQueries({ queryKey });
  const close = (isDone: boolean) => {
    setGiving(false);
    if (isDone) refresh();
  };
  return (
    <DeskPage
      key={id}
      title={query.data?.name ?? t('account')}
      actions={
        <Link className="link" to="/members">
          {t('back')}
        </Link>
      }
    >
      <Loaded query={query}>
        {(member) => (
          <>
            <AccountSection member={member} />
            <MoneySection member={member} onGive={() => setGiving(true)} />
            <OrdersSection orders={member.orders} canRefund={role === 'admin'} onChanged={refresh} />
            <LedgerSection ledger={member.ledger} />
            <ActsSection acts={member.acts} />
            {isGiving && <GiveCreditsDialog member={member} onClose={close} />}
          </>
        )}
      </Loaded>
    </DeskPage>
  );
}
