import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';

// Only phones have it, and only when it is asked for.
const PhoneMenu = lazy(() => import('./phone-menu.tsx'));

/** The frame around every page: header, navigation, content. */
export function Shell() {
  const { t } = useTranslation();
  const [menuOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu that led to it.
  useEffect(() => menu.close(), [pathname]);

  const toContent = () => document.querySelector('main')?.focus();
  return (
    <div className={classes.shell}>
      {/* A button: with a <base> in the page, a link to #content would lead to the start page. */}
      <button type="button" className={classes.skip} onClick={toContent}>
        {t('app.skip')}
      </button>
      <div className={classes.progress} data-active={loading || undefined} aria-hidden />
      <Header onMenu={menu.open} />
      <nav className={classes.side} aria-label={t('app.nav.label')} data-shell>
        <Navigation />
      </nav>
      {menuOpen && (
        <Suspense>
          <PhoneMenu onClose={menu.close} />
        </Suspense>
      )}
      <main className={classes.main} tabIndex={-1}>
        <OfflineNotice />
        <div className={classes.content}>
          <Outlet />
        </div>
      </main>
      <Shortcuts />
      <ScrollRestoration />
    </div>
  );
}
