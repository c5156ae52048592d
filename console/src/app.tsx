import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preventFileDrops } from './lib/file-drops.ts';
import { queryClient } from './lib/query-client.ts';
import { router } from './routes/router.ts';
import { Toasts } from './ui/toast.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element');
preventFileDrops();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
