import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { connectionText } from './connection-text';
import type { ServerForm } from './server-form';
import { KINDS } from './server-presets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EngineProbe } from '@contract/console/engine-probe';
import { LOCAL_SURFACE } from '@/api/surface';
import { addEngine } from '@/domains/gateway/engines';
import { Notice } from '@/shared/connect-comfyui/notice';
import { ProbeResult } from '@/shared/connect-comfyui/probe-result';
import { failureMessages } from '@/shared/servers/server-advice';

const TONES = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' };

interface ConnectionResultProps {
  /** As tested. */
  surface: SurfaceConfig;
  reports: readonly ConnectionReport[];
  /** Kind of the server, if it is another one than chosen. */
  otherKind: SurfaceConfig['kind'] | null;
  /** Applies the URL at which the API was found. */
  onSuggestion: (part: Partial<ServerForm>) => void;
  onKind: (kind: SurfaceConfig['kind']) => void;
}

export function ConnectionResult({ surface, reports, otherKind, onSuggestion, onKind }: ConnectionResultProps) {
  return (
    <ul aria-label={t('Result of the test')} aria-live="polite" className="flex flex-col gap-2">
      {reports.map((report) => {
        const { tone, title, advice } = connectionText(report, surface);
        const { suggestedBaseUrl } = report;
        const Icon = tone === 'ok' ? CircleCheck : CircleAlert;
        return (
          <li key={report.target} className="flex gap-2 rounded-lg border border-line bg-raised px-3 py-2">
            <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', TONES[tone])} />
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className={classNames('font-medium', TONES[tone])}>{title}</p>
              {advice ? <p className="text-muted">{advice}</p> : null}
            </div>
            {suggestedBaseUrl === null ? null : (
              <Button
                size="sm"
                onClick={() =>
                  onSuggestion(
                    report.target === 'jobs' ? { baseUrl: suggestedBaseUrl } : { routerBaseUrl: suggestedBaseUrl },
                  )
                }
              >
                {t('Use this URL')}
              </Button>
            )}
          </li>
        );
      })}
      {otherKind === null ? null : (
        <li className="flex gap-2 rounded-lg border border-line bg-raised px-3 py-2">
          <CircleAlert aria-hidden className={classNames('mt-0.5 size-4 shrink-0', TONES.warn)} />
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className={classNames('font-medium', TONES.warn)}>
              {otherKind === 'router' ? t('This server runs models') : t('This server runs workflows')}
            </p>
            <p className="text-muted">{t('Add it as “{kind}”.', { kind: t(KINDS[otherKind].label) })}</p>
          </div>
          <Button size="sm" onClick={() => onKind(otherKind)}>
            {t('Use this kind')}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The URL of a server is that of a ComfyUI: it has no jobs of its own, but the gateway of the page can run workflows on it. */
export function ComfyuiResult({ probe, onResult }: { probe: EngineProbe; onResult: (probe: EngineProbe) => void }) {
  const client = useQueryClient();
  const add = useMutation({ mutationFn: (url: string) => addEngine(LOCAL_SURFACE, client, url), onSuccess: onResult });
  const failure = add.error ? failureMessages(add.error) : null;
  return (
    <div role="status" className="flex flex-col gap-2">
      <ProbeResult
        probe={probe}
        advice={t('It needs no entry here: this computer can use it as its engine.')}
        action={t('Use as engine of this computer')}
        isBusy={add.isPending}
        onUse={(url) => add.mutate(url)}
      />
      {failure ? <Notice tone="bad" title={failure.what} advice={failure.next} /> : null}
    </div>
  );
}
