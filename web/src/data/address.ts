/** Path under which this instance is served, with a slash at both ends. The server writes it into the page's <base>. */
export const basePath = new URL(document.baseURI).pathname;

/** The same as the router wants it: without the last slash. */
export const routerBase = basePath === '/' ? '/' : basePath.slice(0, -1);

/** Address of an API v1 path such as `/records/7`. */
export const apiAddress = (path: string) => `${basePath}api/v1${path}`;

/** Address of an internal path such as `/session`. */
export const internalAddress = (path: string) => `${basePath}api/internal${path}`;

/** Full address of a page of this interface, to be copied and shared. */
export const pageAddress = (path: string) => new URL(`.${path}`, document.baseURI).href;
