import { useId, useRef, useState } from 'react';
import type { ProfileCard } from '#contract/profile';
import { FictionalLabel } from '../../cards/fictional-label.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/forms/failure-note.tsx';
import { Avatar } from '../../ui/images/avatar.tsx';
import { useAnimatedRows } from '../../ui/lists/animate-rows.ts';
import { type BlockedOrHidden, useBlockedOrHidden } from './blocked-and-hidden-queries.ts';

interface RowProps {
  profile: ProfileCard;
  kind: BlockedOrHidden;
  isBusy: boolean;
  onRestore: () => void;
}

function Row({ profile, kind, isBusy, onRestore }: RowProps) {
  const { t } = useTranslation('safety');
  const name = profile.name || t('gone_name');
  return (
    <li className="blocked-and-hidden-row">
      <Avatar image={profile.main_image} name={profile.name} size={48} />
      <span className="blocked-and-hidden-name">
        <bdi className="bold">{name}</bdi>
        {profile.is_fictional && <FictionalLabel />}
      </span>
      <Button tone="soft" small busy={isBusy} aria-label={t(`${kind}_back_long`, { name })} onClick={onRestore}>
        {t(`${kind}_back`)}
      </Button>
    </li>
  );
}

function RowSkeleton() {
  return (
    <li className="blocked-and-hidden-row" aria-hidden="true">
      <i className="skeleton blocked-and-hidden-photo-skeleton" />
      <i className="skeleton skeleton-line flex-grow" />
    </li>
  );
}

type BlockedOrHiddenResult = ReturnType<typeof useBlockedOrHidden>;

function Rows({ kind, list, labelledBy }: { kind: BlockedOrHidden; list: BlockedOrHiddenResult; labelledBy: string }) {
  const { t } = useTranslation('safety');
  const [busyId, setBusyId] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const listElement = useRef<HTMLUListElement>(null);
  const listRef = useAnimatedRows(listElement);
  const bringBack = async ({ id, name }: ProfileCard) => {
    setBusyId(id);
    const isDone = await list.bringBack(id);
    setAnnouncement(isDone ? t(`${kind}_back_said`, { name: name || t('gone_name') }) : '');
    setBusyId(null);
    listElement.current?.focus();
  };
  return (
    <>
      <ul ref={listRef} tabIndex={-1} aria-labelledby={labelledBy} aria-busy={list.isPending || undefined}>
        {list.isPending && <RowSkeleton />}
        {list.profiles.map((profile) => (
          <Row key={profile.id} profile={profile} kind={kind} isBusy={busyId === profile.id} onRestore={() => void bringBack(profile)} />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** The list of blocked or of hidden members, with title, explanation, errors and the button for more. */
export function BlockedOrHiddenList({ kind }: { kind: BlockedOrHidden }) {
  const { t } = useTranslation('safety');
  const { t: tCore } = useTranslation();
  const id = useId();
  const list = useBlockedOrHidden(kind);
  const isEmpty = list.profiles.length === 0 && !list.isPending && !list.error;
  return (
    <section>
      <h3 className="bold" id={id}>
        {t(`${kind}_title`)}
        {list.total > 0 && <span className="muted"> {formatNumber(list.total)}</span>}
      </h3>
      <p className="muted small">{t(isEmpty ? `${kind}_none` : `${kind}_means`)}</p>
      <Rows kind={kind} list={list} labelledBy={id} />
      <FailureNote error={list.failure ?? list.error} />
      {list.error !== null && (
        <Button tone="quiet" small icon="refresh-cw" busy={list.isFetching} onClick={list.retry}>
          {tCore('action.retry')}
        </Button>
      )}
      {list.hasMore && list.error === null && (
        <Button tone="quiet" small busy={list.isFetching} onClick={list.showMore}>
          {t('show_more')}
        </Button>
      )}
    </section>
  );
}
