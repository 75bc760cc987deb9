/** Common media types by the name people use. Names of formats are the same in all languages. */
const NAMES: Record<string, string> = {
  'application/json': 'JSON',
  'application/msword': 'Word',
  'application/pdf': 'PDF',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/x-hdf': 'HDF5',
  'application/x-hdf5': 'HDF5',
  'application/xml': 'XML',
  'application/zip': 'ZIP',
  'application/gzip': 'gzip',
  'image/jpeg': 'JPEG',
  'image/svg+xml': 'SVG',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/markdown': 'Markdown',
  'text/tab-separated-values': 'TSV',
};

/** A short name for a media type; null where only a word of the language fits ("text", "binary"). */
export function formatName(mimetype: string): string | null {
  const known = NAMES[mimetype];
  if (known) return known;
  const [family = '', subtype = ''] = mimetype.split('/');
  if (family === 'image' || family === 'audio' || family === 'video') return subtype.replace(/^x-/, '').toUpperCase();
  return mimetype === 'text/plain' || mimetype === 'application/octet-stream' ? null : mimetype;
}
