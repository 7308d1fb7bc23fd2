import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { CommandError } from '../../scripts/lib/command/command-error.ts';

const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
/** The end of an archive: two empty blocks. */
const END = Buffer.alloc(2 * BLOCK);
/** Readable and writable by its owner alone. */
const MODE = 0o600;

/** A file within an archive. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: number;
  /** Where its content begins in the archive. */
  readonly offset: number;
}

/** A file that was written into an archive, with the SHA-256 of its content in hexadecimal digits. */
export interface WrittenEntry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const paddingAfter = (bytes: number) => (BLOCK - (bytes % BLOCK)) % BLOCK;
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
/** The sum of the bytes of a header, with blanks in place of the sum itself. */
const checksumOf = (header: Buffer) => header.reduce((sum, byte, i) => sum + (i >= 148 && i < 156 ? 0x20 : byte), 0);

/** Divides a name into the two fields of a header. Throws if it does not fit. */
function nameFields(name: string): { prefix: string; last: string } {
  const slash = name.length <= NAME_BYTES ? -1 : name.indexOf('/', name.length - NAME_BYTES - 1);
  const [prefix, last] = [name.slice(0, Math.max(0, slash)), name.slice(slash + 1)];
  if (last.length > NAME_BYTES || prefix.length > PREFIX_BYTES) throw new Error(`a name is too long for an archive: ${name}`);
  return { prefix, last };
}

/** The header of a file in the format of POSIX (ustar). */
function headerOf(name: string, bytes: number, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const { prefix, last } = nameFields(name);
  header.write(last, 0);
  header.write(octal(MODE, 7), 100);
  header.write(octal(0, 7) + octal(0, 7), 108);
  header.write(octal(bytes, 11) + octal(seconds, 11), 124);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  header.write(`${octal(checksumOf(header), 6)} `, 148);
  return header;
}

/** Writes a tar archive, one file after the other. `time` (ms) is the time that its files bear. Throws if the path exists. */
export async function createTarFile(path: string, time: number) {
  const file = await open(path, 'wx', MODE);
  const seconds = Math.floor(time / 1000);
  const begin = (name: string, bytes: number) => file.write(headerOf(name, bytes, seconds));
  const end = (bytes: number) => file.write(Buffer.alloc(paddingAfter(bytes)));
  return {
    add: async (name: string, content: Buffer): Promise<WrittenEntry> => {
      await begin(name, content.length);
      await file.write(content);
      await end(content.length);
      return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
    },
    /** Copies a file. Throws if it changes meanwhile. */
    addFile: async (name: string, from: string): Promise<WrittenEntry> => {
      const { size } = await stat(from);
      await begin(name, size);
      const hash = createHash('sha256');
      let copied = 0;
      for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
        await file.write(chunk);
        hash.update(chunk);
        copied += chunk.length;
      }
      if (copied !== size) throw new CommandError(`${from} has changed while it was copied.`);
      await end(size);
      return { name, bytes: size, sha256: hash.digest('hex') };
    },
    /** Ends the archive and waits until it is on the disk. */
    finish: async () => {
      await file.write(END);
      await file.sync();
    },
    close: () => file.close(),
  };
}

async function readAt(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
}

const textAt = (header: Buffer, from: number, bytes: number) => header.toString('utf8', from, from + bytes).replace(/\0.*$/s, '');

/** A header's file, or null if the block is none. */
function entryAt(header: Buffer, offset: number): TarEntry | null {
  if (header.length < BLOCK || textAt(header, 257, 6) !== 'ustar') return null;
  if (Number.parseInt(textAt(header, 148, 8), 8) !== checksumOf(header)) return null;
  const [prefix, last] = [textAt(header, 345, PREFIX_BYTES), textAt(header, 0, NAME_BYTES)];
  return { name: prefix ? `${prefix}/${last}` : last, bytes: Number.parseInt(textAt(header, 124, 12), 8), offset: offset + BLOCK };
}

/** The files of an archive, or null if it is none, is truncated, or holds anything beside its files. */
export async function readTarEntries(file: FileHandle): Promise<TarEntry[] | null> {
  const { size } = await file.stat();
  const entries: TarEntry[] = [];
  for (let offset = 0; ; ) {
    const header = await readAt(file, offset, BLOCK);
    const entry = entryAt(header, offset);
    if (!entry) return offset + END.length === size && (await readAt(file, offset, END.length)).equals(END) ? entries : null;
    const padding = paddingAfter(entry.bytes);
    offset = entry.offset + entry.bytes + padding;
    if (!(await readAt(file, offset - padding, padding)).equals(Buffer.alloc(padding))) return null;
    entries.push(entry);
  }
}

const READ_BYTES = 1_000_000;

/** The content of a file within an archive, piece by piece. */
export async function* contentOf(file: FileHandle, { offset, bytes }: TarEntry): AsyncGenerator<Buffer> {
  for (let read = 0; read < bytes; read += READ_BYTES) yield readAt(file, offset + read, Math.min(READ_BYTES, bytes - read));
}

/** The whole content of a small file within an archive. */
export const readContent = (file: FileHandle, { offset, bytes }: TarEntry): Promise<Buffer> => readAt(file, offset, bytes);

/** The SHA-256 of a file within an archive, in hexadecimal digits. */
export async function hashContent(file: FileHandle, entry: TarEntry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(file, entry)) hash.update(chunk);
  return hash.digest('hex');
}
