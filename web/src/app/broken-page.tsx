import { useRouteError } from 'react-router';
import { ProblemPage } from '../ui/problem.tsx';

/** Takes the place of a page that failed while it was loaded or drawn. */
export function BrokenPage() {
  const error = useRouteError();
  return <ProblemPage error={error} retry={() => window.location.reload()} />;
}
