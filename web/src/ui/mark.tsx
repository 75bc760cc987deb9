/** Three stones on each other. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="var(--mantine-color-anchor)" aria-hidden>
      <ellipse cx="16" cy="25.5" rx="12.5" ry="4.5" />
      <ellipse cx="15.2" cy="16.6" rx="8.6" ry="3.7" />
      <ellipse cx="16.6" cy="8.9" rx="5.2" ry="3.1" />
    </svg>
  );
}
