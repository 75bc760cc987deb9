import classes from './initials.module.css';

/** A person as a small round sign with the first letters of the name. Decoration: the name stands beside or in a label. */
export function Initials({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  // Drawn by the style sheet: as text it would have to be part of the button's name for those who speak to their machine.
  return <span className={classes.initials} data-letters={letters.join('').toUpperCase()} aria-hidden />;
}
