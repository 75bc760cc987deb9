import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { makeQueryClient } from '../data/query-client.ts';
import { colourSchemeStore } from './colour-scheme.ts';
import { router } from './routes.tsx';
import { theme } from './theme.ts';

/** Everything that surrounds the pages: theme, cache of server state, router. */
export function App() {
  const [client] = useState(makeQueryClient);
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colourSchemeStore}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
