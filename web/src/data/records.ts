import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import type { FileItem, License, Page, RecordItem, Tag } from './types.ts';

export type RecordSearch = {
  query: string;
  page: number;
  sort: string;
  type: string[];
  tag: string[];
  visibility: string;
};

export const RECORDS_PER_PAGE = 25;

/** One page of records. The page before stays visible until the new one has come. */
export const recordsQuery = (search: RecordSearch) =>
  queryOptions({
    queryKey: ['records', 'list', search],
    queryFn: ({ signal }) =>
      api<Page<RecordItem>>('GET', '/records', {
        signal,
        query: { ...search, tag_operator: 'and', per_page: RECORDS_PER_PAGE },
      }),
    placeholderData: keepPreviousData,
  });

export const recordQuery = (id: string) =>
  queryOptions({
    queryKey: ['records', 'one', id],
    queryFn: ({ signal }) => api<RecordItem>('GET', `/records/${encodeURIComponent(id)}`, { signal }),
  });

const FILES_PER_PAGE = 100;

export const filesQuery = (record: number, sort: string) =>
  infiniteQueryOptions({
    queryKey: ['records', 'files', record, sort],
    queryFn: ({ signal, pageParam }) =>
      api<Page<FileItem>>('GET', `/records/${record}/files`, {
        signal,
        query: { sort, page: pageParam, per_page: FILES_PER_PAGE },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ _pagination }) =>
      _pagination.page < _pagination.total_pages ? _pagination.page + 1 : undefined,
    placeholderData: keepPreviousData,
  });

/** Title and address of a licence. The list is filtered by text, so the exact name is picked from what comes. */
export const licenseQuery = (name: string) =>
  queryOptions({
    queryKey: ['licenses', name],
    queryFn: async ({ signal }) => {
      const page = await api<Page<License>>('GET', '/licenses', { signal, query: { filter: name, per_page: 100 } });
      return page.items.find((license) => license.name === name) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Tags of records the user can read, by the text typed so far. */
export const tagsQuery = (filter: string) =>
  queryOptions({
    queryKey: ['tags', filter],
    queryFn: ({ signal }) =>
      api<Page<Tag>>('GET', '/tags', { signal, query: { filter, type: 'record', per_page: 20 } }),
    placeholderData: keepPreviousData,
  });
