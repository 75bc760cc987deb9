/** Bounds of the wire format; configurable numbers live in the server's settings. Sources: specification 8, resources 2. */
export const LIMITS = {
  identifier: 50,
  title: 150,
  description: 50_000,
  recordType: 50,
  tag: 50,
  linkName: 150,
  term: 2048,
  fileName: 256,
  mimetype: 256,
  checksum: 256,
  displayName: 150,
  tokenName: 150,
  email: 256,
  username: { min: 3, max: 50 },
  password: { min: 8, max: 1024 },
  perPage: { default: 10, max: 100 },
  searchPage: 100,
  extrasDepth: 64,
  /** Values in a JSON body, counted by the commas between them. */
  jsonValues: 200_000,
} as const;
