import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

/**
 * Notes whether the service answered the last request. The browser's own idea of being online is no measure: a service
 * on the same machine, or in a closed laboratory network, answers without any internet.
 */
export function noteReachable(now: boolean) {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the service answered the last request. */
export const useReachable = () => useSyncExternalStore(subscribe, () => reachable);
