import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { internal, rememberCsrfToken } from './client.ts';
import type { Session, User } from './types.ts';

export const sessionKey = ['session'] as const;

async function remembered(answer: Promise<Session>): Promise<Session> {
  const session = await answer;
  rememberCsrfToken(session.csrf_token);
  return session;
}

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }) => remembered(internal<Session>('GET', '/session', { signal })),
  staleTime: 60_000,
});

/** The logged-in user. Only for pages behind the log-in. */
export function useUser(): User {
  const { data } = useQuery(sessionQuery);
  if (!data?.user) throw new Error('No user: this component belongs behind the log-in.');
  return data.user;
}

/** Replaces everything known by a new session, so that nothing of another user stays in the cache. */
function useNewSession() {
  const client = useQueryClient();
  return (session: Session) => {
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
    client.setQueryData(sessionKey, session);
  };
}

export function useLogIn() {
  const start = useNewSession();
  return useMutation({
    mutationFn: (body: { username: string; password: string }) =>
      remembered(internal<Session>('POST', '/session', { body })),
    onSuccess: start,
  });
}

export function useLogOut() {
  const start = useNewSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => internal<void>('DELETE', '/session'),
    onSuccess: () => {
      rememberCsrfToken(null);
      const known = client.getQueryData<Session>(sessionKey);
      start({ setup: false, version: known?.version ?? '', user: null, csrf_token: null });
    },
  });
}

export type FirstAdministrator = {
  token: string;
  username: string;
  displayname: string;
  email?: string;
  password: string;
};

export function useSetup() {
  const start = useNewSession();
  return useMutation({
    mutationFn: (body: FirstAdministrator) => remembered(internal<Session>('POST', '/setup', { body })),
    onSuccess: start,
  });
}
