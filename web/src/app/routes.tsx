import { createBrowserRouter, redirect } from 'react-router';
import { routerBase } from '../data/address.ts';
import { BrokenPage } from './broken-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';
import { SignedIn } from './signed-in.tsx';
import { Starting } from './starting.tsx';

/** Pages by address. Each page is a chunk of its own; only the shell is in the first load. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <BrokenPage />,
      HydrateFallback: Starting,
      children: [
        { path: 'setup', lazy: () => import('../session/setup-page.tsx') },
        {
          element: (
            <SignedIn>
              <Shell />
            </SignedIn>
          ),
          children: [
            {
              // Errors of one page leave the frame around it standing.
              errorElement: <BrokenPage />,
              children: [
                { index: true, loader: () => redirect('/records') },
                { path: 'records', lazy: () => import('../record/list-page.tsx') },
                { path: 'records/:id', lazy: () => import('../record/record-page.tsx') },
                {
                  path: 'settings',
                  lazy: () => import('../settings/settings-frame.tsx'),
                  children: [
                    { index: true, lazy: () => import('../settings/profile-page.tsx') },
                    { path: 'tokens', lazy: () => import('../settings/tokens-page.tsx') },
                  ],
                },
                { path: '*', element: <NotFoundPage /> },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: routerBase },
);
