import { createClient } from '@libsql/client/web';
import { Hono } from 'hono';

/**
 * A minimal Worker: a constant answer, or one trivial query. It is the limit with which the product is compared
 * (docs/performance.md, "P14: processor time of the Worker").
 */
const app = new Hono<{ Bindings: { DB_URL: string } }>();
app.get('/', (c) => c.json({ hello: 'world' }));
app.get('/query', async (c) => {
  const client = createClient({
    url: c.env.DB_URL,
    fetch: (outgoing: Request) => {
      outgoing.headers.set('Accept-Encoding', 'identity');
      return fetch(outgoing);
    },
  });
  const { rows } = await client.execute('select 1 as one');
  return c.json({ one: rows[0]?.one });
});

export default app;
