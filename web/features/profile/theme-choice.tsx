import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseTheme, chosenTheme, THEMES, type Theme } from '../../session/theme.ts';
import { Segments } from '../../ui/forms/field.tsx';

/** The appearance of the site on this device. */
export function ThemeChoice() {
  const { t } = useTranslation('profile');
  const [theme, setTheme] = useState<Theme>(chosenTheme);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <Segments
      legend={t('theme')}
      name="theme"
      options={THEMES.map((value) => ({ value, label: t(`theme_${value}`) }))}
      value={theme}
      onChange={choose}
    />
  );
}
