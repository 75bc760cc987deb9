import { IconLock, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './visibility.module.css';

type Value = 'private' | 'public';

/** Who can see something, in two words. */
export function Visibility({ value }: { value: Value }) {
  const { t } = useTranslation();
  return <VisibilitySign value={value}>{t(`ui.visibility.${value}`)}</VisibilitySign>;
}

/** The sign of who can see something, with words of the caller's. */
export function VisibilitySign({ value, children }: { value: Value; children: ReactNode }) {
  const Icon = value === 'public' ? IconUsers : IconLock;
  return (
    <span className={classes.visibility}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
