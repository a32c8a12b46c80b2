import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isObject } from '@contract/json/json-values';
import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { mainSources, type MainRole } from '@/domains/generation-inputs/main-sources';
import { readRequestInputs } from '@contract/workflow/generation-inputs/request-inputs';
import { isActiveRun, type RunRecord } from '@/domains/model-calls/run-record';
import { readRunBody } from '@/domains/model-calls/runs';
import { findSurface, type Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { CompareDialog } from '@/shared/compare/compare-dialog';
import { letterOf, type CompareMode } from '@/shared/compare/compare-model';
import { useChosenFiles } from '@/shared/compare/comparison';
import { Differences, JsonText, type DifferenceRow } from '@/shared/compare/difference-table';
import { jsonDifferences, MAX_DIFFERENCES, sameValues, type JsonDifference } from '@/shared/compare/json-diff';
import { Words } from '@/shared/differences/node-differences';
import { useFindValues } from '@/shared/generation-inputs/use-find-values';
import { pathText } from '@/shared/json-tree/json-path';
import type { FoundText } from '../result/parse/find-text';
import { readResponseQuery, runResultQuery } from '../result/result-queries';
import { useReuseInForm } from '../use-reuse-in-form';
import { ComparedRunHead, comparedMedia, InsteadOfFile, type ComparedRun } from './compared-run';

/** Equal inputs that show at first. */
const FIRST_SAME = 12;
const MAX_COMPARED_BYTES = 4 * 1024 * 1024;
/** Longer texts take noticeable time to compare by word. */
const MAX_TEXT_CHARS = 20_000;

export interface CompareRunsProps {
  surface: Surface;
  /** Two to four runs, left to right. Runs in progress are updated live. */
  runs: readonly RunRecord[];
  onClose: () => void;
  /** Element that is focused on close, if it differs from the element that had the focus on open. */
  opener?: Element | null;
}

/** Dialog that compares the files or texts of runs, and the differences of their inputs and responses. */
export function CompareRuns({ surface, runs, onClose, opener = null }: CompareRunsProps) {
  const ids = runs.map(({ id }) => id);
  const findValues = useFindValues();
  const reuse = useReuseInForm();
  const inputs = useQuery({
    queryKey: [surface.id, 'device.run-inputs', ...ids],
    queryFn: async () => comparedInputs(await Promise.all(ids.map(readRunBody))),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const results = useQueries({ queries: runs.map(runResultQuery) });
  const responses = useQueries({
    queries: runs.map((run, index) => {
      const contentType = run.state.name === 'done' ? run.state.answer.contentType : '';
      return readResponseQuery(run, results[index]?.data ?? null, contentType);
    }),
  });
  const compared = runs.map((run, index): ComparedRun => {
    const isReading = results[index]?.isFetching === true || responses[index]?.isFetching === true;
    const { media: files = [], texts = [] } = responses[index]?.data ?? {};
    return {
      key: run.id,
      label: letterOf(index),
      run,
      surface: findSurface(run.surfaceId) ?? surface,
      files,
      texts,
      isPending: isActiveRun(run) || (run.state.name === 'done' && isReading),
    };
  });
  const offersAt = (at: number) => {
    const run = runs[at];
    const body = inputs.data?.bodies[at];
    const reused = run && isObject(body) ? [reuse(run, body)] : [];
    return [...reused, findValues(compared[at]?.surface ?? surface)];
  };
  const { shown, choose } = useChosenFiles(compared);
  const [mode, setMode] = useState<CompareMode>('side');
  const hasNothing = compared.every(
    ({ files, texts, isPending }) => files.length === 0 && texts.length === 0 && !isPending,
  );
  const namesServer = new Set(runs.map(({ surfaceId }) => surfaceId)).size > 1;
  const columns = compared.map(({ key, label, run, surface: ranOn }) => ({
    id: key,
    letter: label,
    label: namesServer ? ranOn.name : run.modelId,
  }));
  const outputs = useQuery({
    queryKey: [surface.id, 'device.run-outputs', ...runs.map(({ id }, index) => (results[index]?.data ? id : null))],
    queryFn: async () =>
      comparedResponses(
        columns,
        await Promise.all(runs.map((run, index) => responseOf(run, results[index]?.data ?? null))),
      ),
    enabled: runs.every((run, index) => run.state.name !== 'done' || results[index]?.isPending === false),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const written = compared.map(({ texts }) => texts);
  const [before = '', after = '', ...more] = written.map(wholeText);
  const changesText = more.length === 0 && before !== '' && after !== '' && before !== after;
  const isShort = Math.max(before.length, after.length) <= MAX_TEXT_CHARS;
  const showsTextChanges = changesText && isShort;
  const hasNoFiles = compared.every(({ files }) => files.length === 0);
  // A run with a file shows no text of its own.
  const isTextShown = ({ isReasoning }: FoundText) => hasNoFiles || (showsTextChanges && !isReasoning);
  const shownPaths = new Set(
    compared.flatMap(({ files, texts }) => [...files, ...texts.filter(isTextShown)].map(({ path }) => pathText(path))),
  );
  const found = outputs.data?.found;
  // Links to files differ with each run.
  const others = found?.filter(({ path }) => !shownPaths.has(pathText(path)));
  const areAllShown = others?.length === 0 && found?.length !== 0;
  return (
    <CompareDialog
      title={t('{count, plural, one {# run} other {# runs}} compared', { count: runs.length })}
      nameOf={(label) => t('Run {label}', { label })}
      items={compared.map((one, at) => {
        const media = shown[at] ?? null;
        return {
          key: one.key,
          label: one.label,
          head: <ComparedRunHead compared={one} media={media} namesServer={namesServer} onChoose={choose} />,
          file: comparedMedia(one, media) ?? (one.isPending ? undefined : null),
          instead: hasNothing ? null : <InsteadOfFile compared={one} media={media} />,
        };
      })}
      mode={mode}
      onModeChange={setMode}
      onClose={onClose}
      onClosed={() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      }}
    >
      <Differences
        {...byPath()}
        title={t('Inputs')}
        columns={columns.map((column, at) => ({ ...column, offers: offersAt(at) }))}
        rows={inputs.isPending ? undefined : (inputs.data?.different.map(inputRowOf) ?? null)}
        same={inputs.data?.same.map(inputRowOf)}
        firstSame={FIRST_SAME}
        problem={t('The input is not stored, not JSON or too long to compare.')}
      />
      {showsTextChanges ? (
        <section aria-label={t('Text')}>
          <h3 className="font-semibold">{t('Text')}</h3>
          <div className="mt-2 max-w-[72ch] wrap-anywhere">
            <Words before={before} after={after} />
          </div>
        </section>
      ) : null}
      <Differences
        {...byPath()}
        title={t('Output')}
        columns={outputs.data?.columns ?? []}
        rows={outputs.isPending ? undefined : areAllShown ? null : (others?.map(rowOf) ?? null)}
        problem={
          !areAllShown
            ? t('No text results to compare.')
            : found?.length === MAX_DIFFERENCES
              ? t('The first {count} differences are in what is shown. There may be more.', {
                  count: MAX_DIFFERENCES,
                })
              : t('Nothing differs beyond what is shown.')
        }
      />
    </CompareDialog>
  );
}

function wholeText(texts: readonly FoundText[]): string {
  return texts.flatMap(({ text, isReasoning }) => (isReasoning ? [] : [text])).join('\n\n');
}

interface Column {
  id: string;
  letter: string;
  label: string;
}

const byPath = () => ({ place: t('Path'), most: MAX_DIFFERENCES });

function rowOf({ path, values }: JsonDifference): DifferenceRow {
  const text = pathText(path);
  return {
    key: text,
    name: text || t('root'),
    label: text || t('root'),
    values: values.map((value) => ({
      shown: <JsonText value={value} />,
      copied: value === undefined ? null : typeof value === 'string' ? value : stringifyJson(value),
    })),
  };
}

/** A value of an input can be searched for by what its name means. */
function inputRowOf(input: ComparedInput): DifferenceRow {
  const row = rowOf(input);
  const name = input.path.join('.');
  return {
    ...row,
    values: row.values.map((shown, at) => {
      const value = input.values[at];
      return value === undefined ? shown : { ...shown, input: { nodeId: '', input: name, role: input.role, value } };
    }),
  };
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

interface ComparedInput extends JsonDifference {
  role: MainRole | null;
}

interface ComparedInputs {
  bodies: readonly JsonValue[];
  different: readonly ComparedInput[];
  same: readonly ComparedInput[];
}

function comparedInputs(texts: readonly (string | null)[]): ComparedInputs | null {
  const values = texts.map((text) => (text !== null && text.length <= MAX_COMPARED_BYTES ? parsed(text) : undefined));
  const known = values.filter((value) => value !== undefined);
  if (known.length < values.length) return null;
  const sources = known.filter(isObject).flatMap((body) => mainSources(readRequestInputs(body, () => undefined)));
  const roles = new Map(sources.map(({ input, role }) => [input, role]));
  const withRole = (one: JsonDifference) => ({ ...one, role: roles.get(one.path.join('.')) ?? null });
  return { bodies: known, different: jsonDifferences(known).map(withRole), same: sameValues(known).map(withRole) };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
