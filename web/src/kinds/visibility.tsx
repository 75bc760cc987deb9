import { IconLock, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './visibility.module.css';

/** Who can see something, in two words. */
export function Visibility({ value }: { value: 'private' | 'public' }) {
  const { t } = useTranslation();
  const Icon = value === 'public' ? IconUsers : IconLock;
  return (
    <span className={classes.visibility}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {t(`ui.visibility.${value}`)}
    </span>
  );
}
