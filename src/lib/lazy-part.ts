import { lazy, type ComponentType } from 'react';

/**
 * A part of a page whose code comes when it is first drawn. Where it does not come, since the gateway is away, the page
 * goes on without it: an error would take the whole page along.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
}

function Nothing() {
  return null;
}
