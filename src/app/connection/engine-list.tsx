import { Link } from '@tanstack/react-router';
import type { EngineStatus } from '@contract/console/gateway-status';
import type { Surface } from '@/api/surface';
import { HealthDot } from '@/app/surfaces/health-dot';
import { DetailList, DetailRow, MemoryRows, Mono } from './detail-row';
import { RemoveEngineButton } from './remove-engine-button';
import type { Health } from '@/app/surfaces/health-of';
import { formatCount, formatDateTime } from '@/lib/format';
import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { drainEngine } from '@/domains/gateway/drain-engine';
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
          <RemoveEngineButton label="Remove" surface={surface} name={engine.name} url={engine.comfyui.url} />
        </div>
      ) : null}
    </div>
  );
}

function EngineDetails({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const { comfyui, jobs } = engine;
  return (
    <DetailList>
      <DetailRow name="Job">{jobs.length === 0 ? 'none' : <JobLinks surface={surface} ids={jobs} />}</DetailRow>
      {comfyui?.queue ? <DetailRow name="ComfyUI queue">{queueText(comfyui.queue)}</DetailRow> : null}
      {comfyui ? (
        <DetailRow name="URL">
          <Mono>{comfyui.url}</Mono>
        </DetailRow>
      ) : (
        <DetailRow name="Type">built in</DetailRow>
      )}
      {comfyui?.version ? <DetailRow name="Version">{comfyui.version}</DetailRow> : null}
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
  if (comfyui?.state === 'unknown') return { tone: 'unknown', text: joined(draining, 'Connecting…') };
  if (comfyui && comfyui.state !== 'here') {
    const since =
      typeof comfyui.unreachableSince === 'number' ? ` since ${formatDateTime(comfyui.unreachableSince)}` : '';
    return { tone: state === 'active' ? 'bad' : 'warn', text: joined(draining, `Unreachable${since}`) };
  }
  if (draining === null) {
    const isBusyElsewhere = (comfyui?.queue?.foreign ?? 0) > 0;
    return { tone: 'ok', text: isBusy ? 'Busy' : isBusyElsewhere ? 'Busy for other clients' : 'Idle' };
  }
  if (movesTo && !isBusy) return { tone: 'warn', text: draining };
  return { tone: 'warn', text: joined(draining, isBusy ? 'finishing its job' : 'idle') };
}

function drainingText({ state, movesTo }: EngineStatus): string | null {
  if (state === 'active') return null;
  if (movesTo) return `Draining, then moving to ${movesTo}`;
  return state === 'removed' ? 'Removed from the configuration' : 'Draining';
}

function joined(first: string | null, second: string): string {
  return first === null ? second : `${first} · ${second.replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`;
}

/** Formats ComfyUI's own queue, which includes prompts of other clients. */
function queueText({ prompts, foreign }: { prompts: number; foreign: number }): string {
  if (prompts === 0) return 'empty';
  const count = foreign === prompts ? 'all' : foreign;
  return `${formatCount(prompts, 'prompt')}${foreign === 0 ? '' : `, ${count} from other clients`}`;
}

const SET_IN_CONFIG = 'The configuration file drains this engine. Remove its "draining" there';

/** Drains or resumes an engine, with Undo. */
function DrainButton({ surface, engine }: { surface: Surface; engine: EngineStatus }) {
  const client = useQueryClient();
  const { name } = engine;
  const isDraining = Boolean(engine.drainedBy);
  const change = (drain: boolean) => ({
    run: () => drainEngine(surface, client, { name, isDraining: drain }),
    failed: (error: unknown) => ({
      title: `Could not ${drain ? 'drain' : 'resume'} ${name}`,
      description: isApiError(error) ? error.message : 'The gateway is unreachable.',
    }),
  });
  const { run, isPending } = useAction({
    ...change(!isDraining),
    done: () =>
      isDraining
        ? { title: `${name} gets jobs again` }
        : { title: `${name} is draining`, description: 'It finishes its current job and gets no new ones.' },
    undo: () => change(isDraining),
  });
  return (
    <Button
      size="sm"
      aria-label={`${isDraining ? 'Resume' : 'Drain'} ${name}`}
      title={isDraining ? 'Resume sending it jobs' : 'Let it finish its current job, and send it no new ones'}
      isBusy={isPending}
      disabledReason={engine.drainedBy === 'config' ? SET_IN_CONFIG : null}
      onClick={() => void run()}
    >
      {isDraining ? 'Resume' : 'Drain'}
    </Button>
  );
}
