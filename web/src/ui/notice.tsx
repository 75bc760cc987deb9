import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

type Props = { title?: string; children: ReactNode; action?: ReactNode; role?: 'alert' | 'status' };

/** A calm block that says why there is nothing to see here and what can be done about it. */
export function Notice({ title, children, action, role }: Props) {
  return (
    <Stack className={classes.notice} gap="sm" align="flex-start" {...(role ? { role } : {})}>
      {title && <Text fw={600}>{title}</Text>}
      <div className={classes.text}>{children}</div>
      {action}
    </Stack>
  );
}
