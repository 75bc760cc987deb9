import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { setting } from './setting.ts';
import { bytes, databaseUrl, integer, networks, orNone, webAddress } from './values.ts';

const processes = z.union([z.literal('auto').transform(() => Math.min(availableParallelism(), 4)), integer(1, 64)], {
  error: 'must be auto or a whole number from 1 to 64',
});

const path = z.string().min(1, 'must be the path of a folder');

const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'must be one of fatal, error, warn, info, debug, trace, silent',
});

/** Every setting of Cairn: the only place where names, defaults and limits of settings are written. */
export const schema = z.object({
  host: setting(
    'CAIRN_HOST',
    z.string().regex(/^[\w.:-]+$/, 'must be an address or host name of this machine, for example 0.0.0.0'),
    '127.0.0.1',
    'Address to listen on; 0.0.0.0 for every network of this machine.',
  ),
  port: setting('CAIRN_PORT', integer(1, 65535), '8080', 'Port to listen on.'),
  baseUrl: setting(
    'CAIRN_BASE_URL',
    webAddress,
    '',
    'Address that users type, where it differs from host and port; may have a path.',
  ),
  trustProxy: setting(
    'CAIRN_TRUST_PROXY',
    networks,
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded headers are believed, separated by commas.',
  ),
  dataDir: setting('CAIRN_DATA_DIR', path, './data', 'Folder for files and for the embedded database.'),
  databaseUrl: setting(
    'CAIRN_DATABASE_URL',
    databaseUrl,
    '',
    'An own PostgreSQL, version 15 or newer; without it Cairn runs its own inside the data folder.',
    { secret: true },
  ),
  databasePool: setting('CAIRN_DATABASE_POOL', integer(2, 200), '5', 'Database connections of each process, at most.'),
  workers: setting(
    'CAIRN_WORKERS',
    processes,
    'auto',
    'Processes that answer requests and run jobs; auto is one for each core, at most 4.',
  ),
  logLevel: setting('CAIRN_LOG_LEVEL', logLevel, 'info', 'Least important level that is logged.'),
  directUploadLimit: setting(
    'CAIRN_DIRECT_UPLOAD_LIMIT',
    bytes(1),
    '50 MB',
    'Largest file that is sent in one request; larger ones are sent in chunks.',
  ),
  chunkSize: setting('CAIRN_CHUNK_SIZE', bytes(1), '10 MB', 'Size of the chunks of an upload.'),
  uploadQuota: setting(
    'CAIRN_UPLOAD_QUOTA',
    orNone(bytes(0)),
    '10 GB',
    'Bytes of files that each user may store, or none for no limit.',
  ),
  jsonBodyLimit: setting('CAIRN_JSON_BODY_LIMIT', bytes(1024), '5 MB', 'Largest JSON body of a request.'),
  trashDays: setting(
    'CAIRN_TRASH_DAYS',
    integer(0, 36_500),
    '7',
    'Days in the trash after which a resource is deleted for good.',
  ),
  uploadLifetimeHours: setting(
    'CAIRN_UPLOAD_LIFETIME_HOURS',
    integer(1, 87_600),
    '24',
    'Hours after which an upload that was never finished is removed.',
  ),
  oldFileHours: setting(
    'CAIRN_OLD_FILE_HOURS',
    integer(0, 876_000),
    '24',
    'Hours for which the content of a replaced or deleted file is kept.',
  ),
  sessionDays: setting('CAIRN_SESSION_DAYS', integer(1, 365), '30', 'Days after which a browser logs in again.'),
  accessTokenSeconds: setting(
    'CAIRN_ACCESS_TOKEN_SECONDS',
    integer(1, 31_536_000),
    '3600',
    'Seconds for which an OAuth2 access token is valid.',
  ),
  authorizationCodeSeconds: setting(
    'CAIRN_AUTHORIZATION_CODE_SECONDS',
    integer(1, 3600),
    '300',
    'Seconds for which an OAuth2 authorization code is valid.',
  ),
  rateLimits: z
    .object({
      anonymousPerMinute: setting(
        'CAIRN_RATE_ANONYMOUS_PER_MINUTE',
        integer(1, 1_000_000),
        '90',
        'Requests a minute from one address without a valid login.',
      ),
      anonymousPerSecond: setting(
        'CAIRN_RATE_ANONYMOUS_PER_SECOND',
        integer(1, 1_000_000),
        '3',
        'Requests a second from one address without a valid login.',
      ),
      loginPerMinute: setting(
        'CAIRN_RATE_LOGIN_PER_MINUTE',
        integer(1, 1_000_000),
        '5',
        'Attempts to log in, a minute and address.',
      ),
      registrationPerMinute: setting(
        'CAIRN_RATE_REGISTRATION_PER_MINUTE',
        integer(1, 1_000_000),
        '3',
        'Registrations, a minute and address.',
      ),
      resetPerMinute: setting(
        'CAIRN_RATE_RESET_PER_MINUTE',
        integer(1, 1_000_000),
        '2',
        'Requests for a new password, a minute and address.',
      ),
      exempt: setting(
        'CAIRN_RATE_EXEMPT',
        networks,
        '127.0.0.1,::1',
        'Addresses or networks without rate limits, separated by commas.',
      ),
    })
    .prefault({}),
});
