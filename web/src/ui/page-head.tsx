import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './page-head.module.css';

let firstPage = true;

type Props = { title: string; children?: ReactNode; actions?: ReactNode };

/**
 * Title of a page, in the window's title too. After a navigation it takes the focus, so that a screen reader says where
 * one is and Tab goes on from the top of the new page; the first page of a visit leaves the focus to the browser.
 */
export function PageHead({ title, children, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the event.
  useEffect(() => {
    if (firstPage) firstPage = false;
    else heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classes.head}>
      <title>{`${title} · Cairn`}</title>
      <div className={classes.words}>
        <Title order={1} ref={heading} tabIndex={-1} dir="auto" className={classes.title}>
          {title}
        </Title>
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
