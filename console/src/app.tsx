import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { holdDrops } from './lib/dropped.ts';
import { queries } from './lib/query.ts';
import { router } from './routes/router.ts';
import { Toasts } from './ui/toast.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the console');
holdDrops();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
