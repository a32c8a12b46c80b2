import { Link } from '@tanstack/react-router';
import type { EngineStatus } from '@contract/console/gateway-status';
import type { Surface } from '@/api/surface';
import { HealthDot } from '@/app/surfaces/health-dot';
import { DetailList, DetailRow, MemoryRows, Mono } from '../surfaces/detail-row';
import { RemoveEngineButton } from './remove-engine-button';
import type { Health } from '@/app/surfaces/health-of';
import { formatDateTime } from '@/lib/format';
import { useQueryClient } from '@tanstack/react-query';
import { apiMessageOf } from '@/api/api-error';
import { drainEngine } from '@/domains/gateway/drain-engine';
import { t } from '@/lib/i18n/messages';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';

const SHORT_ID = 8;

/** The engines of a gateway with several ComfyUI servers, in the order in which they get jobs. */
export function EngineList({ surface, engines }: { surface: Surface; engines: readonly EngineStatus[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {engines.map((engine) => (
        <li key={engine.name} aria-label={engine.name} className="rounded-lg border border-line px-3.5 py-3">
          <EngineHead surface={surface} engine={engine} />
          <EngineDetails surface={surface} engine={engine} />
        </li>
      ))}
    </ul>
  );
}

function EngineHead({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const { tone, text } = engineState(engine);
  return (
    <div className="mb-2.5 flex items-start gap-3">
      <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <HealthDot tone={tone} />
        <span className="min-w-0 truncate font-semibold">{engine.name}</span>
        <span className="min-w-0 text-muted wrap-anywhere">{text}</span>
      </div>
      {engine.comfyui && engine.state !== 'removed' ? (
        <div className="flex flex-wrap justify-end gap-1.5">
          <DrainButton surface={surface} engine={engine} />
          <RemoveEngineButton kind="remove" surface={surface} name={engine.name} url={engine.comfyui.url} />
        </div>
      ) : null}
    </div>
  );
}

function EngineDetails({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const { comfyui, jobs } = engine;
  return (
    <DetailList>
      <DetailRow name={t('Job')}>{jobs.length === 0 ? t('none') : <JobLinks surface={surface} ids={jobs} />}</DetailRow>
      {comfyui?.queue ? <DetailRow name={t('ComfyUI queue')}>{queueText(comfyui.queue)}</DetailRow> : null}
      {comfyui ? (
        <DetailRow name="URL">
          <Mono>{comfyui.url}</Mono>
        </DetailRow>
      ) : (
        <DetailRow name={t('Type')}>{t('built in')}</DetailRow>
      )}
      {comfyui?.version ? <DetailRow name={t('Version')}>{comfyui.version}</DetailRow> : null}
      <MemoryRows memory={comfyui?.memory} />
    </DetailList>
  );
}

function JobLinks({ surface, ids }: { surface: Surface; ids: readonly string[] }) {
  return ids.map((id) => (
    <Link
      key={id}
      to="/$surface/jobs/$jobId"
      params={{ surface: surface.id, jobId: id }}
      className="rounded font-mono text-sm text-accent hover:underline"
    >
      {id.slice(0, SHORT_ID)}
    </Link>
  ));
}

/** One line about an engine, and the color of its dot. */
function engineState(engine: EngineStatus): Health {
  const { comfyui, state, movesTo, jobs } = engine;
  const isBusy = jobs.length > 0;
  const draining = drainingText(engine);
  if (comfyui?.state === 'unknown')
    return { tone: 'unknown', text: draining === null ? t('Connecting…') : `${draining} · ${t('connecting…')}` };
  if (comfyui && comfyui.state !== 'here') {
    const since = comfyui.unreachableSince;
    const time = typeof since === 'number' ? formatDateTime(since) : null;
    if (draining === null) {
      const text = time === null ? t('Unreachable') : t('Unreachable since {time}', { time });
      return { tone: state === 'active' ? 'bad' : 'warn', text };
    }
    const text = time === null ? t('unreachable') : t('unreachable since {time}', { time });
    return { tone: state === 'active' ? 'bad' : 'warn', text: `${draining} · ${text}` };
  }
  if (draining === null) {
    const isBusyElsewhere = (comfyui?.queue?.foreign ?? 0) > 0;
    return { tone: 'ok', text: isBusy ? t('Busy') : isBusyElsewhere ? t('Busy for other clients') : t('Idle') };
  }
  if (movesTo && !isBusy) return { tone: 'warn', text: draining };
  return { tone: 'warn', text: `${draining} · ${isBusy ? t('finishing its job') : t('idle')}` };
}

function drainingText({ state, movesTo }: EngineStatus): string | null {
  if (state === 'active') return null;
  if (movesTo) return t('Draining, then moving to {movesTo}', { movesTo });
  return state === 'removed' ? t('Removed from the configuration') : t('Draining');
}

/** Formats ComfyUI's own queue, which includes prompts of other clients. */
function queueText({ prompts, foreign }: { prompts: number; foreign: number }): string {
  if (prompts === 0) return t('empty');
  if (foreign === 0) return t('{prompts, plural, one {# prompt} other {# prompts}}', { prompts });
  return foreign === prompts
    ? t('{prompts, plural, one {# prompt} other {# prompts}}, all from other clients', { prompts })
    : t('{prompts, plural, one {# prompt} other {# prompts}}, {foreign} from other clients', { prompts, foreign });
}

/** Drains or resumes an engine, with Undo. */
function DrainButton({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const client = useQueryClient();
  const { name } = engine;
  const isDraining = Boolean(engine.drainedBy);
  const change = (drain: boolean) => ({
    run: () => drainEngine(surface, client, { name, isDraining: drain }),
    failed: (error: unknown) => ({
      title: drain ? t('Could not drain {name}', { name }) : t('Could not resume {name}', { name }),
      description: apiMessageOf(error, t('The gateway is unreachable.')),
    }),
  });
  const { run, isPending } = useAction({
    ...change(!isDraining),
    done: () =>
      isDraining
        ? { title: t('{name} gets jobs again', { name }) }
        : {
            title: t('{name} is draining', { name }),
            description: t('It finishes its current job and gets no new ones.'),
          },
    undo: () => change(isDraining),
  });
  return (
    <Button
      size="sm"
      aria-label={isDraining ? t('Resume {name}', { name }) : t('Drain {name}', { name })}
      title={isDraining ? t('Resume sending it jobs') : t('Let it finish its current job, and send it no new ones')}
      isBusy={isPending}
      disabledReason={
        engine.drainedBy === 'config'
          ? t('The configuration file drains this engine. Remove its "draining" there')
          : null
      }
      onClick={() => void run()}
    >
      {isDraining ? t('Resume') : t('Drain')}
    </Button>
  );
}
