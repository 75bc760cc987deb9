import '@mantine/core/styles.css';
import './app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startMessages } from '../i18n/index.ts';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
await startMessages();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
