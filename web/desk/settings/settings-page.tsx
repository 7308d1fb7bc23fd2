import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { showToast } from '../../ui/toasts/toast-list.ts';
import { DeskPage, DeskSection } from '../parts/desk-page.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useTexts } from '../texts.ts';
import { HistorySection } from './history-section.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { type DeskSetting, SETTINGS_KEY, settingsQuery, valueText } from './settings-query.ts';

function SettingLine({ setting, onEdit }: { readonly setting: DeskSetting; readonly onEdit: () => void }) {
  const t = useTexts('settings');
  return (
    <li className="desk-line">
      <span className="desk-line-text">
        <code className="bold">{setting.key}</code>
        <span className="muted desk-value">{valueText(setting.value)}</span>
        {setting.is_set && <span className="small desk-careful">{t('changed')}</span>}
      </span>
      <Button tone="quiet" small aria-label={`${t('change')}: ${setting.key}`} onClick={onEdit}>
        {t('change')}
      </Button>
    </li>
  );
}

/** The settings of the site, with their history. */
export function SettingsPage() {
  const t = useTexts('settings');
  const client = useQueryClient();
  const query = useQuery(settingsQuery);
  const [filter, setFilter] = useState('');
  const [editing, setEditing] = useState<DeskSetting | null>(null);
  const changed = (key: string) => {
    showToast({ tone: 'success', title: t('saved', { key }) });
    void client.invalidateQueries({ queryKey: SETTINGS_KEY });
  };
  const close = (isChanged: boolean) => {
    if (isChanged && editing) changed(editing.key);
    setEditing(null);
  };
  return (
    <DeskPage title={t('title')} lead={t('lead')}>
      <Loaded query={query}>
        {(settings) => {
          const shown = settings.filter(({ key }) => key.includes(filter.trim().toLowerCase()));
          return (
            <>
              <DeskSection title={t('title')}>
                <Field
                  label={t('filter')}
                  type="search"
                  value={filter}
                  autoComplete="off"
                  onChange={(event) => setFilter(event.target.value)}
                />
                {shown.length === 0 && <p className="muted">{t('none')}</p>}
                <ul className="desk-lines">
                  {shown.map((setting) => (
                    <SettingLine key={setting.key} setting={setting} onEdit={() => setEditing(setting)} />
                  ))}
                </ul>
              </DeskSection>
              <HistorySection settings={settings} onChanged={changed} />
              {editing && <SettingDialog setting={editing} onClose={close} />}
            </>
          );
        }}
      </Loaded>
    </DeskPage>
  );
}
