import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { OutputOf } from '#contract/endpoint';
import { addPasskey, deletePasskey, listPasskeys, startPasskey } from '#contract/operator/passkeys';
import { call } from '../../api/call.ts';
import { fieldSentence } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { formatDate, formatExact, formatRelative } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskSection } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { createPasskey } from '../session/passkey.ts';
import { ProblemNote } from '../session/problem-note.tsx';
import { useTexts } from '../texts.ts';

type Passkey = OutputOf<typeof listPasskeys>['passkeys'][number];

const passkeysQuery = queryOptions({
  queryKey: ['desk', 'passkeys'],
  queryFn: async ({ signal }) => (await call(listPasskeys, {}, { signal })).passkeys,
});

function AddPasskeyDialog({ onClose }: { readonly onClose: (isAdded: boolean) => void }) {
  const t = useTexts('session');
  const access = useTexts('access');
  const confirmed = useConfirmed();
  const [name, setName] = useState('');
  const { run, isBusy, fields, failure } = useAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isAdded = await run(async () => {
      const creation = await confirmed(() => call(startPasskey, {}));
      await call(addPasskey, { ...(await createPasskey(creation)), name });
    });
    if (isAdded) onClose(true);
  };
  return (
    <Dialog isOpen onClose={() => onClose(false)} title={access('add_passkey')}>
      <form className="form" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t('passkey_name')}
          hint={t('passkey_name_hint')}
          error={fields.name ? fieldSentence(fields.name) : null}
          value={name}
          maxLength={60}
          required
          data-first-focus
          onChange={(event) => setName(event.target.value)}
        />
        <ProblemNote error={failure} />
        <div className="dialog-actions">
          <Button type="submit" icon="lock" busy={isBusy} disabled={name.trim() === ''}>
            {t('make_passkey')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemovePasskeyDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: (isRemoved: boolean) => void }) {
  const t = useTexts('access');
  const confirmed = useConfirmed();
  const { run, isBusy, failure } = useAction();
  const remove = async () => {
    if (await run(() => confirmed(() => call(deletePasskey, { id: passkey.id })))) onClose(true);
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onClose(false)}
      onConfirm={() => void remove()}
      title={t('remove_title', { name: passkey.name })}
      text={t('remove_text')}
      confirmLabel={t('remove')}
      busy={isBusy}
    >
      <ProblemNote error={failure} />
    </ConfirmDialog>
  );
}

function PasskeyLine({
  passkey,
  isLast,
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly isLast: boolean;
  readonly onRemove: () => void;
}) {
  const t = useTexts('access');
  const { name, created_at: made, last_used_at: used, is_current: isCurrent } = passkey;
  return (
    <li className="desk-line">
      <Icon name="lock" />
      <span className="desk-line-text">
        <span className="bold">{name}</span>
        <span className="small muted" title={formatExact(used)}>
          {t('passkey_dates', { made: formatDate(made), used: formatRelative(used) })}
        </span>
        {isCurrent && <span className="small desk-good">{t('this_session')}</span>}
        {isLast && <span className="small muted">{t('last_passkey')}</span>}
      </span>
      {!isLast && (
        <Button tone="quiet" small onClick={onRemove} aria-label={`${t('remove')}: ${name}`}>
          {t('remove')}
        </Button>
      )}
    </li>
  );
}

/** The passkeys of the operator: adding another one, and removing one. */
export function PasskeysSection() {
  const t = useTexts('access');
  const client = useQueryClient();
  const query = useQuery(passkeysQuery);
  const [dialog, setDialog] = useState<'add' | Passkey | null>(null);
  const close = (done: string | null) => {
    setDialog(null);
    if (done === null) return;
    showToast({ tone: 'success', title: done });
    void client.invalidateQueries({ queryKey: ['desk'] });
  };
  return (
    <DeskSection
      title={t('passkeys')}
      lead={t('passkeys_lead')}
      actions={
        <Button tone="soft" small icon="plus" onClick={() => setDialog('add')}>
          {t('add_passkey')}
        </Button>
      }
    >
      <Loaded query={query}>
        {(passkeys) => (
          <ul className="desk-lines">
            {passkeys.map((passkey) => (
              <PasskeyLine key={passkey.id} passkey={passkey} isLast={passkeys.length === 1} onRemove={() => setDialog(passkey)} />
            ))}
          </ul>
        )}
      </Loaded>
      {dialog === 'add' && <AddPasskeyDialog onClose={(isAdded) => close(isAdded ? t('added') : null)} />}
      {dialog !== null && dialog !== 'add' && (
        <RemovePasskeyDialog passkey={dialog} onClose={(isRemoved) => close(isRemoved ? t('removed') : null)} />
      )}
    </DeskSection>
  );
}
