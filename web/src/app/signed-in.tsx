import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { sessionQuery } from '../data/session.ts';
import { ProblemPage } from '../ui/problem.tsx';
import { Starting } from './starting.tsx';

const LogInPage = lazy(() => import('../session/log-in-page.tsx'));

/** Shows its pages to whoever is logged in, and otherwise the log-in page at the same address. */
export function SignedIn({ children }: { children: ReactNode }) {
  const {
    data: session,
    error,
    refetch,
  } = useQuery({
    ...sessionQuery,
    // A service that is just starting is asked again until it answers.
    refetchInterval: (query) => (query.state.status === 'error' ? 5000 : false),
  });
  if (session?.user) return children;
  if (session) {
    return (
      <Suspense fallback={<Starting />}>
        <LogInPage withoutAdministrator={session.setup} />
      </Suspense>
    );
  }
  return error ? <ProblemPage error={error} retry={() => void refetch()} /> : <Starting />;
}
