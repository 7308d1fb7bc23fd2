/**
 * Runs inline in the head of the page, before the app's modules have come (`web/build/early-input-script.ts`): records what is pressed on the
 * prerendered shell, for the app to act upon when it takes the shell's place. Links are followed by the browser at once.
 */
export interface EarlyPresses {
  /** What was pressed on the shell and waits for the app, in order. */
  readonly waiting: HTMLElement[];
  /** Runs `act` as soon as no pointer and no key is held down on the shell: its release would be lost with the element under it. */
  whenReleased(act: () => void): void;
}

declare global {
  interface Window {
    readonly earlyPresses?: EarlyPresses;
  }
}

const SHELL = '.look';
/** After so many milliseconds since the page was opened no link waits for the app any longer. */
const APP_MS = 6000;
/** The same bound for a link that was pressed after something else was pressed or typed, which the browser would discard: on a slow phone the app may come later. */
const PENDING_INPUT_MS = 20_000;
/** A press is not waited for any longer: the end of a drag or of a context menu may never be reported. */
const HOLD_MS = 5000;
/** A tap's click comes so much later than its end at most, in milliseconds. */
const CLICK_MS = 300;
/** The parameters of a campaign, as `session/visit/traffic-source.ts` reads them. The app keeps them before a link leads away. */
const CAMPAIGN = /[?&](network|ref|sub[123]?|aff_sub)=/;

/** What ends a press, and in how many milliseconds its click has come. */
const ENDS_OF_PRESS = [
  ['pointerup', CLICK_MS],
  ['click', 0],
  ['pointercancel', 0],
  ['keyup', 0],
] as const;

const waiting: HTMLElement[] = [];
let isHeld = false;
let timer = 0;
let afterRelease: (() => void) | null = null;
/** Something was typed or chosen, which only the app takes along to another page. */
let isFilledIn = false;
/** The browser is on its way to the address of a link. */
let isLeaving = false;

function release(): void {
  isHeld = false;
  afterRelease?.();
  afterRelease = null;
}

const releaseIn = (ms: number) => {
  clearTimeout(timer);
  timer = setTimeout(release, ms);
};

const closest = (event: Event, selector: string) => (event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null);

const isOwn = (link: HTMLAnchorElement) => link.origin === location.origin && !link.target;

/** Something was pressed or typed on the shell that the app has not taken over yet. */
const hasPendingInput = () => isFilledIn || waiting.length > 0;

/** For how many more milliseconds a link waits for the app; negative when it does not. */
const remainingMs = () => (hasPendingInput() ? PENDING_INPUT_MS : APP_MS) - performance.now();

/** Whether the app has to follow a link: the browser would load this page anew, lose a campaign or what was pressed or typed before. */
function waitsForApp({ pathname, search, hash }: HTMLAnchorElement): boolean {
  if (remainingMs() < 0) return false;
  if (hasPendingInput()) return true;
  const isHere = pathname === location.pathname;
  return CAMPAIGN.test(location.search) || (isHere && !(hash && search === location.search));
}

function wait(pressed: HTMLElement): void {
  // As with any busy button, another press of it changes nothing.
  if (waiting.includes(pressed)) return;
  const ms = remainingMs();
  waiting.push(pressed);
  pressed.ariaBusy = 'true';
  if (!(pressed instanceof HTMLAnchorElement)) return;
  setTimeout(() => waiting.includes(pressed) && location.assign(pressed.href), ms);
}

function press(event: MouseEvent): void {
  const pressed = closest(event, 'a[href], button');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!pressed || !isPlain) return;
  const isLink = pressed instanceof HTMLAnchorElement;
  if (isLink && !isOwn(pressed)) return;
  if (!pressed.closest(SHELL)) {
    // The app cannot end the navigation that is under way; the browser follows the later link instead.
    if (isLeaving && isLink) event.stopImmediatePropagation();
  } else if (isLink && !waitsForApp(pressed)) {
    isLeaving ||= pressed.pathname !== location.pathname;
  } else {
    event.preventDefault();
    wait(pressed);
  }
}

function hold(event: Event): void {
  if (!closest(event, SHELL)) return;
  isHeld = true;
  releaseIn(HOLD_MS);
}

/** A list that was pressed shows its choices until one is made. */
const isChoosing = () => document.activeElement?.matches(`${SHELL} select`);

const listen = <E extends Event>(type: string, listener: (event: E) => void) =>
  addEventListener(type, listener as (event: Event) => void, { capture: true, passive: false });

listen('click', press);
listen('pointerdown', hold);
listen('keydown', hold);
for (const [type, ms] of ENDS_OF_PRESS) listen(type, () => isChoosing() || releaseIn(ms));
listen('input', (event) => {
  isFilledIn ||= closest(event, SHELL) !== null;
});
listen('change', () => releaseIn(0));
// A page that the browser brings back has not left.
listen('pageshow', ({ persisted }: PageTransitionEvent) => {
  isLeaving &&= !persisted;
});

Object.assign(window, {
  earlyPresses: {
    waiting,
    whenReleased: (act) => {
      if (isHeld) afterRelease = act;
      else act();
    },
  } satisfies EarlyPresses,
});
