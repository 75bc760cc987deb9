import { NavLink as NavItem } from '@mantine/core';
import { IconApi, IconDatabase, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { basePath } from '../data/address.ts';
import classes from './navigation.module.css';

/** The places of the interface. New kinds join the first group; favourites will stand beneath it. */
export function Navigation() {
  const { t } = useTranslation();
  const places = [
    { to: '/records', label: t('app.nav.records'), Icon: IconDatabase },
    { to: '/settings', label: t('app.nav.settings'), Icon: IconSettings },
  ];
  return (
    <ul className={classes.list}>
      {places.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavItem
            component={NavLink}
            to={to}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            className={classes.item}
          />
        </li>
      ))}
      <li className={classes.apart}>
        <NavItem
          href={`${basePath}docs/api`}
          label={t('app.nav.api')}
          leftSection={<IconApi size={18} stroke={1.6} aria-hidden />}
          className={classes.item}
        />
      </li>
    </ul>
  );
}
