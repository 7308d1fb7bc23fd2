import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { saveSetting } from '#contract/operator/operated-settings';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/forms/field.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskPage } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useConfirmed } from '../session/confirmation.tsx';
import { SettingProblem } from '../settings/setting-problem.tsx';
import { type DeskSetting, SETTINGS_KEY, settingsQuery } from '../settings/settings-query.ts';
import { useTexts } from '../texts.ts';
import { companyOf, type TypedCompany, typedCompany } from './company-form.ts';

const TEXT_FIELDS = [
  ...(['name', 'address', 'city', 'country', 'kvk'] as const),
  ...(['email', 'authority_email', 'dispute_body', 'dispute_body_url'] as const),
] as const;

interface FormProps {
  readonly company: DeskSetting;
  readonly phone: DeskSetting;
  readonly onSaved: () => void;
}

function CompanyForm({ company, phone, onSaved }: FormProps) {
  const t = useTexts('settings');
  const confirmed = useConfirmed();
  const [typed, setTyped] = useState<TypedCompany>(() => typedCompany(company.value));
  const [number, setNumber] = useState(String(phone.value));
  const { run, isBusy, error } = useAction();
  const change = (field: keyof TypedCompany, value: string) => setTyped({ ...typed, [field]: value });
  /** Saves what differs from what is in force, so that the history holds only changes. */
  const save = async () => {
    const wanted = JSON.stringify(companyOf(typed));
    if (wanted !== JSON.stringify(companyOf(typedCompany(company.value))))
      await call(saveSetting, { key: 'company', typed: wanted, seen: JSON.stringify(company.value) });
    if (number !== phone.value)
      await call(saveSetting, { key: 'support_phone', typed: JSON.stringify(number), seen: JSON.stringify(phone.value) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => confirmed(save))) onSaved();
  };
  return (
    <form className="form desk-section panel" onSubmit={(event) => void submit(event)} noValidate>
      {TEXT_FIELDS.map((field) => (
        <Field
          key={field}
          label={t(`company_${field}`)}
          value={typed[field]}
          autoComplete="off"
          onChange={(event) => change(field, event.target.value)}
        />
      ))}
      <TextAreaField
        label={t('company_tradenames')}
        hint={t('company_tradenames_hint')}
        value={typed.tradenames}
        rows={3}
        onChange={(event) => change('tradenames', event.target.value)}
      />
      <TextAreaField
        label={t('company_vat')}
        hint={t('company_vat_hint')}
        value={typed.vat}
        rows={3}
        spellCheck={false}
        onChange={(event) => change('vat', event.target.value)}
      />
      <Field label={t('support_phone')} type="tel" value={number} autoComplete="off" onChange={(event) => setNumber(event.target.value)} />
      <SettingProblem error={error} />
      <div className="row">
        <Button type="submit" busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** The texts of the company. */
export function CompanyPage() {
  const t = useTexts('settings');
  const client = useQueryClient();
  const query = useQuery(settingsQuery);
  const saved = () => {
    showToast({ tone: 'success', title: t('saved', { key: t('company') }) });
    void client.invalidateQueries({ queryKey: SETTINGS_KEY });
  };
  return (
    <DeskPage title={t('company')} lead={t('company_lead')}>
      <Loaded query={query}>
        {(settings) => {
          const [company, phone] = [settings.find(({ key }) => key === 'company'), settings.find(({ key }) => key === 'support_phone')];
          // The form starts anew with what is in force after a change.
          return (
            company &&
            phone && <CompanyForm key={JSON.stringify([company.value, phone.value])} company={company} phone={phone} onSaved={saved} />
          );
        }}
      </Loaded>
    </DeskPage>
  );
}
