/** What a list shows, as it stands in the address. Empty text and empty lists mean "no such condition". */
export type ListSearch = {
  query: string;
  page: number;
  sort: string;
  type: string[];
  tag: string[];
  visibility: '' | 'private' | 'public';
};

/** Orders a list can have; the empty one is the server's own: best match first, then the newest change. */
export const SORTS = [
  '',
  '-last_modified',
  'last_modified',
  '-created_at',
  'created_at',
  'title',
  '-title',
  'identifier',
] as const;

/** Reads the address. Whatever is not understood counts as not given, so an old or mistyped link still opens. */
export function readSearch(params: URLSearchParams): ListSearch {
  const page = Number(params.get('page'));
  const sort = params.get('sort') ?? '';
  const visibility = params.get('visibility');
  return {
    query: params.get('query') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: SORTS.some((known) => known === sort) ? sort : '',
    type: params.getAll('type').filter((value) => value !== ''),
    tag: params.getAll('tag').filter((value) => value !== ''),
    visibility: visibility === 'private' || visibility === 'public' ? visibility : '',
  };
}

/** The address of a list without what is as usual, so that equal lists have equal addresses. */
export function writeSearch(search: Partial<ListSearch>): string {
  const params = new URLSearchParams();
  if (search.query) params.set('query', search.query);
  for (const type of search.type ?? []) params.append('type', type);
  for (const tag of search.tag ?? []) params.append('tag', tag);
  if (search.visibility) params.set('visibility', search.visibility);
  if (search.sort) params.set('sort', search.sort);
  if (search.page !== undefined && search.page > 1) params.set('page', String(search.page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Whether anything narrows the list. */
export function isNarrowed(search: ListSearch): boolean {
  return search.query !== '' || search.type.length > 0 || search.tag.length > 0 || search.visibility !== '';
}
