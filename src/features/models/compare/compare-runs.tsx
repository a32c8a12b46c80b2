import { useQueries, useQuery } from '@tanstack/react-query';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { isActiveRun, type RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody } from '@/domains/model-calls/runs';
import { findSurface, type Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { formatDateTime, formatDuration } from '@/lib/format';
import { COMPARED_LETTERS } from '@/shared/compare/compare-model';
import { Words } from '@/shared/differences/node-differences';
import { pathText } from '@/shared/json-tree/json-path';
import { Dialog } from '@/ui/overlay/dialog';
import { Spinner } from '@/ui/spinner';
import type { FoundText } from '../result/parse/find-text';
import { readResponseQuery, runResultQuery } from '../result/result-queries';
import { COMPARE_COLUMNS } from './compare-columns';
import { CompareMedia } from './compare-media';
import { jsonDifferences, type JsonDifference } from './json-diff';
import { runChip, runDuration } from '../run/run-chips';
import { RunDifferences } from './run-differences';

const MAX_COMPARED_BYTES = 4 * 1024 * 1024;
/** Longer texts take noticeable time to compare by word. */
const MAX_TEXT_CHARS = 20_000;
const COUNTS = ['No', 'One', 'Two', 'Three', 'Four'];

interface CompareRunsProps {
  surface: Surface;
  /** Two to four runs, left to right. Runs in progress are updated live. */
  runs: readonly RunRecord[];
  onClose: () => void;
  /** Element that is focused on close, if it differs from the element that had the focus on open. */
  opener?: Element | null;
}

/** Dialog that shows runs side by side: their outputs and the differences of their inputs and responses. */
export function CompareRuns({ surface, runs, onClose, opener = null }: CompareRunsProps) {
  const ids = runs.map(({ id }) => id);
  const inputs = useQuery({
    queryKey: [surface.id, 'device.run-inputs', ...ids],
    queryFn: async () => comparedInputs(await Promise.all(ids.map(readRunBody))),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const results = useQueries({ queries: runs.map(runResultQuery) });
  const files = results.map(({ data }) => data ?? null);
  const parsedOutputs = useQueries({
    queries: runs.map((run, index) => {
      const contentType = run.state.name === 'done' ? run.state.answer.contentType : '';
      return readResponseQuery(run, files[index] ?? null, contentType);
    }),
  });
  const isRead = runs.every((run, index) => run.state.name !== 'done' || results[index]?.isPending === false);
  const isReading = (index: number) => results[index]?.isFetching === true || parsedOutputs[index]?.isFetching === true;
  // Files of a result are read from the server that returned it.
  const surfaceOf = ({ surfaceId }: RunRecord) => findSurface(surfaceId) ?? surface;
  const namesServer = new Set(runs.map(({ surfaceId }) => surfaceId)).size > 1;
  const columns = columnsOf(runs.map((run) => ({ id: run.id, name: namesServer ? surfaceOf(run).name : run.modelId })));
  const outputs = useQuery({
    queryKey: [surface.id, 'device.run-outputs', ...runs.map(({ id }, index) => (files[index] ? id : null))],
    queryFn: async () =>
      comparedResponses(columns, await Promise.all(runs.map((run, index) => responseOf(run, files[index] ?? null)))),
    enabled: isRead,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const written = parsedOutputs.map(({ data }) => data?.texts ?? []);
  const [before = '', after = '', ...more] = written.map(wholeText);
  const changesText = more.length === 0 && before !== '' && after !== '' && before !== after;
  const isShort = Math.max(before.length, after.length) <= MAX_TEXT_CHARS;
  const found = withoutTexts(outputs.data?.found, written);
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`${COUNTS[runs.length]} runs`}
      description={null}
      size="fill"
      onClosed={() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      }}
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col overflow-auto">
        <div
          className={classNames(
            'grid shrink-0 grid-cols-2 gap-px border-b border-line bg-line',
            COMPARE_COLUMNS[runs.length],
          )}
          role="list"
          aria-label="Runs"
        >
          {runs.map((run, index) => (
            <RunDetails
              key={run.id}
              run={run}
              server={namesServer ? surfaceOf(run).name : null}
              place={runs.length > 2 ? index + 1 : null}
            />
          ))}
        </div>
        <CompareMedia
          runs={runs.map((run, index) => ({
            id: run.id,
            surface: surfaceOf(run),
            modelId: run.modelId,
            media: parsedOutputs[index]?.data?.media[0],
            texts: parsedOutputs[index]?.data?.texts ?? [],
            isPending: isActiveRun(run) || (run.state.name === 'done' && isReading(index)),
          }))}
        />
        <RunDifferences
          title="Input"
          columns={columns}
          found={inputs.isPending ? undefined : (inputs.data ?? null)}
          none="The input is not stored, not JSON or too long to compare."
        />
        {changesText && isShort ? (
          <section aria-label="Text" className="shrink-0 px-4 pt-4 pb-2">
            <h3 className="font-semibold">Text</h3>
            <div className="mt-2 max-w-[72ch] wrap-anywhere">
              <Words before={before} after={after} />
            </div>
          </section>
        ) : null}
        <RunDifferences
          title="Output"
          columns={outputs.data?.columns ?? []}
          found={outputs.isPending ? undefined : found === 'texts' ? null : (found ?? null)}
          none={found === 'texts' ? 'Only the text differs.' : 'No text results to compare.'}
        />
      </div>
    </Dialog>
  );
}

function wholeText(texts: readonly FoundText[]): string {
  return texts.flatMap(({ text, isReasoning }) => (isReasoning ? [] : [text])).join('\n\n');
}

/** Texts are shown above, side by side. Returns `texts` if nothing else differs. */
function withoutTexts(
  found: readonly JsonDifference[] | undefined,
  written: readonly (readonly FoundText[])[],
): readonly JsonDifference[] | 'texts' | undefined {
  const paths = new Set(written.flatMap((texts) => texts.map(({ path }) => pathText(path))));
  const others = found?.filter(({ path }) => !paths.has(pathText(path)));
  return others?.length === 0 && found?.length !== 0 ? 'texts' : others;
}

function columnsOf(runs: readonly { id: string; name: string }[]): Column[] {
  return runs.map(({ id, name }, index) => ({ id, letter: COMPARED_LETTERS[index] ?? '', label: name }));
}

interface Column {
  id: string;
  letter: string;
  label: string;
}

function RunDetails({ run, server, place }: { run: RunRecord; server: string | null; place: number | null }) {
  const duration = runDuration(run);
  const problem = run.state.name === 'failed' ? (run.state.failure.detail ?? run.state.failure.faults[0]?.msg) : null;
  const details = [
    server,
    runChip(run).word,
    formatDateTime(run.createdAt),
    duration === null ? null : formatDuration(duration),
    run.state.name === 'done' && run.state.answer.creditsUsed ? `${run.state.answer.creditsUsed} credits` : null,
  ];
  return (
    <div role="listitem" className="min-w-0 bg-panel px-4 py-2">
      <p className="flex items-center gap-2 font-medium">
        {place === null ? null : <span className="text-faint">{place}</span>}
        <span className="truncate">{run.modelId}</span>
        {isActiveRun(run) ? <Spinner className="size-3.5" /> : null}
      </p>
      <p className="text-sm text-muted">{details.filter(Boolean).join(' · ')}</p>
      {problem ? (
        <p className="line-clamp-2 text-sm text-bad" title={problem}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

/** Returns the response as text or parsed JSON; `undefined` if it is neither. */
async function responseOf({ state }: RunRecord, file: Blob | null): Promise<JsonValue | undefined> {
  if (state.name !== 'done' || !file || file.size > MAX_COMPARED_BYTES) return undefined;
  const text = await file.text();
  return state.answer.contentType.startsWith('text/') ? text : parsed(text);
}

/** Compares the readable responses; an unreadable response gets no column. */
function comparedResponses(columns: readonly Column[], responses: readonly (JsonValue | undefined)[]) {
  const known = columns.flatMap((column, index) => {
    const response = responses[index];
    return response === undefined ? [] : [{ column, answer: response }];
  });
  if (known.length < 2) return null;
  return {
    columns: known.map(({ column }) => column),
    found: jsonDifferences(known.map(({ answer: response }) => response)),
  };
}

function comparedInputs(texts: readonly (string | null)[]): JsonDifference[] | null {
  const values = texts.map((text) => (text !== null && text.length <= MAX_COMPARED_BYTES ? parsed(text) : undefined));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? jsonDifferences(known) : null;
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
