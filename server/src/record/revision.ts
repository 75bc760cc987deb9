import { sql } from 'kysely';

/** The revisioned state of a record (resources 1.11) over `r` and `k`; links ordered by id. */
export const recordRevision = sql`jsonb_build_object(
  'identifier', r.identifier, 'title', r.title, 'type', k.type, 'description', r.description, 'extras', k.extras::jsonb,
  'visibility', r.visibility, 'state', r.state, 'license', k.license, 'tags', to_jsonb(r.tags),
  'links_to', coalesce((select jsonb_agg(jsonb_build_object(
    'id', l.id, 'name', l.name, 'record_to_id', l.to_id, 'term', l.term) order by l.id)
    from record_link l where l.from_id = r.id), '[]'),
  'linked_from', coalesce((select jsonb_agg(jsonb_build_object(
    'id', l.id, 'name', l.name, 'record_from_id', l.from_id, 'term', l.term) order by l.id)
    from record_link l where l.to_id = r.id), '[]'))`;
