/** Lives a token can be given, in days; null is for ever. A term is proposed, so that forgotten tokens end by themselves. */
export const LIVES = { month: 30, quarter: 90, year: 365, never: null } as const;
export type Life = keyof typeof LIVES;

/** The moment a token made at `now` ends, as the API wants it; null for never. */
export function expiryOf(life: Life, now: Date): string | null {
  const days = LIVES[life];
  return days === null ? null : new Date(now.getTime() + days * 86_400_000).toISOString();
}
