import { Hono } from 'hono';
import { ENDPOINTS } from '#contract/all-endpoints';
import { parseEnv } from './config/env.ts';
import { Refusal, refuse } from './domain/errors.ts';
import { accountRoutes } from './features/account/routes.ts';
import { cancellationsRoutes } from './features/cancellations/routes.ts';
import { casesRoutes } from './features/cases/routes.ts';
import { readInitialChats } from './features/chat/list-chats.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { complaintsRoutes } from './features/complaints/routes.ts';
import { readInitialCheckout } from './features/credits/checkout/checkout-preload.ts';
import { creditsRoutes } from './features/credits/routes.ts';
import { discountsRoutes } from './features/discounts/routes.ts';
import { readInitialLikes } from './features/likes/list-likes.ts';
import { likesRoutes } from './features/likes/routes.ts';
import { membersRoutes } from './features/members/routes.ts';
import { readInitialSearch } from './features/members/search-members.ts';
import { notificationsRoutes } from './features/notifications/routes.ts';
import { CASE_PHOTO_PATH } from './features/operator/cases/case-photo-address.ts';
import { operatorRoutes } from './features/operator/routes.ts';
import { serveCasePhoto } from './features/operator/serve-case-photo.ts';
import { partnersRoutes } from './features/partners/routes.ts';
import { serveCamPicture } from './features/partners/serve-cam-picture.ts';
import { photosRoutes } from './features/photos/routes.ts';
import { servePhoto } from './features/photos/serve-photo.ts';
import {
  readInitialChat,
  readInitialFeaturedProfile,
  readInitialProfile,
  readInitialPublicProfile,
} from './features/profile/get-profile.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { safetyRoutes } from './features/safety/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { signupRoutes } from './features/signup/routes.ts';
import { transparencyRoutes } from './features/transparency/routes.ts';
import { vitalsRoutes } from './features/vitals/routes.ts';
import { connectToRoom } from './http/connect-to-room.ts';
import { limitNetworkRate } from './http/network-rate-limit.ts';
import type { ReadInitialAnswer } from './http/pages/boot.ts';
import { SERVICE_WORKER_FILES, serveBuiltFile } from './http/pages/built-files.ts';
import { serveDesk, serveDeskFile } from './http/pages/desk-page.ts';
import { serveLocaleFile } from './http/pages/locale-files.ts';
import { type InitialAnswers, pageServer } from './http/pages/page-server.ts';
import { serveManifest } from './http/pages/web-manifest.ts';
import type { HonoEnv } from './http/request-context.ts';
import { logRequest } from './http/request-log.ts';
import { refusalResponse } from './http/responses.ts';
import { forbidIndexing, serveRobots } from './http/robots.ts';
import { contentSecurity } from './http/security-headers.ts';

declare const __DEVELOPMENT__: boolean;

/** The initial answers of pages that begin with the conversations and the likes of a member, read at the same time. */
const readInitialLists: ReadInitialAnswer = async (ctx, { member }) =>
  member && Promise.all([readInitialChats(ctx, member), readInitialLikes(ctx, member)]);

/** The pages that the Worker sends with initial answers. A page is a 404 if its function returns `missing`. */
const INITIAL_ANSWERS: InitialAnswers = {
  home: readInitialLists,
  members: readInitialSearch,
  chats: readInitialLists,
  'credits-creditId': readInitialCheckout,
  'credits-creditId-paymentMethod': readInitialCheckout,
  'members-memberId': readInitialPublicProfile,
  'likes-m-memberId': readInitialProfile,
  'members-memberId-chat': readInitialChat,
  'members-memberId-signup': readInitialFeaturedProfile,
  'members-memberId-landing': readInitialFeaturedProfile,
  'members-memberId-landing2-slug': readInitialFeaturedProfile,
  'members-memberId-landing3-slug': readInitialFeaturedProfile,
};

