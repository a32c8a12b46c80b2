import { Check, ExternalLink, Save, Sparkles, Timer, Workflow } from 'lucide-react';
import type { RunResponse } from '@/domains/model-calls/run-record';
import { routerOriginOf } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDate } from '@/lib/format';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { inputMedia } from '@/shared/dialog-requests/input-request';
import { Button, buttonClass } from '@/ui/button';
import { linkExpiry, linkExpiryText, type LinkExpiry } from './link-expiry';
import { useMediaActions, type MediaActions } from './use-media-actions';
import { useMediaFile } from './use-result-file';

interface MediaBarProps extends MediaActions {
  response: RunResponse;
}

/** Shows how long the file is available, and its actions. */
export function MediaBar({ response, ...actions }: MediaBarProps) {
  const { surface, modelId, media } = actions;
  const { busy, act } = useMediaActions(actions);
  const { contentType, asset } = useMediaFile(surface, media);
  const { source } = media;
  const isKept = asset !== null && !asset.expires_at;
  const isInput = inputMedia(contentType) !== null;
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 px-4 pb-3 md:px-5">
      {source.kind === 'bytes' ? <span className="text-sm text-muted">{t('Included in the response')}</span> : null}
      {asset?.expires_at ? (
        <span className="text-sm text-muted">
          {t('Kept here until {date} unless you keep it in Assets', { date: formatDate(Date.parse(asset.expires_at)) })}
        </span>
      ) : null}
      {isKept ? (
        <span className="flex items-center gap-1.5 text-sm text-muted">
          <Check aria-hidden className="size-4 text-ok" />
          {t('Kept in Assets')}
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
      <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full">
        {isInput ? (
          <>
            <Button
              isBusy={busy === 'model'}
              title={t("Use in another model's input")}
              className="max-sm:flex-1"
              onClick={() => act('model')}
            >
              <Sparkles aria-hidden />
              {t('Use with a model…')}
            </Button>
            <Button isBusy={busy === 'workflow'} className="max-sm:flex-1" onClick={() => act('workflow')}>
              <Workflow aria-hidden />
              {t('Use in a workflow…')}
            </Button>
          </>
        ) : null}
        {isKept ? null : (
          <Button
            isBusy={busy === 'save'}
            title={t('Keeps it among the assets of this machine')}
            className="max-sm:flex-1"
            onClick={() => act('save')}
          >
            <Save aria-hidden />
            {t('Keep in Assets')}
          </Button>
        )}
      </div>
    </div>
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
