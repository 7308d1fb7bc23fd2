import { createClient } from '@libsql/client/web';

interface BareEnv {
  readonly DB_URL: string;
  readonly PARTY_HOST: string;
}

/**
 * A minimal chat page: a field, a list, a socket. It is the limit with which the product is compared
 * (docs/performance.md, "P7: from Enter to the recipient's screen").
 */
const PAGE = `<!doctype html><textarea></textarea><main></main><script>
const at = new URL(location).searchParams;
const field = document.querySelector('textarea');
const show = (text) => {
  const line = document.createElement('p');
  line.className = 'message';
  line.append(document.createElement('bdi'));
  line.firstChild.textContent = text;
  document.querySelector('main').append(line);
};
new WebSocket('ws://' + at.get('host') + '/parties/main/' + at.get('mine')).onmessage = ({ data }) => show(data);
field.onkeydown = (event) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  show(field.value);
  fetch('/?room=' + at.get('theirs'), { method: 'POST', body: field.value });
  field.value = '';
};
</script>`;

/**
 * A minimal chat server: one insert without rules, then a post to one room. It is the limit with which the product is compared
 * (docs/performance.md, "P6: from a send to the recipient's socket").
 */
export default {
  async fetch(request: Request, { DB_URL, PARTY_HOST }: BareEnv): Promise<Response> {
    if (request.method === 'GET') return new Response(PAGE, { headers: { 'Content-Type': 'text/html' } });
    const url = new URL(request.url);
    const client = createClient({
      url: DB_URL,
      fetch: (outgoing: Request) => {
        outgoing.headers.set('Accept-Encoding', 'identity');
        return fetch(outgoing);
      },
    });
    const text = await request.text();
    await client.batch([{ sql: 'insert into bare_messages (text) values (?)', args: [text] }], 'write');
    await fetch(`http://${PARTY_HOST}/parties/main/${url.searchParams.get('room')}`, { method: 'POST', body: text });
    return new Response(null, { status: 201 });
  },
};
