import { useQuery } from '@tanstack/react-query';
import { MAX_LIMIT, type BatchPlan } from '@/domains/batches/batch-plan';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { parallelJobs } from '@/domains/gateway/parallel-jobs';
import { previousRunsQuery } from '@/domains/jobs/previous-runs-query';
import { typicalTime, type TypicalDuration } from '@/domains/jobs/typical-duration';
import { formatInteger } from '@/lib/format';
import { formatRange } from '@/lib/format-range';
import { t } from '@/lib/i18n/messages';
import { useEditor, useSession } from '../draft/session/session-context';
import { SweepPrice } from '../prices/price-notes';
import { usePartnerClasses } from '../draft/session/use-partner-classes';
import type { BuiltSweep } from './plan/build-sweep';
import { hasNodes } from './plan/has-nodes';
import { previewOf } from './plan/preview-rows';
import { readCount } from './plan/sweep-form';
import { sweepDuration } from './plan/sweep-duration';

/** What will be sent: the number of jobs, their expected time and costs, and the first rows. */
export function SweepPreview({ built, limit, servers }: { built: BuiltSweep; limit: string; servers: number }) {
  const { plan, count } = built;
  const partners = usePartnerClasses();
  return (
    <section aria-labelledby="sweep-preview" className="flex min-w-0 flex-col gap-3">
      <div>
        <h3 id="sweep-preview" className="font-semibold">
          {t('Preview')}
        </h3>
        <p role="status" className="tabular-nums">
          {plan ? productText(built) : <span className="text-muted">{t('No jobs yet')}</span>}
        </p>
        {plan ? <Duration count={count} limit={limit} servers={servers} /> : null}
        {plan ? (
          <SweepPrice
            plan={plan}
            count={count}
            instead={
              partners.length === 0 ? null : (
                <p className="text-sm text-warn">
                  {t('{partners}: each of the {count, plural, one {# job} other {# jobs}} may cost credits.', {
                    partners: partners.join(', '),
                    count,
                  })}
                </p>
              )
            }
          />
        ) : null}
      </div>
      {plan ? <Rows plan={plan} count={count} /> : null}
    </section>
  );
}

/** `3 × 4 × 2 = 24 jobs`, or `3 × 4 × 2 = 24 combinations, 5 of them run` */
function productText({ sizes, count }: BuiltSweep): string {
  const total = sizes.reduce((product, size) => product * size, 1);
  const factors = sizes.length < 2 ? '' : `${sizes.map(formatInteger).join(' × ')} = `;
  if (count === total) return `${factors}${t('{count, plural, one {# job} other {# jobs}}', { count })}`;
  const text = t('{total, plural, one {# combination} other {# combinations}}, {count} of them run', {
    total,
    count: formatInteger(count),
  });
  return `${factors}${text}`;
}

function Duration({ count, limit, servers }: { count: number; limit: string; servers: number }) {
  const { surface } = useSession();
  const typical = useTypicalDuration();
  const status = useQuery(gatewayStatusQuery(surface));
  if (!typical) return null;
  const inFlight = Math.min(readCount(limit) ?? 1, MAX_LIMIT);
  const span = sweepDuration(typical, count, Math.min(inFlight, (parallelJobs(status.data) ?? 1) * servers));
  return (
    <p
      className="text-sm text-muted"
      title={t(
        'Most of {count, plural, one {# earlier run} other {# earlier runs}} {likeness, select, workflow {of this workflow} name {of this name} nodes {of the same nodes} other {here}} took {duration} each',
        { count: typical.count, likeness: typical.likeness, duration: formatRange(typical) ?? t('less than 2 s') },
      )}
    >
      {t('Estimated {duration}, based on {count, plural, one {# previous run} other {# previous runs}}', {
        duration: formatRange(span) ?? t('less than 2 s'),
        count: typical.count,
      })}
    </p>
  );
}

/** Runs of the draft; without any, those of the same nodes, such as the jobs of an earlier sweep with titles of their own. */
function useTypicalDuration(): TypicalDuration | null {
  const { surface } = useSession();
  const title = useEditor((state) => state.draft.title);
  const outline = useEditor((state) => state.form.outline);
  const ofName = useQuery(previousRunsQuery(surface, title));
  const typical = ofName.data ? typicalTime(ofName.data, 'name') : null;
  const latest = useQuery({ ...previousRunsQuery(surface, null), enabled: ofName.isFetched && typical === null });
  if (typical || !latest.data) return typical;
  const nodeIds = outline.map(({ nodeId }) => nodeId);
  return typicalTime(
    latest.data.filter((run) => hasNodes(run, nodeIds)),
    'nodes',
  );
}

const SHOWN_ROWS = 8;

function Rows({ plan, count }: { plan: BatchPlan; count: number }) {
  const { columns, rows } = previewOf(plan, SHOWN_ROWS);
  return (
    <div
      role="region"
      aria-label={t('First jobs')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables scroll, also with the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-1.5 pr-2 pl-3 font-normal">
              {t('Job')}
            </th>
            {columns.map(({ key, text }) => (
              <th key={key} scope="col" className="px-2 py-1.5 font-normal whitespace-nowrap">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, texts }) => (
            <tr key={number} className="not-first:border-t not-first:border-line">
              <th scope="row" className="py-1.5 pr-2 pl-3 text-left font-normal text-muted tabular-nums">
                {number}
              </th>
              {texts.map(({ key, text }) => (
                <td key={key} title={text} className="max-w-60 truncate px-2 py-1.5 tabular-nums">
                  {text || <span className="text-faint">{t('empty')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length ? (
        <p className="border-t border-line px-3 py-1.5 text-sm text-muted">
          {t('and {count, plural, one {# more job} other {# more jobs}}', { count: count - rows.length })}
        </p>
      ) : null}
    </div>
  );
}