/** Adds the routes of a local site, other than the mailbox and the payment page. In production these addresses are unknown. */
function addDevelopment(app: Hono<HonoEnv>, servePage: ReturnType<typeof pageServer>): void {
  app.use('/_dev/*', async (c, next) => (c.var.env.ENVIRONMENT === 'development' ? next() : servePage(c)));
  app.use('/api/docs/*', async (c, next) => (c.var.env.ENVIRONMENT === 'development' ? next() : refuse('not_found')));
  app.get('/_dev', (c) => c.redirect('/'));
  app.on('GET', ['/_dev/dialogs', '/_dev/top-nav', '/_dev/activate-reminder'], async (c) =>
    (await import('./development/developer-pages.ts')).showPage(c),
  );
  app.get('/_dev/assets/:file', async (c) => (await import('./development/developer-pages.ts')).showAsset(c));
  app.get('/_dev/cams/:part', async (c) => (await import('./development/partners-site.ts')).showPartnerSite(c));
  app.get('/_dev/mail.json', async (c) => (await import('./development/mailbox.ts')).listMails(c));
  app.get('/api/docs', async (c) => (await import('./development/api-docs.ts')).showDocs(c));
  app.get('/api/docs/openapi.json', async (c) => (await import('./development/api-docs.ts')).showOpenApi(c));
}

/** The calls of each feature. */
const FEATURE_ROUTES = [
  operatorRoutes,
  signupRoutes,
  accountRoutes,
  sessionRoutes,
  profileRoutes,
  photosRoutes,
  membersRoutes,
  likesRoutes,
  chatRoutes,
  creditsRoutes,
  discountsRoutes,
  partnersRoutes,
  safetyRoutes,
  casesRoutes,
  complaintsRoutes,
  cancellationsRoutes,
  notificationsRoutes,
  transparencyRoutes,
  vitalsRoutes,
];

/** Creates the app with all its routes: those of each feature, then photos, partners' pictures, manifest, texts, built files and pages. */
export function createApp(): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>();
  const servePage = pageServer(INITIAL_ANSWERS);
  app.use(logRequest);
  app.use(async (c, next) => {
    c.set('env', parseEnv(c.env));
    await next();
  });
  if (__DEVELOPMENT__) {
    app.use(async (c, next) =>
      c.var.env.ENVIRONMENT === 'development' ? (await import('./development/choose-template.ts')).chooseTemplate(c, next) : next(),
    );
    // Before `contentSecurity`, because mails and payment page use inline styles and send a content security policy of their own.
    app.get('/_dev/mail/:id?', async (c, next) =>
      c.var.env.ENVIRONMENT === 'development' ? (await import('./development/mailbox.ts')).showMailbox(c) : next(),
    );
    app.on(['GET', 'POST'], '/_dev/pay/:ref?', async (c, next) =>
      c.var.env.ENVIRONMENT === 'development' ? (await import('./development/test-payment-page.ts')).showTestPayment(c) : next(),
    );
  }
  // Before `contentSecurity`: the answer that opens a socket takes no headers.
  app.get('/parties/:party/:room', limitNetworkRate, connectToRoom);
  app.use(contentSecurity);
  for (const path of ['/api/*', '/photos/*', '/cams/*', '/_desk/photos/*']) app.use(path, forbidIndexing);
  app.use(limitNetworkRate);
  for (const routes of FEATURE_ROUTES) app.route('/', routes);
  app.get('/photos/:name', servePhoto);
  app.get('/cams/:account/:tag', serveCamPicture);
  app.get('/robots.txt', serveRobots);
  app.get('/manifest.webmanifest', serveManifest);
  app.get('/_i18n/:locale/:file', serveLocaleFile);
  for (const path of ['/operator', '/operator/*']) app.get(path, serveDesk);
  app.get('/_desk/assets/:file', serveDeskFile);
  app.get(CASE_PHOTO_PATH, serveCasePhoto);
  for (const path of SERVICE_WORKER_FILES) app.get(path, serveBuiltFile);
  // Existing files bypass the Worker (wrangler.toml). A missing one is `no-store`: a deploy may not have reached every edge location yet.
  app.on('GET', ['/assets/*', '/icons/*'], () => refuse('not_found'));
  if (__DEVELOPMENT__) addDevelopment(app, servePage);
  app.all('/api/*', (c) => {
    const atPath = Object.values(ENDPOINTS).filter((endpoint) => endpoint.path === c.req.path);
    if (atPath.some((endpoint) => endpoint.method === c.req.method) || atPath.length === 0) return refuse('not_found');
    const answer = refusalResponse(new Refusal('method_not_allowed'));
    answer.headers.set('Allow', [...new Set(atPath.map((endpoint) => endpoint.method))].join(', '));
    return answer;
  });
  app.get('*', servePage);
  app.notFound(() => refusalResponse(new Refusal('not_found')));
  app.onError((error) => refusalResponse(error));
  return app;
}
