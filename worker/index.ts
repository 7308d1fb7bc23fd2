import { createApp } from './app.ts';
import { requestIdOf, withRequestId } from './lib/log.ts';
import { runDuties } from './scheduled.ts';

export { EventRetry } from './rooms/event-retry.ts';
export { MemberRoom } from './rooms/member-room.ts';

const app = createApp();

export default {
  fetch: (request, raw, ctx) => app.fetch(request, raw, ctx),
  /** Runs every minute (docs/product.md, "Scheduled sweep"). The lines of a run carry an id, as those of a request do. */
  scheduled: (_controller, raw) => withRequestId(requestIdOf(undefined), () => runDuties(raw)),
} satisfies ExportedHandler<object>;
