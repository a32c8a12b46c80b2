import { useQuery } from '@tanstack/react-query';
import { parseJson } from '@contract/json/lossless';
import type { RunRecord } from '@/api/runs/run-record';
import { readRunBody } from '@/api/runs/runs';
import type { Surface } from '@/api/surface';
import { formatCount, formatDateTime, formatDuration } from '@/lib/format';
import { DifferenceTable, JsonWords } from '@/shared/differences/difference-table';
import { pathText } from '@/shared/json-tree/json-path';
import { Dialog } from '@/ui/dialog';
import { Skeleton } from '@/ui/skeleton';
import { readAnswerQuery, runResultQuery } from '../result/result-queries';
import { CompareMedia } from './compare-media';
import { jsonDifferences, MAX_DIFFERENCES, type JsonDifference } from './json-diff';
import { runDuration, runChip } from './run-chips';

const MAX_COMPARED_BYTES = 4 * 1024 * 1024;
const SIDES = [
  { id: 'left', label: 'Left' },
  { id: 'right', label: 'Right' },
];

interface CompareRunsProps {
  surface: Surface;
  /** The older one. */
  left: RunRecord;
  right: RunRecord;
  onClose: () => void;
}

/** Two runs side by side: what they gave, and where what was sent and what came back differ. */
export function CompareRuns({ surface, left, right, onClose }: CompareRunsProps) {
  const inputs = useQuery({
    queryKey: [surface.id, 'device.run-inputs', left.id, right.id],
    queryFn: async () => {
      const [leftText, rightText] = await Promise.all([readRunBody(left.id), readRunBody(right.id)]);
      return differences(leftText, rightText);
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const leftAnswer = useAnswer(left);
  const rightAnswer = useAnswer(right);
  const outputs = useQuery({
    queryKey: [surface.id, 'device.run-outputs', left.id, right.id],
    queryFn: async () => differences(await shortText(leftAnswer.file), await shortText(rightAnswer.file)),
    enabled: leftAnswer.isRead && rightAnswer.isRead,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog isOpen onOpenChange={onClose} title="Two runs" description={null} size="fill">
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col overflow-auto">
        <div className="grid shrink-0 grid-cols-2 gap-px border-b border-line bg-line">
          <RunFacts run={left} />
          <RunFacts run={right} />
        </div>
        <CompareMedia
          surface={surface}
          modelIds={[left.modelId, right.modelId]}
          left={leftAnswer.reading?.media ?? []}
          right={rightAnswer.reading?.media ?? []}
        />
        <Differences title="What was sent" found={inputs.data} isPending={inputs.isPending} />
        <Differences title="What came back" found={outputs.data} isPending={outputs.isPending} />
      </div>
    </Dialog>
  );
}

function useAnswer(run: RunRecord) {
  const result = useQuery(runResultQuery(run));
  const contentType = run.state.name === 'done' ? run.state.answer.contentType : '';
  const { data: reading } = useQuery(readAnswerQuery(run, result.data ?? null, contentType));
  return { file: result.data ?? null, reading, isRead: run.state.name !== 'done' || !result.isPending };
}

function RunFacts({ run }: { run: RunRecord }) {
  const duration = runDuration(run);
  const facts = [
    runChip(run).word,
    formatDateTime(run.createdAt),
    duration === null ? null : formatDuration(duration),
    run.state.name === 'done' && run.state.answer.creditsUsed ? `${run.state.answer.creditsUsed} credits` : null,
  ];
  return (
    <div className="min-w-0 bg-panel px-4 py-2">
      <p className="truncate font-medium">{run.modelId}</p>
      <p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}

interface DifferencesProps {
  title: string;
  /** Null where one of the two is no JSON, is not kept or is too long to compare. */
  found: readonly JsonDifference[] | null | undefined;
  isPending: boolean;
}

function Differences({ title, found, isPending }: DifferencesProps) {
  return (
    <section aria-label={title} className="shrink-0 px-4 pt-4 pb-2">
      <h3 className="font-semibold">
        {title}
        {found ? <span className="ml-2 font-normal text-muted">{countWords(found.length)}</span> : null}
      </h3>
      {isPending ? <Skeleton className="mt-2 h-16" /> : null}
      {found === null ? (
        <p className="mt-1 text-muted">One of the two is not kept, is no JSON or is too long to be compared.</p>
      ) : null}
      {found && found.length > 0 ? (
        <DifferenceTable
          place="Path"
          columns={SIDES}
          hasHead={false}
          rows={found.map(({ path, left, right }) => ({
            key: pathText(path),
            name: pathText(path) || 'all of it',
            values: [<JsonWords key="left" value={left} />, <JsonWords key="right" value={right} />],
          }))}
        />
      ) : null}
    </section>
  );
}

function countWords(count: number): string {
  if (count === 0) return 'the same';
  return `${formatCount(count, 'difference')}${count === MAX_DIFFERENCES ? ' or more' : ''}`;
}

async function shortText(file: Blob | null): Promise<string | null> {
  return file && file.size <= MAX_COMPARED_BYTES ? file.text() : null;
}

function differences(left: string | null, right: string | null): JsonDifference[] | null {
  if (left === null || right === null || left.length + right.length > 2 * MAX_COMPARED_BYTES) return null;
  try {
    return jsonDifferences(parseJson(left), parseJson(right));
  } catch {
    return null;
  }
}
