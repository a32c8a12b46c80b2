import { GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import type { Graph } from '@contract/workflow/graph';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { formatCount } from '@/lib/format';
import { DifferenceTable, JsonText } from '@/shared/compare/difference-table';
import { jobSource } from '@/shared/dialog-requests/workflow-differences-request';
import { CopyValue } from '@/shared/generation-inputs/copy-value';
import { roleLabel, valueText } from '@/shared/generation-inputs/value-text';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { inputDifferences, MAX_INPUT_DIFFERENCES, type InputDifference, type InputValue } from './input-differences';
import { comparedTitle, type ComparedJob } from './use-compared-jobs';

interface InputTableProps {
  jobs: readonly ComparedJob[];
  /** For example `A`; one per job. */
  names: readonly string[];
  /** `null` while loading, or if one cannot be read. */
  graphs: readonly Graph[] | null;
  problem: string | null;
}

/** Table of the inputs that differ between the jobs, which may explain different results. */
export function InputTable({ jobs, names, graphs, problem }: InputTableProps) {
  const found = useMemo(() => (graphs ? inputDifferences(graphs) : null), [graphs]);
  return (
    <section
      aria-label="Inputs that differ"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="shrink-0 border-t border-line px-4 py-3 sm:max-h-[36dvh] sm:overflow-auto"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          Inputs that differ
          {found ? <span className="ml-2 font-normal text-muted">{countText(found.length)}</span> : null}
        </h3>
        <Button tone="ghost" size="sm" className="ml-auto" onClick={() => compareWorkflows(jobs, names)}>
          <GitCompareArrows aria-hidden />
          Compare workflows
        </Button>
      </div>
      {problem !== null ? <p className="mt-1 text-muted">{problem}</p> : null}
      {found === null && problem === null ? <Skeleton className="mt-2 h-16" /> : null}
      {found && found.length > 0 ? (
        <DifferenceTable
          place="Node and input"
          columns={jobs.map((job, at) => ({
            id: job.key,
            label: `${names[at]} · ${comparedTitle(job)}`,
          }))}
          hasHead
          rows={found.map((difference) => ({
            key: `${difference.nodeId} ${difference.classType} ${difference.input ?? ''}`,
            name: <Place difference={difference} />,
            values: difference.values.map((value, at) => (
              <span key={jobs[at]?.key} className="group flex items-start gap-2">
                <span className="min-w-0 flex-1">
                  <span className="mr-2 font-sans text-faint sm:sr-only">{names[at]}</span>
                  <Value value={value} isNode={difference.input === null} isText={TEXT_ROLES.has(difference.role)} />
                </span>
                {value.kind === 'literal' ? (
                  <CopyValue text={valueText(value.value)} name={`${nameOf(difference)} of ${names[at]}`} isQuiet />
                ) : null}
              </span>
            )),
          }))}
        />
      ) : null}
    </section>
  );
}

function compareWorkflows(jobs: readonly ComparedJob[], names: readonly string[]): void {
  const sources = jobs.map((job, at) => jobSource(job.surface, job.id, `${names[at]}, ${comparedTitle(job)}`));
  const [before, after] = sources;
  if (!before || !after || !jobs[0]) return;
  openDialog('differences', { surface: jobs[0].surface, sources, before: before.key, after: after.key });
}

function Place({ difference: { title, nodeId, classType, input, role } }: { difference: InputDifference }) {
  const node = (
    <>
      {title}
      <span className="text-faint" title={classType}>
        {' '}
        #{nodeId}
      </span>
    </>
  );
  return role === null ? (
    <>
      <span className="font-sans text-text">{node}</span>
      {input === null ? null : <span className="block">{input}</span>}
    </>
  ) : (
    <>
      <span className="font-sans text-text">{roleLabel(role)}</span>
      <span className="block font-sans">{node}</span>
    </>
  );
}

/** What a value is called when it is copied. */
function nameOf({ role, input, title }: InputDifference): string {
  return role === null ? (input ?? title) : roleLabel(role);
}

/** Prompts are read, not compared by character: they are shown as text. */
const TEXT_ROLES: ReadonlySet<InputDifference['role']> = new Set(['positive', 'negative'] as const);

function Value({ value, isNode, isText }: { value: InputValue; isNode: boolean; isText: boolean }) {
  if (value.kind === 'literal' && isText && typeof value.value === 'string') {
    return <span className="font-sans whitespace-pre-wrap">{value.value}</span>;
  }
  if (value.kind === 'literal') {
    return isAssetReference(value.value) ? `asset ${assetIdOf(value.value) ?? ''}` : <JsonText value={value.value} />;
  }
  return (
    <span className="font-sans text-muted">{isNode && value.kind === 'link' ? 'has it' : LABELS[value.kind]}</span>
  );
}

const LABELS = { link: 'from another node', no_input: 'missing', no_node: 'no such node' };

function countText(count: number): string {
  if (count === 0) return 'none: every value is the same';
  return `${formatCount(count, 'input')}${count === MAX_INPUT_DIFFERENCES ? ' or more' : ''}`;
}
