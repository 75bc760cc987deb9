import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router';
import { PageHead } from '../ui/page-head.tsx';
import classes from './settings-frame.module.css';

/** The settings: one page for each subject, side by side at the top. */
export function Component() {
  const { t } = useTranslation();
  const pages = [
    { to: '/settings', label: t('settings.profile.title'), end: true },
    { to: '/settings/tokens', label: t('settings.tokens.title'), end: false },
  ];
  return (
    <div className={classes.frame}>
      <PageHead title={t('settings.title')} />
      <nav aria-label={t('settings.title')}>
        <ul className={classes.pages}>
          {pages.map(({ to, label, end }) => (
            <li key={to}>
              <NavLink to={to} end={end} className={classes.page as string}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
