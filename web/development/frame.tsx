import { type ReactNode, useState } from 'react';
import { TEMPLATES } from '#contract/settings';
import { useSettings } from '../session/settings.ts';
import { chooseTheme, chosenTheme, THEMES } from '../session/theme.ts';
import { Button } from '../ui/button.tsx';
import { WORDS } from './developer-texts.ts';
import { isDevPanelOpen } from './feature-flag-state.ts';
import { Panel } from './panel.tsx';

export type PageOfDevelopers = keyof typeof WORDS.pages;
const NAMES = Object.keys(WORDS.pages) as PageOfDevelopers[];

function Themes() {
  const [chosen, setChosen] = useState(chosenTheme());
  return (
    <fieldset className="dev-row">
      <legend className="vh">{WORDS.theme}</legend>
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

/** What stands around every developer page: the way to the others, the template and the appearance. */
export function Frame({ name, children }: { name: PageOfDevelopers; children: ReactNode }) {
  const { template } = useSettings();
  return (
    <div className={`app dev ${template} logged-in is-bare`}>
      <header className="dev-head">
        <nav className="dev-row" aria-label={WORDS.title}>
          {NAMES.map((one) => (
            <a className="chip" key={one} href={`/_dev/${one}`} aria-current={one === name ? 'page' : undefined}>
              {WORDS.pages[one]}
            </a>
          ))}
        </nav>
        <nav className="dev-row" aria-label={WORDS.template}>
          {TEMPLATES.map((one) => (
            <a className="chip" key={one} href={`?template=${one}`} aria-current={one === template ? 'true' : undefined}>
              {one}
            </a>
          ))}
        </nav>
        <Themes />
        <Button tone="soft" small icon="sliders-horizontal" onClick={() => isDevPanelOpen.set(!isDevPanelOpen.get())}>
          {WORDS.panel}
        </Button>
      </header>
      <main className="page" id="content" tabIndex={-1}>
        <h1 className="d d28">{WORDS.pages[name]}</h1>
        <p className="soft">{WORDS.note}</p>
        {children}
      </main>
      <Panel />
    </div>
  );
}

/** One kind of samples under its name. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sec">
      <h2 className="d d21">{title}</h2>
      {children}
    </section>
  );
}
