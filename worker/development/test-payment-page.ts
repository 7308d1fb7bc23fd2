import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { requireSameOrigin } from '../http/origin-check.ts';
import type { HonoEnv } from '../http/request-context.ts';
import {
  BEHAVIOURS,
  type Behaviour,
  behaviourStore,
  refundedOf,
  type TestPayment,
  testPaymentStore,
  webhookOf,
} from './payments/test-provider.ts';

/** The policy of these pages: inline styles and their own forms, but no scripts or frames. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const HEADERS = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

const STYLES = `:root{color-scheme:light dark;--paper:#FBF6F0;--surface:#FFF;--ink:#211A24;--soft:#62586A;--line:#8C8095;--ember:#C9341C;--on:#FFF}
@media (prefers-color-scheme:dark){:root{--paper:#16111A;--surface:#201925;--ink:#F5EFF7;--soft:#B9ADC0;--line:#8C8095;--ember:#FF8568;--on:#211A24}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree,system-ui,sans-serif}
main{max-width:440px;margin:0 auto;padding:32px 16px 64px}
h1{margin:0 0 4px;font:500 28px/1.2 Newsreader,Georgia,serif}
h2{margin:24px 0 8px;font:500 20px/1.3 Newsreader,Georgia,serif}
p{margin:4px 0;color:var(--soft)}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:24px 0 0;padding:16px 20px;background:var(--surface);border-radius:18px}
dt{color:var(--soft)}dd{margin:0;text-align:right;overflow-wrap:anywhere}
form{display:grid;gap:8px}
button{min-height:48px;padding:8px 20px;border:1px solid var(--line);border-radius:24px;background:var(--surface);color:var(--ink);font:inherit;cursor:pointer}
button[value=paid]{border-color:var(--ember);background:var(--ember);color:var(--on);font-weight:600}
:focus-visible{outline:3px solid var(--ember);outline-offset:2px}
a{display:inline-block;padding:12px 0;color:var(--ember)}`;

/** How long a slow payment takes. */
const SLOW_MS = 20_000;

/** A button of the payment page: its text, the change of the payment, and the number of webhooks sent at once, 1 by default. */
interface PaymentAction {
  readonly name: string;
  readonly label: string;
  readonly change: (payment: TestPayment) => Partial<TestPayment>;
  readonly webhooks?: number;
}

const ACTIONS_BEFORE_PAYMENT: readonly PaymentAction[] = [
  { name: 'paid', label: 'Pay', change: () => ({ status: 'paid' }) },
  { name: 'twice', label: 'Pay, and tell the site twice', change: () => ({ status: 'paid' }), webhooks: 2 },
  { name: 'unsaid', label: 'Pay, and never tell the site', change: () => ({ status: 'paid' }), webhooks: 0 },
  { name: 'slow', label: 'Pay in 20 seconds', change: () => ({ paysAt: Date.now() + SLOW_MS }) },
  { name: 'failed', label: 'Let it fail', change: () => ({ status: 'failed' }) },
  { name: 'canceled', label: 'Cancel', change: () => ({ status: 'canceled' }) },
  { name: 'expired', label: 'Let it expire', change: () => ({ status: 'expired' }) },
];

const ACTIONS_AFTER_PAYMENT: readonly PaymentAction[] = [
  { name: 'refunded', label: 'Refund all of it', change: ({ amount }) => ({ refunds: { all: amount } }) },
  { name: 'half_refunded', label: 'Refund half of it', change: ({ amount }) => ({ refunds: { half: Math.floor(amount / 2) } }) },
  { name: 'charged_back', label: 'Charge it back', change: ({ amount }) => ({ chargedBack: amount }) },
  { name: 'won', label: 'Win the charge-back', change: () => ({ chargedBack: 0 }) },
];

const isPaid = ({ status, paysAt }: TestPayment) => status === 'paid' || (paysAt !== null && paysAt <= Date.now());
const actionsOf = (payment: TestPayment) => (isPaid(payment) ? ACTIONS_AFTER_PAYMENT : payment.isCanceled ? [] : ACTIONS_BEFORE_PAYMENT);

/** Sends a signed webhook to the site, as a provider would. A refusal is logged. */
async function notify({ env }: HonoContext<HonoEnv>['var'], ref: string, webhookUrl: string): Promise<void> {
  const { body, signature } = await webhookOf(env, ref);
  const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
  const answer = await fetch(webhookUrl, { method: 'POST', body, headers });
  if (!answer.ok) console.warn(JSON.stringify({ at: 'pay', fault: `the webhook was answered ${answer.status}` }));
}

