import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { User } from '#contract/account';
import { LOOK_SEARCH, type LookKind, type LookName } from '#contract/looks';
import { PAGES, TEXT_PAGES } from '#contract/pages';
import type { Locale } from '#contract/primitives';
import type { TextPage } from '#contract/text-page';
import { i18n, startTexts } from '../i18n/i18n.ts';
import { keys } from '../session/keys.ts';
import { queryClient } from '../session/query-client.ts';
import { currentSettings, setSettings } from '../session/settings.ts';
import sprite from '../ui/icons.svg?raw';
import { loadScreen } from './routes.tsx';
import { ScreenLoading } from './screen-loading.tsx';
import { Shell } from './shell.tsx';

/** What a first look is drawn for. */
interface Look extends LookKind {
  readonly page: LookName;
}

/** Stand in for what the Worker fills in, where no text of ours can hold the same. */
const SITE = '\u{e000}';
const AGE = 7_103;
const LEAD = '\u{e001}';
const BODY = '\u{e002}';
const COMMENT = /<!--[\s\S]*?-->/g;
/** What React and the router add for a browser in which they run. */
const HINT = /<link rel="preload"[^>]*>| data-discover="true"/g;
const FORM = /<form /g;
const SYMBOL = /<symbol [\s\S]*?<\/symbol>/g;
const SYMBOL_ID = /id="([\w-]+)"/;

/** Of these next to nothing holds for every member: their look is the frame. */
const FRAMES: readonly LookName[] = ['home', 'likes-type', 'chats-chatId', 'profile', 'credits'];

/** A member of whom nothing is known: a look shows nothing of anybody. */
const NOBODY: User = {
  id: '0'.repeat(22),
  email: '',
  mailprovider: null,
  paid_user: false,
  signup_date: '1970-01-01T00:00:00Z',
  activated: true,
  credits: 0,
  premium_until: null,
  fictional_icon: true,
  locale: 'en',
  timezone: null,
  payment_country: null,
  paused: false,
  hide_presence: false,
  hide_fictional: false,
  hidden_words: [],
  away_mails: true,
  last_signup_step: null,
  badge: { unread_messages: 0, new_likes: 0 },
  profile: {
    id: '0'.repeat(22),
    name: '',
    age: null,
    age_band: null,
    city: null,
    country: null,
    countryregion: null,
    gender: null,
    language: null,
    main_image: null,
    is_fictional: false,
    is_online: false,
    did_like_profile: false,
    images: [],
    personal: null,
    fields: {},
    interests: [],
    liked_me: false,
    is_new_here: false,
    can_chat: true,
    blocked: false,
    date_of_birth: null,
  },
};

async function knownText(page: LookName, locale: Locale): Promise<TextPage | null> {
  if (!TEXT_PAGES.some((one) => one === page)) return null;
  const text: TextPage = await (await fetch(`/_i18n/${locale}/${page}.json`)).json();
  queryClient.setQueryData(['text', locale, page], { ...text, lead: LEAD, body: BODY });
  queryClient.setQueryData(['company'], null);
  return text;
}

/** The icons that a look shows, as the page has none before its scripts have fetched them. */
function iconsIn(look: string): string {
  const symbols = sprite.match(SYMBOL)?.filter((symbol) => look.includes(`href="#${SYMBOL_ID.exec(symbol)?.[1]}"`)) ?? [];
  return `<div class="sprite"><svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg></div>`;
}

/** Draws a page as it stands before anything is known of who is here, as HTML with `{{names}}` that `fillText` fills in. */
export async function drawLook({ page, locale, template, signups }: Look): Promise<string> {
  queryClient.clear();
  queryClient.setQueryData(keys.user, PAGES[page].access === 'member' ? NOBODY : null);
  setSettings({ ...currentSettings(), name: SITE, min_age: AGE, template, signups });
  if (!i18n.isInitialized) await startTexts();
  await i18n.changeLanguage(locale);
  const { Screen } = await loadScreen(page);
  const text = await knownText(page, locale);
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <StaticRouter location={`${PAGES[page].path}${PAGES[page].access === 'member' ? '' : LOOK_SEARCH}`}>
        <Shell page={page}>{FRAMES.includes(page) ? <ScreenLoading /> : <Screen />}</Shell>
      </StaticRouter>
    </QueryClientProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const drawn = (await new Response(prelude).text()).replaceAll(COMMENT, '').replaceAll(HINT, '');
  const look = drawn
    .replaceAll(SITE, '{{site}}')
    .replaceAll(String(AGE), '{{min_age}}')
    // Sent by a browser before there is a script to take it, what was typed would stand in an address.
    .replaceAll(FORM, '<form method="dialog" ')
    .replace(LEAD, () => text?.lead ?? '')
    .replace(BODY, () => text?.body ?? '');
  return `<div class="look">${look}${iconsIn(look)}</div>`;
}
