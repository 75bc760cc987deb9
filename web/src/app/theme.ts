import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: the blue-green of lake water. Shade 7 on white and shade 3 on the dark ground are both above 4.5:1. */
const lake: MantineColorsTuple = [
  '#eaf6f8',
  '#d5ebee',
  '#a8d8de',
  '#75c3cd',
  '#45a9b6',
  '#22909e',
  '#107c8a',
  '#0b6a77',
  '#095862',
  '#06434b',
];

/** Neutral greys with a trace of the accent's hue, so that both belong together in the dark theme too. */
const dark: MantineColorsTuple = [
  '#d5dadd',
  '#b4bcc0',
  '#98a2a7',
  '#68747a',
  '#434d53',
  '#323b41',
  '#262e33',
  '#1b2226',
  '#151b1e',
  '#0f1416',
];

/** Red for what is lost and what is wrong; shade 7 carries white text at 5.5:1. */
const red: MantineColorsTuple = [
  '#fff0f0',
  '#ffdede',
  '#ffbdbd',
  '#ff9d9d',
  '#ff7b7b',
  '#ee5252',
  '#d93636',
  '#c92a2a',
  '#a82020',
  '#8a1818',
];

const stack =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", Ubuntu, Cantarell, sans-serif';

export const theme = createTheme({
  colors: { lake, dark, red },
  primaryColor: 'lake',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: stack,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontFamily: stack,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
});
