import { Link } from 'react-router';
import classes from './tag.module.css';

/** A word one can follow to everything that carries it. */
export function Tag({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.tag} dir="auto">
      {children}
    </Link>
  );
}
