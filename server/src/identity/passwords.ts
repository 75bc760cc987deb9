import { hash, verify } from '@node-rs/argon2';

// argon2id with the parameters that OWASP names for interactive log-ins: 19 MiB, 2 passes, 1 lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Compared against when a user name is unknown, so that the answer takes as long as for a known one.
const DECOY = hash('a password that nobody has', OPTIONS);

/** Hashes a password with argon2id and a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether a password fits a hash; null stands for no such user and takes the same time. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await DECOY), password);
  return stored !== null && fits;
}
