import { useTranslation } from '../../i18n/use-translation.ts';
import { useNudityChoice } from '../../session/nudity-choice.ts';
import { setPaged, useIsPaged } from '../../session/paging-mode.ts';
import { Switch } from '../../ui/forms/switch.tsx';

/** How this device shows other members. The choices are stored on the device and take effect at once. */
export function DeviceSettingsSection() {
  const { t } = useTranslation('profile');
  const [hidesNudity, chooseNudity] = useNudityChoice();
  return (
    <section id="browsing" className="settings-group">
      <h2 className="display display-21">{t('browsing_title')}</h2>
      <div className="visibility-settings">
        <Switch label={t('nudity')} hint={t('nudity_hint')} isOn={!hidesNudity} onChange={(isOn) => chooseNudity(!isOn)} />
        <Switch label={t('paged')} hint={t('paged_hint')} isOn={useIsPaged()} onChange={setPaged} />
      </div>
    </section>
  );
}
