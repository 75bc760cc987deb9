import { lazy, Suspense, useEffect, useState } from 'react';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

const SHOW = 'cairn:show-shortcuts';

/** Opens the list of keyboard shortcuts from anywhere. */
export function showShortcuts() {
  window.dispatchEvent(new Event(SHOW));
}

/** Moves the focus between the entries of the list on the page, as j and k do in most programs with lists. */
function step(by: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by;
  rows[next]?.focus();
}

/** Listens to the shortcuts that work everywhere and shows what they are. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(SHOW, show);
    return () => window.removeEventListener(SHOW, show);
  }, []);

  // By character, not by key: "/" and "?" lie elsewhere on a German keyboard.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role=dialog]')) return;
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') document.querySelector<HTMLInputElement>('[data-search-box]')?.focus();
      else if (event.key === 'j') step(1);
      else if (event.key === 'k') step(-1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    open && (
      <Suspense>
        <ShortcutsDialog onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
