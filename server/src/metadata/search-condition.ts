import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeText } from '../db/index.ts';
import type { ExtraMatch, ExtrasQuery, Range, TextMatch, ValueMatch } from './search-query.ts';

/**
 * How a condition is evaluated: `probe` looks at the entries of each row that the surrounding query comes to (for
 * queries that walk an index and stop early), `gather` starts from the entries (for few matches, and for counting).
 */
export type ConditionShape = 'probe' | 'gather';

/**
 * The SQL condition that a resource has extras as searched for (resources 4.4). Both shapes fix their plan by how they
 * are written, because the planner's guesses about tolerant keys and ranges are far off either way.
 * @param id the column with the id of the resource, such as sql.ref('r.id').
 */
export function extrasCondition(
  query: ExtrasQuery,
  id: Expression<unknown>,
  shape: ConditionShape,
): RawBuilder<boolean> {
  // The ids are gathered once, before the surrounding query begins.
  if (shape === 'gather') return sql<boolean>`${id} = any(array(${gather(query)}))`;
  const alternatives = query.map(
    (matches) =>
      sql`(${sql.join(
        matches.map((match) => probe(match, id)),
        sql` and `,
      )})`,
  );
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

// A scalar subquery, because EXISTS would be turned into a join and the walk with it into a sort of everything; OFFSET 0
// keeps the value out of the choice of the index, which must be the one by resource. Key ids are resolved once a query.
function probe({ key, value }: ExtraMatch, id: Expression<unknown>): RawBuilder<SqlBool> {
  const keys = key
    ? sql` and e.key_id = any(array(select k.id from extra_key k where ${textMatches(sql`k.path`, key)}))`
    : sql``;
  return sql<SqlBool>`(
    select true from (select * from extra_entry e where e.resource_id = ${id}${keys} offset 0) e
    where ${valueMatches(value)} limit 1
  ) is true`;
}

function gather(query: ExtrasQuery): RawBuilder<unknown> {
  const alternatives = query.map((matches) => sql`(${sql.join(matches.map(gatherMatch), sql` intersect `)})`);
  return sql.join(alternatives, sql` union `);
}

// Key by key, each in its own part of an index; OFFSET 0 keeps the keys from being joined to all entries.
function gatherMatch({ key, value }: ExtraMatch): RawBuilder<unknown> {
  if (key === null) return sql`(select e.resource_id from extra_entry e where ${valueMatches(value)})`;
  return sql`(
    select e.resource_id from extra_key k cross join lateral (
      select e.resource_id from extra_entry e where e.key_id = k.id and ${valueMatches(value)} offset 0
    ) e where ${textMatches(sql`k.path`, key)}
  )`;
}

function valueMatches(match: ValueMatch): RawBuilder<SqlBool> {
  switch (match.type) {
    case 'anything':
      return sql<SqlBool>`true`;
    case 'nothing':
      return sql<SqlBool>`false`;
    case 'str':
      return match.match
        ? sql<SqlBool>`e.text is not null and ${textMatches(sql`e.text`, match.match)}`
        : sql<SqlBool>`e.text is not null`;
    case 'number':
      return within(sql`e.num`, match.range, 'double precision');
    case 'quantity':
      return quantityMatches(match.dimension, match.range);
    case 'worded unit': {
      const words = sql`string_to_array(regexp_replace(lower(e.unit), '[^[:alnum:]]+', ' ', 'g'), ' ')`;
      const unit = sql<SqlBool>`(lower(e.unit) = ${match.unit} or ${words} && ${match.words}::text[])`;
      return sql<SqlBool>`${within(sql`e.num`, match.range, 'double precision')} and ${unit}`;
    }
    case 'bool':
      return match.value === null ? sql<SqlBool>`e.bool is not null` : sql<SqlBool>`e.bool = ${match.value}::boolean`;
    case 'date':
      return within(sql`e.date`, match.range, 'timestamptz');
  }
}

// Conversions round: 1.1 mm is 0.0011000000000000001 m. So bounds reach a little further than what they say.
const TOLERANCE = 1e-9;

function quantityMatches(dimension: string, { min, max }: Range<number>): RawBuilder<SqlBool> {
  const range = {
    min: min === null || !Number.isFinite(min) ? min : min - Math.abs(min) * TOLERANCE,
    max: max === null || !Number.isFinite(max) ? max : max + Math.abs(max) * TOLERANCE,
  };
  const known = sql<SqlBool>`e.dimension = ${dimension} and ${within(sql`e.quantity`, range, 'double precision')}`;
  // A number without a unit is a pure number; its value is not stored twice.
  return dimension === ''
    ? sql<SqlBool>`((${known}) or (e.unit is null and ${within(sql`e.num`, range, 'double precision')}))`
    : known;
}

function within<T>(column: RawBuilder<unknown>, { min, max }: Range<T>, type: string): RawBuilder<SqlBool> {
  const bounds = [sql`${column} is not null`];
  if (min !== null) bounds.push(sql`${column} >= ${min}::${sql.raw(type)}`);
  if (max !== null) bounds.push(sql`${column} <= ${max}::${sql.raw(type)}`);
  return sql<SqlBool>`${sql.join(bounds, sql` and `)}`;
}

/**
 * Exact: the same text. Short: as the beginning of a run of three characters, in lower case as stored texts are compared,
 * so capitals find nothing but their exact text. Tolerant: as a part, whatever the case, or with typing errors.
 */
function textMatches(column: RawBuilder<unknown>, { mode, text }: TextMatch): RawBuilder<SqlBool> {
  const same = sql<SqlBool>`${column} = ${text}`;
  if (mode === 'exact') return same;
  const literal = likeText(text);
  if (mode === 'short') {
    const window = `%${literal}${'_'.repeat(3 - [...text].length)}%`;
    return sql<SqlBool>`(${same} or lower(${column}) like ${window})`;
  }
  return sql<SqlBool>`(${column} ilike ${`%${literal}%`} or ${text} <% ${column})`;
}
