import {
  Button,
  Input,
  NativeSelect,
  Popover,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
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
  const { t } = useTranslation();
  const user = useUser();
  const [open, menu] = useDisclosure(false);
  return (
    <Popover
      opened={open}
      onChange={(opened) => (opened ? menu.open() : menu.close())}
      position="bottom-end"
      width={260}
      shadow="sm"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          aria-label={t('app.account.label', { name: user.displayname })}
          onClick={menu.toggle}
        >
          <Initials name={user.displayname} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('app.account.title')}>
        <Text fw={600} truncate>
          {user.displayname}
        </Text>
        <Text size="sm" c="dimmed" truncate mb="sm">
          {user.identity.username}
        </Text>
        <Choices />
        <Actions onDone={menu.close} />
      </Popover.Dropdown>
    </Popover>
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
