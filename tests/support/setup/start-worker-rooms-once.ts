import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import type { TestProject } from 'vitest/node';
import { RoomPost } from '#contract/realtime';
import '../product/room-addresses.ts';
import { startWorker, UNREACHABLE_HOST } from '../product/test-worker.ts';
import { listen } from '../servers/listen.ts';

/**
 * Starts one Worker with rooms for the project. Its rooms take posts by calls of the Worker only; test files, which are processes of their
 * own, reach these calls by a server of this process.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const worker = await startWorker({ dbUrl: `http://${UNREACHABLE_HOST}`, hasRooms: true });
  const server = createServer(async (request, response) => {
    try {
      const post = v.parse(RoomPost, await json(request));
      const answer = await worker.postToRoom(String(request.url).slice(1), post);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : 'unknown');
    }
  });
  const gateway = await listen(server, 'http');
  project.provide('roomAddresses', { sockets: `${worker.url.replace(/^http/, 'ws')}/parties/member-room`, posts: gateway.url });
  return async () => {
    await gateway.stop();
    await worker.end();
  };
}
