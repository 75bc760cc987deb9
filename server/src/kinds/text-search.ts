import { type RawBuilder, sql } from 'kysely';
import { likeText } from '../db/index.ts';
import { type Condition, indexed, type Shape } from './definition.ts';

/** A way in which a resource can match a query; the list is in order, better matches first. */
export type Tier = Condition;

/** Words of a query that are looked for beyond themselves. */
const TOLERANT_WORDS = 8;

/**
 * The query of a search as a list of tiers, best first: exact identifier or title; all words in identifier or title
 * (also their beginnings and other word endings); any of them; any word in the description; then, for words that the
 * caller finds nowhere, parts of words in identifier or title, and typing errors there. A phrase in double quotes is
 * found exactly. Looks at `r` (specification 4.1, resources 4.2).
 * @param absent a condition that is evaluated once a query: that no row which the caller may read fulfils another.
 * @returns null for no query, an empty list for one that can't match anything.
 */
export function textTiers(
  query: string,
  absent: (condition: RawBuilder<boolean>) => RawBuilder<boolean>,
): Tier[] | null {
  if (query === '') return null;
  if (query.length >= 2 && query.startsWith('"') && query.endsWith('"')) return phraseTiers(query.slice(1, -1));
  const words = query.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const distinct = [...new Set(words)].slice(0, 32);
  if (distinct.length === 0) return [];
  if (query.length <= 2) return shortTiers(distinct);
  const all = sql<boolean>`w.name_words @@ ${joined(distinct.map(endings), '&&')}`;
  const exact = query.toLowerCase();
  const tiers = [indexed(sql<boolean>`(r.identifier = ${exact} or lower(r.title) = ${exact})`)];
  if (distinct.length > 1) tiers.push(matching(all));
  tiers.push(matching(sql<boolean>`w.name_words @@ ${joined(distinct.map(endings), '||')}`));
  tiers.push(matching(sql<boolean>`w.text_words @@ ${joined(distinct.map(stems), '||')}`));
  return [...tiers, ...distinct.slice(0, TOLERANT_WORDS).flatMap((word) => tolerantTiers(word, absent))];
}

function tolerantTiers(word: string, absent: (condition: RawBuilder<boolean>) => RawBuilder<boolean>): Tier[] {
  const { length } = [...word];
  if (length < 3) return [];
  const named = matching(sql<boolean>`w.name_words @@ ${joined([endings(word)], '||')}`);
  const described = matching(sql<boolean>`w.text_words @@ ${joined([stems(word)], '||')}`);
  const unknown = sql<boolean>`${absent(named('gather'))} and ${absent(described('gather'))}`;
  const parts = matching(sql<boolean>`w.name_text like ${`%${likeText(word)}%`}`, unknown);
  if (length < 4) return [parts];
  return [parts, matching(sql<boolean>`${word} <% w.name_text`, unknown)];
}

// The condition that the words `w` of a resource `r` match, and another one on the resource itself.
function matching(words: RawBuilder<boolean>, and?: RawBuilder<boolean>): Tier {
  return (shape) => {
    const found =
      shape === 'gather'
        ? sql<boolean>`r.id in (select w.id from resource_words w where ${words})`
        : sql<boolean>`(select ${words} from resource_words w where w.id = r.id)`;
    return and ? sql<boolean>`(${and} and ${found})` : found;
  };
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
  return [matching(sql<boolean>`w.name_words @@ ${wanted}`), matching(sql<boolean>`w.text_words @@ ${wanted}`)];
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
  return [matching(sql<boolean>`w.name_words @@ ${beginnings}`), matching(sql<boolean>`w.text_words @@ ${whole}`)];
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
