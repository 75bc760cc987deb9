import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { internal } from './client.ts';
import type { NewToken, Scope, Token } from './types.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => internal<{ items: Token[] }>('GET', '/tokens', { signal }),
});

/** Creates a personal access token. `scopes` empty: everything its user may do. `expires_at` null: never. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; scopes: Scope[]; expires_at: string | null }) =>
      internal<NewToken>('POST', '/tokens', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}

export function useRemoveToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => internal<void>('DELETE', `/tokens/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
}
