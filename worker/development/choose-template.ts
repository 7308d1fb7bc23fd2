import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { TEMPLATES } from '#contract/settings';
import type { HonoEnv } from '../http/request-context.ts';

const NAME = 'template';

/** `?template=` shows this browser the site in that template, whatever the setting says, until another one is asked for. */
export const chooseTemplate: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const asked = TEMPLATES.find((one) => one === c.req.query(NAME));
  const chosen = asked ?? TEMPLATES.find((one) => one === getCookie(c, NAME));
  if (chosen) c.set('template', chosen);
  await next();
  if (asked) setCookie(c, NAME, asked, { path: '/', sameSite: 'Lax' });
};
