import { connect, createServer } from 'node:net';
import { Refusal } from './refusal.ts';

/** Both the loopback address and all addresses: a port counts as taken when anyone holds it on either. */
const HOSTS = ['127.0.0.1', '0.0.0.0'];

function canListen(port: number, host: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}

async function isFree(port: number): Promise<boolean> {
  for (const host of HOSTS) if (!(await canListen(port, host))) return false;
  return true;
}

/** Throws one sentence that names the first port that is taken and the variable that moves it. */
export async function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isFree(port))) throw new Refusal(`Port ${port} is taken; give another one with ${variable}=… or end what listens there.`);
  }
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen({ port: 0, host: '0.0.0.0' }, () => {
    const address = server.address();
    server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
  });
  return promise;
}

/** Whether somebody takes connections on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}
