import { Avatar } from '@mantine/core';

/** A person as a small round sign with the first letters of the name. Decoration: the name stands beside or in a label. */
export function Initials({ name, size = 32 }: { name: string; size?: number }) {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return (
    <Avatar
      size={size}
      color="lake"
      variant="light"
      aria-hidden
      styles={{ placeholder: { color: 'var(--mantine-color-anchor)', background: 'var(--cairn-tint)' } }}
    >
      {letters.join('').toUpperCase()}
    </Avatar>
  );
}
