import { lazy, type ComponentType } from 'react';
import { afterPaint } from './after-paint';

/**
 * A part of a page whose code comes once the rest of the page is painted. Where it does not come, since the gateway is away, the page
 * goes on without it: an error would take the whole page along.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    await afterPaint();
    return { default: await load().catch((): ComponentType<Props> => Nothing) };
  });
}

function Nothing() {
  return null;
}
