import type { Instance } from './instance.ts';

export const PASSWORD = 'correct horse battery';

type Made = { id: number; _links: { uploads: string } };
type Upload = { _actions: { upload_data: string } };

/** Makes the user `ada`, an administrator, and resolves with a caller of the API in her name. */
export async function makeAda(instance: Instance) {
  const user = ['users', 'create', 'ada', '--display-name', 'Ada Lindqvist', '--admin', '--password-stdin'];
  await instance.cairn(user, PASSWORD);
  const token = await instance.cairn(['tokens', 'create', 'ada', '--name', 'laboratory']);
  const call = async <T>(method: string, address: string, body: BodyInit, type: string): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type };
    const response = await fetch(new URL(address, instance.url), { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(address: string, body: unknown) =>
    call<T>('POST', address, JSON.stringify(body), 'application/json');

  /** Makes a record, with files by name and content. */
  const makeRecord = async (fields: object, files: Record<string, string> = {}): Promise<number> => {
    const record = await post<Made>('api/v1/records', fields);
    for (const [name, content] of Object.entries(files)) {
      const upload = await post<Upload>(record._links.uploads, { name, size: Buffer.byteLength(content) });
      await call('PUT', upload._actions.upload_data, content, 'application/octet-stream');
    }
    return record.id;
  };
  return { makeRecord };
}

/** A record with everything that a page can show. */
export const TENSILE_TEST = {
  identifier: 'tt-007',
  title: 'Tensile test of heat-treated 316L',
  type: 'experiment',
  description:
    '# Set-up\n\nThe specimen slipped **once**.\n\n### Channels\n\n| Channel | Rate |\n|---|---|\n| Load | 50 Hz |\n\n- [x] calibrated\n',
  license: 'CC-BY-4.0',
  tags: ['steel', 'tensile'],
  visibility: 'public',
  extras: [
    { type: 'str', key: 'Instrument', value: 'Z100', term: 'https://example.org/machine', description: 'Calibrated.' },
    { type: 'date', key: 'Start', value: '2026-10-12T07:30:00+00:00' },
    {
      type: 'dict',
      key: 'Specimen',
      value: [
        { type: 'float', key: 'Diameter', value: 8.015, unit: 'mm' },
        { type: 'int', key: 'Grain count', value: 12840 },
        { type: 'bool', key: 'Polished', value: true },
        { type: 'str', key: 'Batch', value: null },
        { type: 'list', key: 'Preload', value: [10, 20, 50].map((value) => ({ type: 'int', value, unit: 'N' })) },
      ],
    },
  ],
};
