import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CircleX, Copy, PencilLine, Workflow } from 'lucide-react';
import type { JobError, ListedJob } from '@contract/jobs/schemas';
import { needsNodeId, nodeTitle, type Graph } from '@contract/workflow/graph';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { errorAdvice, expiredTokenAdvice } from '@/shared/error-hints';
import { JobNodeErrors } from '@/shared/job-node-errors';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { definitionsQuery } from '@/domains/node-definitions-query';
import { jobStart } from '@/domains/jobs/job-start';
import { jobLogQuery } from '@/features/jobs/tabs/log/job-log-query';
import { copyText } from '@/shared/copy-text';
import { messageOf } from '@/lib/message-of';
import { errorReport, type ReportDetails } from './error-report';

interface JobErrorPanelProps {
  surface: Surface;
  job: ListedJob;
  error: JobError;
  graph: Graph | null;
  /** Opens the workflow in the editor at a node. */
  onEdit: (nodeId: string) => void;
  onShowInGraph: (nodeId: string) => void;
}

/** What failed and where, hints, and an error report. All text of the surface is shown as plain text only. */
export function JobErrorPanel({ surface, job, error, graph, onEdit, onShowInGraph }: JobErrorPanelProps) {
  const client = useQueryClient();
  const node = error.node_id ? graph?.get(error.node_id) : undefined;
  const { data: classes } = useQuery(definitionsQuery(surface));
  const title = node ? nodeTitle(node, classes) : null;
  const made = job.outputs?.length ?? 0;
  const advice = [errorAdvice(error), expiredTokenAdvice(job, error)].filter(Boolean).join(' ');
  return (
    <section
      aria-label={t('Why it failed')}
      className="flex shrink-0 items-start gap-3 border-b border-line bg-bad-soft px-4 py-3 md:px-5"
    >
      <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          {error.node_id || error.class_type ? (
            <h2 className="font-semibold">
              {title ?? error.class_type ?? t('Node')}{' '}
              {error.node_id && needsNodeId(graph, error.node_id, classes) ? (
                <span className="ml-0.5 font-mono text-sm text-muted">{t('node {id}', { id: error.node_id })}</span>
              ) : null}
            </h2>
          ) : (
            <h2 className="font-semibold">{t('The run failed')}</h2>
          )}
          {error.class_type && title && title !== error.class_type ? (
            <span className="text-sm text-muted">{error.class_type}</span>
          ) : null}
          <code className="font-mono text-sm text-muted">{error.code}</code>
        </div>
        <p className="mt-0.5 max-h-32 overflow-auto break-words whitespace-pre-wrap">{error.message}</p>
        {advice !== '' || made > 0 ? (
          <p className="mt-0.5 text-muted">
            {[advice, made > 0 ? t('Outputs committed before that are kept.') : ''].filter(Boolean).join(' ')}
          </p>
        ) : null}
        <JobNodeErrors error={error} graph={graph} classes={classes} onEdit={onEdit} />
        {error.traceback ? (
          <details className="mt-1.5">
            <summary className="w-fit rounded text-sm text-muted hover:text-text">{t('Traceback')}</summary>
            <ScrollText label={t('Traceback')} className="mt-1.5 max-h-64 rounded-md border border-line bg-canvas p-3">
              {error.traceback}
            </ScrollText>
          </details>
        ) : null}
        <div className="mt-2 flex flex-wrap gap-2">
          {node ? (
            <>
              <Button size="sm" onClick={() => onEdit(node.id)}>
                <PencilLine aria-hidden />
                {t('Open in editor at this node')}
              </Button>
              <Button size="sm" onClick={() => onShowInGraph(node.id)}>
                <Workflow aria-hidden />
                {t('Show in graph')}
              </Button>
            </>
          ) : null}
          <Button
            size="sm"
            title={t(
              'The error, versions, classes of the workflow and the end of the log; prompts and secrets stay here',
            )}
            onClick={() => void copyErrorReport(client, surface, job, graph)}
          >
            <Copy aria-hidden />
            {t('Copy report')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Collects the details for a bug report and copies them to the clipboard; the report names what is unavailable. */
async function copyErrorReport(
  client: QueryClient,
  surface: Surface,
  job: ListedJob,
  graph: Graph | null,
): Promise<void> {
  const status = client.getQueryData(gatewayStatusQuery(surface).queryKey);
  const gateway = status ? { version: status.version, engine: status.engine.label } : null;
  const log = await readLog(client, surface, job);
  const start = jobStart(surface, job);
  const details = { surface: surface.name, gateway, browser: navigator.userAgent, start, graph, log };
  await copyText(errorReport(job, details), t('Report'));
}

async function readLog(client: QueryClient, surface: Surface, job: ListedJob): Promise<ReportDetails['log']> {
  if (!job.urls?.logs) return { kind: 'none' };
  try {
    const result = await client.fetchQuery(jobLogQuery(surface, job));
    return result.kind === 'text' ? { kind: 'text', text: result.log.text } : { kind: 'none' };
  } catch (error) {
    const message = messageOf(error, 'an unknown fault');
    return { kind: 'failed', message, requestId: isApiError(error) ? error.requestId : null };
  }
}
