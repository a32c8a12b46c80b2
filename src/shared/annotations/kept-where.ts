import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';

/** Says where stars, ratings and tags of the jobs of these servers are kept. */
export function keptWhere(...surfaces: readonly Pick<Surface, 'kind'>[]): string {
  const isGateway = ({ kind }: Pick<Surface, 'kind'>) => kind === 'gateway';
  if (surfaces.every(isGateway)) return t('Kept on the gateway, for all your browsers.');
  if (!surfaces.some(isGateway)) return t('Stored in this browser only.');
  return t('Kept on the gateway, and in this browser only for jobs of other servers.');
}
