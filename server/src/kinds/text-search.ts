import { type RawBuilder, sql } from 'kysely';
import { type Condition, indexed, type Shape } from './definition.ts';

/** A way in which a resource can match a query; the list is in order, better matches first. */
export type Tier = Condition;

/**
 * The query of a search as a list of tiers, best first: exact identifier or title; all words in identifier or title
 * (also their beginnings and other word endings); any of them; any word in the description; parts of words in identifier
 * or title; typing errors there. A phrase in double quotes is found exactly. Looks at `r` (specification 4.1,
 * resources 4.2).
 * @returns null for no query, an empty list for one that can't match anything.
 */
export function textTiers(query: string): Tier[] | null {
  if (query === '') return null;
  if (query.length >= 2 && query.startsWith('"') && query.endsWith('"')) return phraseTiers(query.slice(1, -1));
  const words = query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const distinct = [...new Set(words)].slice(0, 32);
  if (distinct.length === 0) return [];
  if (query.length <= 2) return shortTiers(distinct);
  const exact = sql<boolean>`(r.name_words @@ ${joined(distinct.map(endings), '&&')} and
    (lower(r.identifier) = ${query.toLowerCase()} or lower(r.title) = ${query.toLowerCase()}))`;
  const tiers = [exact];
  if (distinct.length > 1) tiers.push(sql<boolean>`r.name_words @@ ${joined(distinct.map(endings), '&&')}`);
  tiers.push(sql<boolean>`r.name_words @@ ${joined(distinct.map(endings), '||')}`);
  tiers.push(sql<boolean>`r.text_words @@ ${joined(distinct.map(stems), '||')}`);
  const parts = distinct.filter((word) => [...word].length >= 3);
  if (parts.length > 0)
    tiers.push(sql<boolean>`r.name_text like any(${parts.map((part) => `%${likeText(part)}%`)}::text[])`);
  const typos = distinct.filter((word) => [...word].length >= 4);
  if (typos.length > 0)
    tiers.push(
      sql<boolean>`(${sql.join(
        typos.map((word) => sql`${word} <% r.name_text`),
        sql` or `,
      )})`,
    );
  return tiers.map(indexed);
}

/** Whether any tier matches. */
export function anyTier(tiers: readonly Tier[], shape: Shape): RawBuilder<boolean> {
  if (tiers.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(
    tiers.map((tier) => tier(shape)),
    sql` or `,
  )})`;
}

function phraseTiers(phrase: string): Tier[] {
  if (!/[\p{L}\p{N}]/u.test(phrase)) return [];
  const wanted = sql`(select phraseto_tsquery('simple', ${phrase.replaceAll(/[-_]/g, ' ')}))`;
  return [indexed(sql<boolean>`r.name_words @@ ${wanted}`), indexed(sql<boolean>`r.text_words @@ ${wanted}`)];
}

function shortTiers(words: readonly string[]): Tier[] {
  const beginnings = joined(
    words.map((word) => sql`to_tsquery('simple', ${`${word}:*`})`),
    '||',
  );
  const whole = joined(
    words.map((word) => sql`to_tsquery('simple', ${word})`),
    '||',
  );
  return [indexed(sql<boolean>`r.name_words @@ ${beginnings}`), indexed(sql<boolean>`r.text_words @@ ${whole}`)];
}

function endings(word: string): RawBuilder<unknown> {
  return sql`(to_tsquery('simple', ${`${word}:*`}) || ${stems(word)})`;
}

function stems(word: string): RawBuilder<unknown> {
  return sql`(to_tsquery('simple', ${word}) || to_tsquery('english', ${word}) || to_tsquery('german', ${word}))`;
}

// As a subquery, so that the words are analysed once a query and not once a row.
function joined(queries: readonly RawBuilder<unknown>[], operator: '&&' | '||'): RawBuilder<unknown> {
  return sql`(select ${sql.join(queries, operator === '&&' ? sql` && ` : sql` || `)})`;
}

/** A text for LIKE in which `%`, `_` and the backslash stand for themselves. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
