/** Where links of an answer point: `api` in the form of the request (`…/api` or `…/api/v1`), `web` for pages. */
export type LinkBase = { readonly api: string; readonly web: string };