/** Applies the pressed button to a payment, sends the webhooks and leads back to the site. */
async function applyAction(c: HonoContext<HonoEnv>, ref: string, payment: TestPayment): Promise<Response> {
  requireSameOrigin(c.req.raw, c.var.env);
  const { act: name } = await c.req.parseBody();
  const chosen = actionsOf(payment).find((button) => button.name === name);
  if (!chosen) return c.text('There is no such button any more.', 409, HEADERS);
  await testPaymentStore(c.var.env).write(ref, { ...payment, ...chosen.change(payment) });
  const sendWebhook = () => notify(c.var, ref, payment.webhookUrl);
  if (chosen.name === 'slow') c.executionCtx.waitUntil(new Promise((done) => setTimeout(done, SLOW_MS)).then(sendWebhook));
  else await Promise.all(Array.from({ length: chosen.webhooks ?? 1 }, sendWebhook));
  return c.body(null, 303, { ...HEADERS, Location: payment.returnUrl });
}

const stateOf = (payment: TestPayment): string => {
  if (payment.isCanceled) return 'called off by the site';
  if (!isPaid(payment)) return payment.paysAt === null ? payment.status : 'about to be paid';
  if (payment.chargedBack > 0) return 'charged back';
  const refunded = refundedOf(payment);
  return refunded === 0 ? 'paid' : refunded >= payment.amount ? 'refunded' : 'refunded in part';
};

const page = (c: HonoContext<HonoEnv>, title: string, body: ReturnType<typeof html>) =>
  c.html(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${raw(STYLES)}</style></head>
    <body><main><h1>${title}</h1><p>This is a provider played by the site itself. No money moves.</p>${body}</main></body></html>`,
    200,
    HEADERS,
  );

const BEHAVIOUR_LABELS: Readonly<Record<Behaviour, string>> = {
  there: 'Be there',
  stubborn: 'Be there, but call nothing off',
  away: 'Be out of reach',
  hanging: 'Hang',
  refusing: 'Refuse every payment',
};

/** Answers `/_dev/pay`: shows how the test provider behaves and lets a person change that, to try out failures of a provider. */
async function showBehaviour(c: HonoContext<HonoEnv>): Promise<Response> {
  const stored = behaviourStore(c.var.env);
  if (c.req.method === 'POST') {
    requireSameOrigin(c.req.raw, c.var.env);
    const { act: name } = await c.req.parseBody();
    const chosen = BEHAVIOURS.find((mood) => mood === name);
    if (!chosen) return c.text('There is no such button.', 409, HEADERS);
    await stored.write(chosen);
    return c.body(null, 303, { ...HEADERS, Location: '/_dev/pay' });
  }
  const current = await stored.read();
  return page(
    c,
    'The provider',
    html`<dl><dt>State</dt><dd>${current}</dd></dl><h2>How shall it be?</h2>
    <form method="post">${BEHAVIOURS.filter((mood) => mood !== current).map((mood) => html`<button name="act" value="${mood}">${BEHAVIOUR_LABELS[mood]}</button>`)}</form>`,
  );
}

/** Answers `/_dev/pay/<ref>`: the payment page of the test provider, where a person chooses the outcome of a payment. */
export async function showTestPayment(c: HonoContext<HonoEnv>): Promise<Response> {
  const ref = c.req.param('ref');
  if (ref === undefined) return showBehaviour(c);
  const payment = await testPaymentStore(c.var.env).read(ref);
  if (!payment) return c.text('There is no such payment.', 404, HEADERS);
  if (c.req.method === 'POST') return applyAction(c, ref, payment);
  const price = new Intl.NumberFormat('en', { style: 'currency', currency: payment.currency }).format(payment.amount / 100);
  return page(
    c,
    `Pay ${price}`,
    html`<dl><dt>For</dt><dd>${payment.description}</dd><dt>By</dt><dd>${payment.method}</dd><dt>Renews</dt><dd>${payment.renews ? 'yes' : 'no'}</dd><dt>State</dt><dd>${stateOf(payment)}</dd></dl>
    ${payment.isCanceled ? '' : html`<h2>What becomes of it?</h2>`}
    <form method="post">${actionsOf(payment).map(({ name, label }) => html`<button name="act" value="${name}">${label}</button>`)}</form>
    <a href="${payment.returnUrl}">Back to the site</a>`,
  );
}
