import { Button, Input, NativeSelect, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useLogOut, useUser } from '../data/session.ts';
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/index.ts';
import { Initials } from '../ui/initials.tsx';
import classes from './account-menu.module.css';
import { showShortcuts } from './shortcuts.tsx';

const SCHEMES = ['auto', 'light', 'dark'] as const;

const PANEL = 'account';

/**
 * Who is logged in, and what one sets for oneself: language, theme, settings, the end of the session. The browser's own
 * popover: it closes by itself on Escape and on a click elsewhere, and gives the focus back.
 */
export function AccountMenu() {
  const { t } = useTranslation();
  const user = useUser();
  const panel = useRef<HTMLElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        className={classes.target}
        aria-label={t('app.account.label', { name: user.displayname })}
        popoverTarget={PANEL}
      >
        <Initials name={user.displayname} />
      </button>
      <section ref={panel} id={PANEL} popover="auto" className={classes.panel} aria-label={t('app.account.title')}>
        <Text fw={600} truncate>
          {user.displayname}
        </Text>
        <Text size="sm" c="dimmed" truncate mb="sm">
          {user.identity.username}
        </Text>
        <Choices />
        <Actions onDone={close} />
      </section>
    </>
  );
}

function Choices() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.choices}>
      <NativeSelect
        label={t('app.account.language')}
        value={i18n.language}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={(event) => void chooseLanguage(event.currentTarget.value as Language)}
      />
      <Input.Wrapper label={t('app.account.theme')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('app.account.theme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number])}
          data={SCHEMES.map((value) => ({ value, label: t(`app.account.themes.${value}`) }))}
        />
      </Input.Wrapper>
    </div>
  );
}

function Actions({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const look = {
    variant: 'subtle',
    color: 'gray',
    justify: 'flex-start',
    fullWidth: true,
    className: classes.action,
  } as const;
  return (
    <>
      <Button
        {...look}
        component={Link}
        to="/settings"
        onClick={onDone}
        leftSection={<IconSettings size={16} aria-hidden />}
      >
        {t('app.nav.settings')}
      </Button>
      <Button
        {...look}
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={() => {
          onDone();
          showShortcuts();
        }}
      >
        {t('app.shortcuts.title')}
      </Button>
      <Button
        {...look}
        leftSection={<IconLogout size={16} aria-hidden />}
        loading={logOut.isPending}
        onClick={() => logOut.mutate(undefined, { onSuccess: () => void navigate('/') })}
      >
        {t('app.account.logOut')}
      </Button>
    </>
  );
}
