import { type JsonText, writeArray, writeJson, writeObject } from './json.ts';

/** Which page is asked for; `page` counts from 1. */
export type Page = { page: number; per_page: number };

/** Rows to skip, or null where no row can be that far. */
export function offset({ page, per_page }: Page): number | null {
  const skip = (page - 1) * per_page;
  return skip > 2_000_000_000 ? null : skip;
}

/**
 * The answer of a paginated list (specification 1, resources 3.1).
 * @param url address of a page with its query, given the page's number.
 */
export function writePage(
  items: readonly JsonText[],
  total: number,
  { page, per_page }: Page,
  url: (page: number) => string,
  actions?: Record<string, string>,
): JsonText {
  const links: Record<string, string> = {};
  if (page > 1) links.prev = url(page - 1);
  links.self = url(page);
  if (total > page * per_page) links.next = url(page + 1);
  const pagination = {
    page,
    per_page,
    total_pages: Math.max(1, Math.ceil(total / per_page)),
    total_items: total,
    _links: links,
  };
  return writeObject(
    {},
    {
      items: writeArray(items),
      _pagination: writeJson(pagination),
      ...(actions ? { _actions: writeJson(actions) } : {}),
    },
  );
}
