import { localStorageColorSchemeManager } from '@mantine/core';

/** Where the choice light, dark or system is kept. public/colour-scheme.js reads the same key before the first paint. */
export const colourSchemeStore = localStorageColorSchemeManager({ key: 'cairn.colour-scheme' });
