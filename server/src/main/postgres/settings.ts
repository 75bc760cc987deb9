/** How a server is used, as far as its settings depend on it. */
export interface ServerUse {
  /** Connections that Cairn opens at most, over all processes. */
  readonly connections: number;
  /** False only for databases that are thrown away: they may be lost in a crash. */
  readonly durable: boolean;
}

/**
 * The server settings, in the form of postgresql.conf. Sized for a laptop or a small server that does other work too;
 * an administrator overrides them with ALTER SYSTEM.
 */
export function serverSettings({ connections, durable }: ServerUse): string {
  const settings: Record<string, string | number> = {
    listen_addresses: '', // only the UNIX socket
    unix_socket_permissions: '0700',
    max_connections: connections + 10, // for `cairn` commands, psql and the superuser's reserve
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    random_page_cost: 1.1, // solid state disks
    jit: 'off', // costs more than it saves on short queries
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    autovacuum_naptime: '10s', // plans are only as good as what the planner knows of a database that is being filled
    max_logical_replication_workers: 0,
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C', // messages at start are recognised by text
    log_min_messages: 'log', // not the errors of statements: Cairn reports those itself, without their values
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    log_line_prefix: '',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}
