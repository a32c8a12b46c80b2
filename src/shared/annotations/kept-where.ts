import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { andList } from '@/lib/i18n/word-lists';

/** Says of which servers this browser alone keeps stars, ratings and tags; `null` if of none. */
export function browserOnlyNote(...surfaces: readonly Pick<Surface, 'kind' | 'name'>[]): string | null {
  const names = surfaces.filter(({ kind }) => kind !== 'gateway').map(({ name }) => name);
  return names.length === 0
    ? null
    : t('Stars, ratings and tags of jobs on {servers} stay in this browser.', { servers: andList(names) });
}

/** Says where stars, ratings and tags of the jobs of these servers are kept. */
export function keptWhere(...surfaces: readonly Pick<Surface, 'kind'>[]): string {
  const isGateway = ({ kind }: Pick<Surface, 'kind'>) => kind === 'gateway';
  if (surfaces.every(isGateway)) return t('Kept on the gateway, for all your browsers.');
  if (!surfaces.some(isGateway)) return t('Stored in this browser only.');
  return t('Kept on the gateway, and in this browser only for jobs of other servers.');
}
