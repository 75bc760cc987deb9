import type { Call } from '../http/index.ts';
import { pathId, pathUuid } from '../kernel/index.ts';
import type { RecordTarget } from './record-access.ts';

type AnyCall = Pick<Call<Record<never, never>, unknown>, 'actor' | 'scopes' | 'params'>;

/** The record in the path of a call, and who wants to do something with it. */
export function targetOf({ actor, scopes, params }: AnyCall): RecordTarget {
  return { actor, scopes, recordId: pathId(params.record_id ?? params.id ?? '') };
}

/** A UUID in the path of a call; null if it has another form, and then nothing is found. */
export function uuidOf({ params }: Pick<AnyCall, 'params'>, name: 'file_id' | 'upload_id' | 'id'): string | null {
  return pathUuid(params[name] ?? '');
}
