/**
 * Runs inline in the head of the page, before the app's modules have loaded (`web/build/early-input-script.ts`). Records the presses on the
 * prerendered shell, which the app repeats when it replaces the shell. Links are followed by the browser at once until the app is nearly there.
 */
export interface EarlyPresses {
  /** Elements of the shell that were pressed and wait for the app, in order. */
  readonly waiting: HTMLElement[];
  /** Called when the app has its texts: from then on links wait for it too, which takes less time than the next page without the app. */
  holdLinks(): void;
  /** Runs `act` as soon as no pointer or key is held down on the shell: the release would be lost if the element under it were removed. */
  whenReleased(act: () => void): void;
}

declare global {
  interface Window {
    readonly earlyPresses?: EarlyPresses;
  }
}

const SHELL = '.prerendered-shell';
/** The time since the page was opened after which links no longer wait for the app, in milliseconds. */
const LINK_WAIT_MS = 6000;
/** The same limit for a link that was pressed after something else was pressed or typed: following it would discard that input. */
const LINK_WAIT_WITH_INPUT_MS = 20_000;
/** A press is taken to have ended after this many milliseconds: the end of a drag or of a context menu may never be reported. */
const HOLD_MS = 5000;
/** The longest time between the end of a tap and its click, in milliseconds. */
const CLICK_MS = 300;
/** Campaign parameters, as `session/visit/traffic-source.ts` reads them. The app has to store them before a link leads away. */
const CAMPAIGN = /[?&](network|ref|sub[123]?|aff_sub)=/;

/** Events that end a press, and how many milliseconds later its click has come at the latest. */
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
/** Something was typed or chosen; only the app can carry that to another page. */
let isFilledIn = false;
/** A link was pressed whose address the browser is loading. */
let isLeaving = false;
let isAppNear = false;

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

const isInternalLink = (link: HTMLAnchorElement) => link.origin === location.origin && !link.target;

/** Something was pressed or typed on the shell that the app has not taken over yet. */
const hasPendingInput = () => isFilledIn || waiting.length > 0;

/** For how many more milliseconds a link waits for the app; negative when it does not. */
const remainingMs = () => (hasPendingInput() ? LINK_WAIT_WITH_INPUT_MS : LINK_WAIT_MS) - performance.now();

/**
 * Whether the app has to follow a link: it is nearly there, or the browser would load this page anew, lose a campaign or what was pressed or
 * typed before.
 */
function waitsForApp({ pathname, search, hash }: HTMLAnchorElement): boolean {
  if (remainingMs() < 0) return false;
  if (hasPendingInput() || isAppNear) return true;
  const isHere = pathname === location.pathname;
  return CAMPAIGN.test(location.search) || (isHere && !(hash && search === location.search));
}

/** Shows the next state of a switch; that of a password field also shows or hides what was typed. */
function flip(pressed: HTMLElement): void {
  const isOn = pressed.ariaPressed !== 'true';
  pressed.ariaPressed = String(isOn);
  const field = pressed.previousElementSibling;
  if (field instanceof HTMLInputElement) field.type = isOn ? 'text' : 'password';
}

function queuePress(pressed: HTMLElement): void {
  const isSwitch = pressed.ariaPressed !== null;
  if (isSwitch) flip(pressed);
  // Another press of a button that waits is not queued again: the app takes over the last state of a switch.
  if (waiting.includes(pressed)) return;
  const untilDeadline = remainingMs();
  waiting.push(pressed);
  if (!isSwitch) pressed.ariaBusy = 'true';
  if (!(pressed instanceof HTMLAnchorElement)) return;
  setTimeout(() => waiting.includes(pressed) && location.assign(pressed.href), untilDeadline);
}

function onPress(event: MouseEvent): void {
  const pressed = closest(event, 'a[href], button');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!pressed || !isPlain) return;
  const isLink = pressed instanceof HTMLAnchorElement;
  if (isLink && !isInternalLink(pressed)) return;
  if (!pressed.closest(SHELL)) {
    // Outside the shell. The app cannot cancel the navigation under way, so the browser follows this link instead.
    if (isLeaving && isLink) event.stopImmediatePropagation();
  } else if (isLink && !waitsForApp(pressed)) {
    isLeaving ||= pressed.pathname !== location.pathname;
  } else {
    event.preventDefault();
    queuePress(pressed);
  }
}

function onHold(event: Event): void {
  if (!closest(event, SHELL)) return;
  isHeld = true;
  releaseIn(HOLD_MS);
}

/** Whether a list of the shell has the focus: its choices stay open until one is made. */
const isChoosing = () => document.activeElement?.matches(`${SHELL} select`);

const listen = <E extends Event>(type: string, listener: (event: E) => void) =>
  addEventListener(type, listener as (event: Event) => void, { capture: true, passive: false });

listen('click', onPress);
listen('pointerdown', onHold);
listen('keydown', onHold);
for (const [type, ms] of ENDS_OF_PRESS) listen(type, () => isChoosing() || releaseIn(ms));
listen('input', (event) => {
  isFilledIn ||= closest(event, SHELL) !== null;
});
listen('change', () => releaseIn(0));
// A page restored from the back/forward cache is no longer leaving.
listen('pageshow', ({ persisted }: PageTransitionEvent) => {
  isLeaving &&= !persisted;
});

Object.assign(window, {
  earlyPresses: {
    waiting,
    holdLinks: () => {
      isAppNear = true;
    },
    whenReleased: (act) => {
      if (isHeld) afterRelease = act;
      else act();
    },
  } satisfies EarlyPresses,
});
