import type { AnyRouter } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';

/** Lists that every server of a kind has; pages of a job, a draft or a model belong to one server. */
const LISTS = /^\/[^/]+\/(submit|jobs|assets|models|settings)(?:\/|$)/;

/** Opens a server on the current page, or on the list that it belongs to. */
export function openSurface(router: AnyRouter, surface: Surface): void {
  const page = LISTS.exec(router.state.location.pathname)?.[1] ?? 'jobs';
  void router.navigate({ to: `/${surface.id}/${pageAt(surface, page)}` });
}

function pageAt({ baseUrl, routerBaseUrl }: Surface, page: string): string {
  if (page === 'settings') return page;
  if (baseUrl === null) return 'models';
  return page === 'models' && routerBaseUrl === null ? 'jobs' : page;
}
