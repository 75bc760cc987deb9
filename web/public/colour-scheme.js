// Sets the stored colour scheme before the first paint. The key is the one of src/app/colour-scheme.ts.
(() => {
  let choice = 'auto';
  try {
    choice = localStorage.getItem('cairn.colour-scheme') ?? 'auto';
  } catch {
    // Storage can be forbidden; the system's choice is right then.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
