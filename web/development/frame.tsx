import { type ReactNode, useState } from 'react';
import { TEMPLATES } from '#contract/settings';
import { useSettings } from '../session/settings.ts';
import { chooseTheme, chosenTheme, THEMES } from '../session/theme.ts';
import { Button } from '../ui/button.tsx';
import { DEVELOPER_TEXTS } from './developer-texts.ts';
import { isDevPanelOpen, Panel } from './panel.tsx';

export type DeveloperPage = keyof typeof DEVELOPER_TEXTS.pages;
const NAMES = Object.keys(DEVELOPER_TEXTS.pages) as DeveloperPage[];

function Themes() {
  const [chosen, setChosen] = useState(chosenTheme());
  return (
    <fieldset className="dev-row">
      <legend className="visually-hidden">{DEVELOPER_TEXTS.theme}</legend>
      {THEMES.map((theme) => (
        <button
          type="button"
          className="chip"
          key={theme}
          aria-pressed={theme === chosen}
          onClick={() => {
            chooseTheme(theme);
            setChosen(theme);
          }}
        >
          {theme}
        </button>
      ))}
    </fieldset>
  );
}

/** The frame of every developer page: links to the others, choice of template and colour scheme, developer panel. */
export function Frame({ name, children }: { name: DeveloperPage; children: ReactNode }) {
  const { template } = useSettings();
  return (
    <div className={`app dev ${template} logged-in without-tabs`}>
      <header className="dev-head">
        <nav className="dev-row" aria-label={DEVELOPER_TEXTS.title}>
          {NAMES.map((page) => (
            <a className="chip" key={page} href={`/_dev/${page}`} aria-current={page === name ? 'page' : undefined}>
              {DEVELOPER_TEXTS.pages[page]}
            </a>
          ))}
        </nav>
        <nav className="dev-row" aria-label={DEVELOPER_TEXTS.template}>
          {TEMPLATES.map((option) => (
            <a className="chip" key={option} href={`?template=${option}`} aria-current={option === template ? 'true' : undefined}>
              {option}
            </a>
          ))}
        </nav>
        <Themes />
        <Button tone="soft" small icon="sliders-horizontal" onClick={() => isDevPanelOpen.set(!isDevPanelOpen.get())}>
          {DEVELOPER_TEXTS.panel}
        </Button>
      </header>
      <main className="page" id="content" tabIndex={-1}>
        <h1 className="display display-28">{DEVELOPER_TEXTS.pages[name]}</h1>
        <p className="muted">{DEVELOPER_TEXTS.note}</p>
        {children}
      </main>
      <Panel />
    </div>
  );
}

/** A group of samples under a title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section">
      <h2 className="display display-21">{title}</h2>
      {children}
    </section>
  );
}
