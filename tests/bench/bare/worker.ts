import { createClient } from '@libsql/client/web';

interface BareEnv {
  readonly DB_URL: string;
  readonly PARTY_HOST: string;
}

/** The least a chat can do: one insert without rules, then a relay to one room. P6 measures ours beside it. */
export default {
  async fetch(request: Request, { DB_URL, PARTY_HOST }: BareEnv): Promise<Response> {
    const url = new URL(request.url);
    const client = createClient({
      url: DB_URL,
      fetch: (asked: Request) => {
        asked.headers.set('Accept-Encoding', 'identity');
        return fetch(asked);
      },
    });
    const text = await request.text();
    await client.batch([{ sql: 'insert into bare_messages (text) values (?)', args: [text] }], 'write');
    await fetch(`http://${PARTY_HOST}/parties/main/${url.searchParams.get('room')}`, { method: 'POST', body: text });
    return new Response(null, { status: 201 });
  },
};
