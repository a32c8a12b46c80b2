import { GitCompareArrows } from 'lucide-react';
import { useMemo } from 'react';
import type { Graph } from '@contract/workflow/graph';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { msg, t } from '@/lib/i18n/messages';
import { letterOf } from '@/shared/compare/compare-model';
import { Differences, JsonText, type DifferenceRow } from '@/shared/compare/difference-table';
import { jobSource } from '@/shared/dialog-requests/workflow-differences-request';
import { useFindValues } from '@/shared/generation-inputs/use-find-values';
import { useReuse } from '@/shared/generation-inputs/use-reuse';
import { roleLabel, valueText } from '@/shared/generation-inputs/value-text';
import { Button } from '@/ui/button';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import {
  inputDifferences,
  MAX_INPUT_DIFFERENCES,
  sameInputs,
  type InputDifference,
  type InputValue,
} from './input-differences';
import { comparedTitle, type ComparedJob } from './use-compared-jobs';

interface InputTableProps {
  jobs: readonly ComparedJob[];
  /** `null` while loading, or if one cannot be read. */
  graphs: readonly Graph[] | null;
  problem: string | null;
}

/** The inputs of the jobs: first those that differ, which may explain different results. */
export function InputTable({ jobs, graphs, problem }: InputTableProps) {
  const found = useMemo(
    () => (graphs ? { different: inputDifferences(graphs), same: sameInputs(graphs) } : undefined),
    [graphs],
  );
  const reuseOf = useReuse();
  const findValues = useFindValues();
  const offersOf = (compared: ComparedJob, graph: Graph | undefined) => {
    const { surface, job } = compared;
    const reuse = job && graph ? [reuseOf({ surface, job, title: comparedTitle(compared), graph }).values] : [];
    return [...reuse, findValues(surface)];
  };
  return (
    <Differences
      title={t('Inputs')}
      place={t('Node and input')}
      columns={jobs.map((job, at) => ({
        id: job.key,
        letter: letterOf(at),
        label: comparedTitle(job),
        offers: offersOf(job, graphs?.[at]),
      }))}
      rows={problem === null ? found?.different.map(rowOf) : null}
      most={MAX_INPUT_DIFFERENCES}
      same={found?.same.map(rowOf)}
      firstSame={found?.same.filter(({ role }) => role !== null).length ?? 0}
      problem={problem}
      action={
        <Button tone="ghost" size="sm" className="ml-auto" onClick={() => compareWorkflows(jobs)}>
          <GitCompareArrows aria-hidden />
          {t('Compare workflows')}
        </Button>
      }
    />
  );
}

function rowOf(difference: InputDifference): DifferenceRow {
  const { nodeId, classType, input, role, title, values } = difference;
  return {
    key: `${nodeId} ${classType} ${input ?? ''}`,
    name: <Place difference={difference} />,
    label: role === null ? (input ?? title) : roleLabel(role),
    values: values.map((value) => ({
      shown: <Value value={value} isNode={input === null} isText={TEXT_ROLES.has(role)} />,
      copied: value.kind === 'literal' ? valueText(value.value) : null,
      input: value.kind === 'literal' && input !== null ? { nodeId, input, role, value: value.value } : undefined,
    })),
  };
}

function compareWorkflows(jobs: readonly ComparedJob[]): void {
  const sources = jobs.map((job, at) => jobSource(job.surface, job.id, `${letterOf(at)}, ${comparedTitle(job)}`));
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

/** Prompts are read, not compared by character: they are shown as text. */
const TEXT_ROLES: ReadonlySet<InputDifference['role']> = new Set(['positive', 'negative'] as const);

function Value({ value, isNode, isText }: { value: InputValue; isNode: boolean; isText: boolean }) {
  if (value.kind === 'literal' && isText && typeof value.value === 'string') {
    return <span className="font-sans whitespace-pre-wrap">{value.value}</span>;
  }
  if (value.kind === 'literal') {
    return isAssetReference(value.value) ? (
      t('asset {id}', { id: assetIdOf(value.value) ?? '' })
    ) : (
      <JsonText value={value.value} />
    );
  }
  return (
    <span className="font-sans text-muted">
      {isNode && value.kind === 'link' ? t('has it') : t(LABELS[value.kind])}
    </span>
  );
}

const LABELS = { link: msg('from another node'), no_input: msg('missing'), no_node: msg('no such node') };
