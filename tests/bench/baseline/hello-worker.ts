import { createClient } from '@libsql/client/web';
import { Hono } from 'hono';

/**
 * The least a Worker can do: say hello, or ask the database for nothing. It is the limit that ours is measured beside
 * (docs/performance.md, "P14: processor time of the Worker").
 */
const app = new Hono<{ Bindings: { DB_URL: string } }>();
app.get('/', (c) => c.json({ hello: 'world' }));
app.get('/query', async (c) => {
  const client = createClient({
    url: c.env.DB_URL,
    fetch: (asked: Request) => {
      asked.headers.set('Accept-Encoding', 'identity');
      return fetch(asked);
    },
  });
  const { rows } = await client.execute('select 1 as one');
  return c.json({ one: rows[0]?.one });
});

export default app;
