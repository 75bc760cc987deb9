import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useLogOut, useUser } from '../data/session.ts';
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/index.ts';
import { Initials } from '../ui/initials.tsx';
import classes from './account-menu.module.css';
import { showShortcuts } from './shortcuts.tsx';

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Who is logged in, and what one sets for oneself: language, theme, settings, the end of the session. */
export function AccountMenu() {
  const { t, i18n } = useTranslation();
  const user = useUser();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const check = (chosen: boolean) => <IconCheck size={16} aria-hidden visibility={chosen ? 'visible' : 'hidden'} />;

  return (
    <Menu position="bottom-end" width={240} shadow="sm">
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('app.account.label', { name: user.displayname })}>
          <Initials name={user.displayname} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {user.displayname}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.identity.username}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
          {t('app.nav.settings')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={showShortcuts}>
          {t('app.shortcuts.title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('app.account.language')}</Menu.Label>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={i18n.language === language}
            leftSection={check(i18n.language === language)}
            onClick={() => void chooseLanguage(language as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('app.account.theme')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            leftSection={check(colorScheme === scheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`app.account.themes.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => logOut.mutate(undefined, { onSuccess: () => void navigate('/') })}
        >
          {t('app.account.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
