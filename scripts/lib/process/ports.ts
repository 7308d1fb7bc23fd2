import { createSocket } from 'node:dgram';
import { connect, createServer } from 'node:net';
import { CommandError } from '../command/command-error.ts';

/** Loopback and all addresses: a port is taken if a program listens on either. */
const HOSTS = ['127.0.0.1', '0.0.0.0'];

const isTaken = (error: Error): boolean => 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');

function canListen(port: number, host: string): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', (error) => (isTaken(error) ? resolve(false) : reject(error)));
  server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}

async function isFree(port: number): Promise<boolean> {
  for (const host of HOSTS) if (!(await canListen(port, host))) return false;
  return true;
}

/** Throws a command error that names the first port that is taken and the variable that changes it. */
export async function assertPortsFree(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [variable, port] of Object.entries(ports)) {
    if (!(await isFree(port)))
      throw new CommandError(`Port ${port} is taken; give another one with ${variable}=… or end what listens there.`);
  }
}

/**
 * Ports to choose from, below those that the system gives to outgoing connections, which could take the port of a server while it restarts.
 */
const FIRST_PORT = 11_000;
const PORT_COUNT = 20_000;
/** Distance between the first ports that two processes with successive ids try. */
const PORTS_PER_PROCESS = 211;
let portOffset = process.pid * PORTS_PER_PROCESS;

/**
 * Reserves a port until this process ends, so that no other one chooses it before a server listens there: with a UDP socket, as servers use
 * TCP alone. Gives false if another process has done so.
 */
function reserve(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const socket = createSocket('udp4');
  socket.once('error', (error) => {
    socket.close();
    if (isTaken(error)) resolve(false);
    else reject(error);
  });
  socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
    socket.unref();
    resolve(true);
  });
  return promise;
}

/** A free port, a different one at each call and for each process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + (portOffset++ % PORT_COUNT);
    if ((await isFree(port)) && (await reserve(port))) return port;
  }
}

/** Whether a program accepts connections on a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ port, host: '127.0.0.1' });
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const isOpen = await promise;
  socket.destroy();
  return isOpen;
}
