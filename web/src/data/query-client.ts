import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure, Unreachable } from './client.ts';
import { sessionKey } from './session.ts';
import type { Session } from './types.ts';

/** Makes the cache of server state. A 401 anywhere means that the session ended: the log-in page takes the page's place. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiFailure) || error.status !== 401) return;
    client.setQueryData<Session>(sessionKey, (session) => session && { ...session, user: null });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Ask whatever the browser thinks of the network: see reachability.ts.
        networkMode: 'always',
        // An answer is final; only a lost connection is worth another try.
        retry: (failures, error) => error instanceof Unreachable && failures < 2,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
