import { useState } from 'react';
import { useErrorSentence } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type MemberSetting, setMemberSetting, useMemberSetting } from '../../session/member-settings.ts';
import { useUser } from '../../session/user.ts';
import { Switch } from '../../ui/forms/switch.tsx';

const VISIBILITY_SETTINGS = [
  'paused',
  'hide_presence',
  'hide_fictional',
  'allow_search_engines',
] as const satisfies readonly MemberSetting[];

/** A setting that is saved at once. If saving fails it returns to its old value, and the error is shown. */
function MemberSettingRow({ name }: { name: MemberSetting }) {
  const { t } = useTranslation('profile');
  const sentence = useErrorSentence();
  const isOn = useMemberSetting(name);
  // A pause by decision of a moderator is not the member's to end.
  const isDecided = useUser()?.paused_by_decision === true && name === 'paused';
  const [failure, setFailure] = useState<unknown>(null);
  const change = (wanted: boolean) => {
    setFailure(null);
    void setMemberSetting(name, wanted).catch(setFailure);
  };
  return (
    <div>
      <Switch
        label={t(name)}
        hint={isDecided ? t('paused_by_decision_hint') : t(`${name}_hint`)}
        isOn={isOn}
        isDisabled={isDecided}
        onChange={change}
      />
      {failure !== null && (
        <p className="hint error" role="alert">
          {sentence(failure)}
        </p>
      )}
    </div>
  );
}

/** Who finds the member, and whom the member finds. */
export function VisibilitySection() {
  const { t } = useTranslation('profile');
  return (
    <section id="visibility" className="settings-group">
      <div className="section-head">
        <h2 className="display display-21">{t('visibility_title')}</h2>
      </div>
      <div className="visibility-settings">
        {VISIBILITY_SETTINGS.map((name) => (
          <MemberSettingRow key={name} name={name} />
        ))}
      </div>
    </section>
  );
}
