import { createHash, randomBytes } from 'node:crypto';

/** A random secret of `bytes` bytes, in hexadecimal. */
export function randomSecret(bytes = 24): string {
  return randomBytes(bytes).toString('hex');
}

/** What is stored of a secret. Secrets are long and random, so one SHA-256 is enough; look-ups compare hashes only. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
