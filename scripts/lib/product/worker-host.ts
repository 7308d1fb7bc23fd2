import { Miniflare } from 'miniflare';
import * as v from 'valibot';
import { RoomAnswer, type RoomPost } from '#contract/realtime';
import type { HostCall, HostReply } from './worker-host-messages.ts';
import { miniflareOptions, ROOM_POSTS_WORKER } from './worker-options.ts';

// A program: runs the Worker in Miniflare and carries out the calls that its parent process sends over the message channel.
let miniflare: Miniflare | undefined;

/** Throws before the call `start`. */
function running(): Miniflare {
  if (!miniflare) throw new Error('the Worker has not been started');
  return miniflare;
}

/** The keys of all photos; R2 lists a thousand objects at a time. */
async function photoNames(): Promise<string[]> {
  const photos = await running().getR2Bucket('PHOTOS');
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await photos.list(cursor ? { cursor } : {});
    names.push(...page.objects.map((object) => object.key));
    if (!page.truncated) return names;
    cursor = page.cursor;
  }
}

/** Posts to a room in the Worker, as the Worker itself does. Throws what the room throws. */
async function postToRoom(name: string, post: RoomPost): Promise<RoomAnswer> {
  const poster = await running().getWorker(ROOM_POSTS_WORKER);
  const response = await poster.fetch(`http://rooms/${name}`, { method: 'POST', body: JSON.stringify(post) });
  if (!response.ok) throw new Error(`the room answered ${response.status}: ${await response.text()}`);
  return v.parse(RoomAnswer, await response.json());
}

/** Has the events delivered at once that no room took, by the alarm that does so. */
async function retryEvents(): Promise<null> {
  const poster = await running().getWorker(ROOM_POSTS_WORKER);
  const response = await poster.fetch('http://rooms/', { method: 'POST' });
  if (!response.ok) throw new Error(`the alarm was not set: ${response.status}`);
  return null;
}

async function answer(call: HostCall): Promise<unknown> {
  switch (call.name) {
    case 'start':
      miniflare = new Miniflare(miniflareOptions(call.options));
      await miniflare.ready;
      return null;
    case 'reload':
      await running().setOptions(miniflareOptions(call.options));
      return null;
    case 'scheduled': {
      const worker = await running().getWorker();
      return (await worker.scheduled({ cron: '* * * * *' })).outcome;
    }
    case 'putPhoto': {
      const photos = await running().getR2Bucket('PHOTOS');
      await photos.put(call.photo.name, call.photo.bytes);
      return null;
    }
    case 'postToRoom':
      return postToRoom(call.room, call.post);
    case 'retryEvents':
      return retryEvents();
    case 'photoNames':
      return photoNames();
    case 'dropPhotos': {
      const photos = await running().getR2Bucket('PHOTOS');
      for (const name of await photoNames()) await photos.delete(name);
      return null;
    }
  }
}

const send = (reply: HostReply) => process.send?.(reply);

process.on('message', (call: HostCall) => {
  answer(call).then(
    (value) => send({ id: call.id, value }),
    (error: unknown) => send({ id: call.id, fault: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit());
