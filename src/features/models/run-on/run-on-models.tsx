import { useId, useMemo, useState } from 'react';
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ModelEntry } from '@contract/router/schemas';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { useRunsView } from '@/domains/model-calls/runs-store';
import { useModelMetadata } from '@/domains/models/model-metadata';
import { useCatalog } from '@/domains/models/use-catalog';
import type { Surface } from '@/api/surface';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/input/switch';
import { TextInput } from '@/ui/input/text-input';
import { callDocumentWorker } from '@/features/models/schema/document-client';
import { modelQuery } from '@/domains/models/model-queries';
import { schemaQuery } from '@/features/models/schema/schema-query';
import { filterModels } from '../catalog/catalog-model';
import { drawnInput, startRun } from '../run/start-run';
import { bodyFromText, bodyText as textOf, removeValue } from '../schema/body';
import { CompareRuns } from '../compare/compare-runs';
import { ChosenModel, ModelChoice } from './model-option';
import { MAX_COMPARED } from '@/shared/compare/compare-model';
import { UNDESCRIBED, type InputFit } from '../schema/input-fit';

const MAX_SHOWN = 60;
const KNOWS_NOTHING = { schemas: new Map<string, never>(), favourites: [], recent: [] };

export interface RunOnModelsProps {
  surface: Surface;
  /** Model for which the input was written. */
  modelId: string;
  bodyText: string;
  /** Run of that model with this input; if absent, the model runs together with the others. */
  ran?: RunRecord;
  onClose: () => void;
}

/** Runs an input on several models: first a dialog to choose them, then a comparison of their results. */
export function RunOnModels({ surface, modelId, bodyText, ran, onClose }: RunOnModelsProps) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  // The second dialog opens from the first one, which is already closed when the focus is restored.
  const [opener] = useState(() => document.activeElement);
  const records = useRunsView((view) => view.records);
  if (ids === null) {
    return (
      <ChooseModelsDialog
        surface={surface}
        modelId={modelId}
        bodyText={bodyText}
        hasRun={ran !== undefined}
        onStarted={(started) => setIds(ran ? [ran.id, ...started] : started)}
        onClose={onClose}
      />
    );
  }
  const runs = ids.flatMap((id) => records[id] ?? []);
  return <CompareRuns surface={surface} runs={runs} onClose={onClose} opener={opener} />;
}

