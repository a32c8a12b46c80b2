import { Link } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';
import { findCapability } from '@/api/surfaces/capability-record';
import { t } from '@/lib/i18n/messages';
import { buttonClass } from '@/ui/button';

interface BuyCreditsProps {
  surface: Surface;
  /** From the rejection, if it names one. */
  url: string | null;
  size?: 'sm' | 'md';
}

/** Link to buy credits after a 402: where the server says so, or said so before, otherwise to its entry in the settings. */
export function BuyCredits({ surface, url: named, size = 'md' }: BuyCreditsProps) {
  const url = named ?? findCapability(surface, 'credits')?.url ?? null;
  if (url === null) {
    return (
      <Link
        to="/$surface/settings"
        params={{ surface: surface.id }}
        hash="servers"
        className={buttonClass({ size })}
        title={t('{name} does not say where credits are bought. Its entry has its address and key.', {
          name: surface.name,
        })}
      >
        {t('Server settings')}
      </Link>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size })}>
      {t('Buy credits')}
    </a>
  );
}
