import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { TEMPLATES } from '#contract/settings';
import type { HonoEnv } from '../http/request-context.ts';

const NAME = 'template';

/** Sets the template of this browser from `?template=`, or from the cookie that an earlier one has set. It overrides the setting. */
export const chooseTemplate: MiddlewareHandler<HonoEnv> = async (c, next) => {
  const inQuery = TEMPLATES.find((template) => template === c.req.query(NAME));
  const chosen = inQuery ?? TEMPLATES.find((template) => template === getCookie(c, NAME));
  if (chosen) c.set('template', chosen);
  await next();
  if (inQuery) setCookie(c, NAME, inQuery, { path: '/', sameSite: 'Lax' });
};