interface ChooseModelsDialogProps {
  surface: Surface;
  /** Model for which the input was written. */
  modelId: string;
  bodyText: string;
  /** Whether that model already ran with this input; it is then not run again. */
  hasRun: boolean;
  /** Called with the run ids, in the order in which the models were chosen. */
  onStarted: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** Dialog to choose the models for the same input. Shows how the input fits each of them, and what earlier runs cost. */
function ChooseModelsDialog({ surface, modelId, bodyText, hasRun, onStarted, onClose }: ChooseModelsDialogProps) {
  const { models, isWalking, error } = useCatalog(surface);
  const [text, setText] = useState('');
  // `null` until the user changes the selection; the default is the model of the form.
  const [picked, setPicked] = useState<readonly ModelEntry[] | null>(null);
  const trimId = useId();
  const [isTrimmed, setIsTrimmed] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const own = useMemo(
    () => (hasRun ? [] : (models ?? []).filter(({ id }) => id === modelId)),
    [models, hasRun, modelId],
  );
  const chosen = picked ?? own;
  const most = hasRun ? MAX_COMPARED - 1 : MAX_COMPARED;
  // A chosen row keeps its position and its focus. Chosen models that do not match the search are listed first.
  const found = useMemo(
    () => filterModels(models ?? [], { q: text.trim() || undefined }, KNOWS_NOTHING).filter(({ id }) => id !== modelId),
    [models, text, modelId],
  );
  const knownDetails = useModelMetadata(surface);
  const isFree = ({ id }: ModelEntry) => knownDetails.get(id)?.isFree ?? false;
  const rows = found.slice(0, MAX_SHOWN);
  const apart = [...own, ...chosen.filter(({ id }) => id !== modelId && !rows.some((model) => model.id === id))];
  const fits = useInputFits(
    surface,
    chosen.map(({ id }) => id),
    bodyText,
  );
  const toggle = (model: ModelEntry) => {
    const others = chosen.filter(({ id }) => id !== model.id);
    if (others.length < chosen.length) setPicked(others);
    else if (chosen.length < most) setPicked([...chosen, model]);
  };
  const run = async () => {
    setIsBusy(true);
    // Once for all models: a comparison is of the same input.
    const input = hasRun ? bodyText : await drawnInput(bodyText);
    const ids = await Promise.all(
      chosen.map((model) => {
        const unknown = isTrimmed ? (fits.get(model.id)?.unknown ?? []) : [];
        return startRun(surface, model, {
          bodyText: withoutProperties(input, unknown),
          isFree: isFree(model),
        });
      }),
    );
    const started = ids.filter((id) => id !== null);
    if (started.length > 0) onStarted(started);
    else onClose();
  };
  const hasUnknown = chosen.some(({ id }) => (fits.get(id)?.unknown.length ?? 0) > 0);
  const row = (model: ModelEntry, isChosen = chosen.some(({ id }) => id === model.id)) => (
    <li key={model.id}>
      <ModelChoice
        model={model}
        isFree={isFree(model)}
        needsKey={(knownDetails.get(model.id)?.missingKeyOf ?? null) !== null}
        isChosen={isChosen}
        isFull={chosen.length === most}
        onToggle={() => toggle(model)}
      />
      {isChosen ? (
        <ChosenModel
          surface={surface}
          modelId={model.id}
          isFree={isFree(model)}
          fit={fits.get(model.id)}
          isTrimmed={isTrimmed}
        />
      ) : null}
    </li>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={t('Run on multiple models')}
      description={
        chosen.every(isFree)
          ? t('Each model is a separate run. Models with other inputs may reject it.')
          : t('Each model is a separate run and may be charged. Models with other inputs may reject it.')
      }
      actions={
        <>
          {hasUnknown ? (
            <div className="flex basis-full items-center gap-2.5">
              <Switch aria-labelledby={trimId} checked={isTrimmed} onCheckedChange={setIsTrimmed} />
              <span id={trimId}>{t('Omit unsupported inputs')}</span>
            </div>
          ) : null}
          <span className="mr-auto self-center text-sm text-muted">
            {t('{count} of at most {most}', { count: chosen.length, most })}
          </span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabledReason={objection(
              chosen.length,
              hasRun,
              chosen.every(({ id }) => fits.get(id) !== undefined),
            )}
            onClick={() => void run()}
          >
            {chosen.length > 0
              ? t('Run on {count, plural, one {# model} other {# models}}', { count: chosen.length })
              : t('Run')}
          </Button>
        </>
      }
    >
      <TextInput
        type="search"
        aria-label={t('Search models')}
        placeholder={t('Search provider or model…')}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {models === undefined && !error ? <Skeleton className="mt-2 h-40" /> : null}
      {error ? (
        <p className="mt-2 text-bad">{t('The catalog could not be read on: {message}', { message: error.message })}</p>
      ) : null}
      <ul aria-label={t('Models to run it on')} className="mt-2 flex flex-col">
        {[...apart, ...rows].map((model) => row(model))}
      </ul>
      {found.length > MAX_SHOWN || isWalking ? (
        <p role="status" className="px-2 pt-1 text-sm text-muted">
          {isWalking ? `${t('The catalog is still being read.')} ` : ''}
          {found.length > MAX_SHOWN
            ? t('{count} more: type to find them.', { count: formatInteger(found.length - MAX_SHOWN) })
            : ''}
        </p>
      ) : null}
    </Dialog>
  );
}

/** Returns by model id how an input fits each model; `undefined` while loading. */
function useInputFits(
  surface: Surface,
  modelIds: readonly string[],
  bodyText: string,
): ReadonlyMap<string, InputFit | undefined> {
  const client = useQueryClient();
  const found = useQueries({
    queries: modelIds.map((modelId) => ({
      queryKey: [surface.id, 'device.input-fit', modelId],
      queryFn: () => readFit(client, surface, modelId, bodyText),
      // The body does not change while the dialog is open.
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    })),
  });
  return new Map(modelIds.map((modelId, index) => [modelId, found[index]?.isError ? UNDESCRIBED : found[index]?.data]));
}

async function readFit(client: QueryClient, surface: Surface, modelId: string, bodyText: string): Promise<InputFit> {
  const detail = await client.fetchQuery(modelQuery(surface, modelId));
  // Models without an authored schema have no document to read.
  if (detail.input_schema_url === undefined) return UNDESCRIBED;
  const { text } = await client.fetchQuery(schemaQuery(surface, modelId));
  return callDocumentWorker('fit', text, bodyText);
}

/** Returns the reason why the input cannot be run yet; `null` if it can. */
function objection(chosen: number, hasRun: boolean, areFitsKnown: boolean): string | null {
  if (chosen === 0) return t('Choose a model first.');
  if (chosen === 1 && !hasRun) return t('Choose another model to compare with.');
  return areFitsKnown ? null : t('Checking model inputs…');
}

/** Removes properties; the text of all others stays unchanged. */
function withoutProperties(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  return textOf(names.reduce((body, name) => removeValue(body, [name]), bodyFromText(text)));
}
