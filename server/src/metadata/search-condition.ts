import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ExtraMatch, ExtrasQuery, Range, TextMatch, ValueMatch } from './search-query.ts';

/**
 * How a condition is evaluated: `probe` looks at the entries of each row that the surrounding query comes to (for
 * queries that walk an index and stop early), `gather` starts from the entries (for few matches, and for counting).
 */
export type ConditionShape = 'probe' | 'gather';

/**
 * The SQL condition that a resource has extras as searched for. Tolerant keys are resolved to ids once a query, in the
 * small table of keys.
 * @param id the column with the id of the resource, such as sql.ref('r.id').
 */
export function extrasCondition(
  query: ExtrasQuery,
  id: Expression<unknown>,
  shape: ConditionShape,
): RawBuilder<SqlBool> {
  if (shape === 'gather') return sql<SqlBool>`${id} in (${gatherIds(query)})`;
  const alternatives = query.map(
    (matches) =>
      sql`(${sql.join(
        matches.map((match) => probe(match, id)),
        sql` and `,
      )})`,
  );
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

// A scalar subquery, because EXISTS would be turned into a join and the walk with it into a sort of everything.
function probe(match: ExtraMatch, id: Expression<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select true from extra_entry e where e.resource_id = ${id} and ${entryMatches(match)} limit 1) is true`;
}

function gatherIds(query: ExtrasQuery): RawBuilder<unknown> {
  const alternatives = query.map((matches) => {
    const sets = matches.map((match) => sql`(select e.resource_id from extra_entry e where ${entryMatches(match)})`);
    return sets.length === 1 ? sql`${sets[0]}` : sql`(${sql.join(sets, sql` intersect `)})`;
  });
  return sql`${sql.join(alternatives, sql` union `)}`;
}

function entryMatches({ key, value }: ExtraMatch): RawBuilder<SqlBool> {
  const wanted = valueMatches(value);
  if (key === null) return wanted;
  const ids = sql`select k.id from extra_key k where ${textMatches(sql`k.path`, key)}`;
  return sql<SqlBool>`e.key_id = any(array(${ids})) and ${wanted}`;
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
  const same = sql`${column} = ${text}`;
  if (mode === 'exact') return sql<SqlBool>`${same}`;
  const literal = text.replaceAll(/[\\%_]/g, '\\$&');
  if (mode === 'short') {
    const window = `%${literal}${'_'.repeat(3 - [...text].length)}%`;
    return sql<SqlBool>`(${same} or lower(${column}) like ${window})`;
  }
  return sql<SqlBool>`(${column} ilike ${`%${literal}%`} or ${text} <% ${column})`;
}
