/** Why Cairn cannot start or go on: one line that names the setting and what to do, shown without a stack trace. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

const causes: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
};

/** The reason of a failed system call in words, or its code where there are none. */
export function causeOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return causes[code] ?? (code || String(error));
}
