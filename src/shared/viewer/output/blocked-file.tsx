import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Surface } from '@/api/surface';
import { useBlockedOrigins } from '@/api/surfaces/blocked-origins';
import { canAllowContent } from '@/api/surfaces/content-origins';
import { reloadWithCredentials } from '@/api/change-keys';
import { addContentOrigins } from '@/api/surfaces/change-surfaces';
import { t } from '@/lib/i18n/messages';
import { Button, buttonClass } from '@/ui/button';
import { UnsupportedFile } from '../unsupported-file';

/** Returns true if the policy of this page, not the server, prevents loading a file. */
export function useIsBlocked(url: string): boolean {
  return useBlockedOrigins(({ files }) => URL.canParse(url) && files.has(new URL(url).origin));
}

/** Shown instead of a file that the policy of this page blocks. */
export function BlockedFile({ surface, url }: { surface: Surface; url: string }) {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const { host, origin } = new URL(url);
  if (!canAllowContent(surface, url)) {
    const isRedirected = surface.baseUrl !== null && new URL(surface.baseUrl).origin === origin;
    return (
      <UnsupportedFile
        title={t('Blocked by this page')}
        action={
          <Link to="/$surface/settings" params={{ surface: surface.id }} hash="servers" className={buttonClass()}>
            {t('Open the server settings')}
          </Link>
        }
      >
        {isRedirected
          ? t('{name} redirects its files to another host, from which this page may not load.', { name: surface.name })
          : t('The file is on {host}, from which this page may not load.', { host })}{' '}
        {t('Connect {name} through the gateway instead. The file itself is unchanged.', { name: surface.name })}
      </UnsupportedFile>
    );
  }
  const reload = async () => {
    setIsBusy(true);
    // A gateway that does not respond cannot serve the page either; its answer decides after the reload.
    await addContentOrigins(client, surface.id, [origin]).catch(() => {});
    reloadWithCredentials();
  };
  return (
    <UnsupportedFile
      title={t('Reload the page to show this file')}
      action={
        <Button tone="primary" isBusy={isBusy} onClick={() => void reload()}>
          {t('Reload')}
        </Button>
      }
    >
      {t(
        '{name} stores its files on {host}, which was not known when this page was loaded. The API key is kept, and jobs continue.',
        { name: surface.name, host },
      )}
    </UnsupportedFile>
  );
}
