import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

type Props = { title: string; aside?: ReactNode; children: ReactNode };

/** A part of a page with its heading; `aside` stands at the heading's end. */
export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
