import { Check, ExternalLink, Timer } from 'lucide-react';
import { routerOriginOf, type Surface } from '@/api/surface';
import type { RunResponse } from '@/domains/model-calls/run-record';
import { classNames } from '@/lib/class-names';
import { formatDate } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { Button, buttonClass } from '@/ui/button';
import { FILE_ACTIONS } from './file-actions';
import { linkExpiry, linkExpiryText, type LinkExpiry } from './link-expiry';
import type { OutputMedia } from './parse/output-media';
import type { FileActions } from './use-file-actions';
import { useMediaFile } from './use-result-file';

interface FileStatusProps {
  surface: Surface;
  modelId: string;
  media: OutputMedia;
  response: RunResponse;
  actions: FileActions;
}

/** How long the file is available, and the action that keeps it. */
export function FileStatus({ surface, modelId, media, response, actions }: FileStatusProps) {
  const { asset } = useMediaFile(surface, media);
  const { source } = media;
  const isKept = asset !== null && !asset.expires_at;
  const { label, isShown, isBusy, run } = actions.actionOf('keep');
  const { icon: Icon } = FILE_ACTIONS.keep;
  return (
    <>
      {source.kind === 'bytes' && !isKept ? (
        <span className="text-sm text-muted">{t('Included in the response')}</span>
      ) : null}
      {asset?.expires_at ? (
        <span className="text-sm text-muted">
          {t('Kept here until {date} unless you keep it in the gallery', {
            date: formatDate(Date.parse(asset.expires_at)),
          })}
        </span>
      ) : null}
      {isKept ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <Check aria-hidden className="size-4 text-ok" />
          {t('Kept in the gallery')}
        </span>
      ) : null}
      {source.kind === 'link' ? (
        <>
          {/* A copy of the gateway outlives the link. */}
          {asset ? null : (
            <Ends
              isReplayed={response.isReplayed}
              end={linkExpiry({
                url: source.url,
                path: media.path,
                modelId,
                contentType: media.contentType,
                receivedAt: response.receivedAt,
                routerOrigin: routerOriginOf(surface),
              })}
            />
          )}
          <a
            href={source.url}
            target="_blank"
            rel="noreferrer"
            aria-label={t('Open the link in a new tab')}
            title={t('Open the link at {host}', { host: new URL(source.url).host })}
            className={buttonClass({ tone: 'ghost', size: 'icon-sm' })}
          >
            <ExternalLink aria-hidden />
          </a>
        </>
      ) : null}
      {isShown ? (
        <Button size="sm" isBusy={isBusy} title={t('Keeps it among the files of this machine')} onClick={run}>
          <Icon aria-hidden />
          {label}
        </Button>
      ) : null}
    </>
  );
}

const STEP_MS = 1000;

function Ends({ end, isReplayed }: { end: LinkExpiry; isReplayed: boolean }) {
  const now = useNow(STEP_MS);
  const { text, tone, title } = linkExpiryText(end, isReplayed, now);
  return (
    <span
      title={title}
      className={classNames('flex items-center gap-1.5 text-sm', tone === 'warn' ? 'text-warn' : 'text-muted')}
    >
      <Timer aria-hidden className="size-4" />
      {text}
      <span className="sr-only">. {title}</span>
    </span>
  );
}
