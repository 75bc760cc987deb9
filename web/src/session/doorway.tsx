import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import classes from './doorway.module.css';

/** The page before the log-in: one narrow sheet in the middle. */
export function Doorway({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.door}>
      <title>{`${title} · Cairn`}</title>
      <div className={classes.sheet}>
        <div className={classes.sign}>
          <Mark size={36} />
          <span>Cairn</span>
        </div>
        <Paper withBorder p="lg" radius="md">
          <Title order={1} mb="md">
            {title}
          </Title>
          {children}
        </Paper>
      </div>
    </main>
  );
}
