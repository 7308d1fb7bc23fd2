import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a test may make wrong in an answer of the authenticator. */
export interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId?: string;
  readonly isUserVerified?: boolean;
  readonly type?: string;
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** A CBOR head of a major type with a number below 65536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

type CborValue = number | string | Buffer | ReadonlyMap<number | string, CborValue>;

/** CBOR of what WebAuthn needs: small whole numbers, texts, bytes and maps. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

/** The COSE key of a public key on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** An authenticator in software, with one passkey. `counter` rises with each use and can be set back, as in a copy. */
export class SoftwarePasskey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** The public key as it is stored. */
  get publicKey(): string {
    return coseKey(this.#keys.publicKey).toString('base64url');
  }

  #clientData({ challenge, origin, type }: Ceremony, defaultType: string): Buffer {
    return Buffer.from(JSON.stringify({ type: type ?? defaultType, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData({ rpId = 'localhost', isUserVerified = true }: Ceremony, credential: Buffer): Buffer {
    this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential]);
  }

  /** Answers a request to make the passkey. */
  create(ceremony: Ceremony) {
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(this.#keys.publicKey)]);
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#authenticatorData(ceremony, credential)],
    ]);
    const response = {
      clientDataJSON: this.#clientData(ceremony, 'webauthn.create').toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    };
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }

  /** Signs a challenge. */
  sign(ceremony: Ceremony) {
    const clientData = this.#clientData(ceremony, 'webauthn.get');
    const data = this.#authenticatorData(ceremony, Buffer.alloc(0));
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return { id: this.id, rawId: this.id, type: 'public-key', response };
  }
}
