import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Mark } from '../ui/mark.tsx';
import { AccountMenu } from './account-menu.tsx';
import classes from './header.module.css';
import { SearchBox } from './search-box.tsx';

/** Top of every page: where one is at home, what one looks for, who one is. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={classes.header} data-shell>
      <ActionIcon
        className={classes.menu}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('app.nav.open')}
        onClick={onMenu}
      >
        <IconMenu2 size={20} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.home} aria-label={t('app.home')}>
        <Mark size={24} />
        <span aria-hidden>Cairn</span>
      </Link>
      <SearchBox />
      <AccountMenu />
    </header>
  );
}
