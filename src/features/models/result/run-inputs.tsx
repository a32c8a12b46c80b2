import { skipToken, useQuery } from '@tanstack/react-query';
import { FileQuestion, RefreshCw } from 'lucide-react';
import { useMemo } from 'react';
import { isObject } from '@contract/json/json-values';
import { parseJson, type JsonObject, type JsonValue } from '@contract/json/lossless';
import type { MainValue } from '@contract/workflow/generation-inputs/generation-inputs';
import type { Surface } from '@/api/surface';
import { placesOf, readRequestInputs, seedIn } from '@contract/workflow/generation-inputs/request-inputs';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { t } from '@/lib/i18n/messages';
import type { OpenModelForm } from '@/shared/dialog-requests/hand-overs';
import { reportFilledIn } from '@/shared/generation-inputs/fill-in-form';
import { InputsLoading } from '@/shared/generation-inputs/inputs-loading';
import { InputsView } from '@/shared/generation-inputs/inputs-view';
import { useFindValues } from '@/shared/generation-inputs/use-find-values';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { runBodyQuery } from './result-queries';
import { pathOf, useReuseInForm } from '../use-reuse-in-form';

interface RunInputsProps {
  surface: Surface;
  run: RunRecord;
  /** `null` where no form of the model is open. */
  form: OpenModelForm | null;
  /** The response, which may tell the seed that was drawn for it; `null` if it is not JSON. */
  response: Blob | null;
}

/** What made the result of a model: prompts, main values, and what else differs from the defaults of its schema. */
export function RunInputs({ surface, run, form, response }: RunInputsProps) {
  const { data: bodyText, isPending } = useQuery(runBodyQuery(run));
  const body = useMemo(() => (bodyText ? objectIn(bodyText) : null), [bodyText]);
  const { data: drawnSeed = null } = useQuery({
    queryKey: [surface.id, 'device.run-seed', run.id],
    queryFn: response ? () => readSeed(response) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const read = useMemo(() => {
    if (!body) return null;
    const seedPlaces = placesOf(body, 'seed');
    // A default such as -1 only asks for a random seed.
    const isDrawn = (input: string) => drawnSeed !== null && seedPlaces.includes(input);
    const inputs = readRequestInputs(body, (input) =>
      isDrawn(input) ? undefined : form?.defaultAt(pathOf(body, input)),
    );
    if (drawnSeed === null || inputs.seeds.length > 0) return { inputs };
    const place = seedPlaces.find((input) => form?.hasInput(pathOf(body, input)));
    const seed: MainValue = { kind: 'seed', nodeId: '', input: place ?? 'seed', value: drawnSeed };
    return { inputs: { ...inputs, seeds: [seed] } };
  }, [body, form, drawnSeed]);
  const findValues = useFindValues();
  const reuse = useReuseInForm();
  if (isPending) return <InputsLoading />;
  if (!read || !body || !bodyText) {
    return (
      <EmptyState icon={<FileQuestion />} title={t('Inputs not available')}>
        {t('The input of this run is not in this browser any more, or it is not JSON.')}
      </EmptyState>
    );
  }
  const { inputs } = read;
  return (
    <section aria-label={t('Inputs')} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 md:px-5">
        <div className="max-w-160">
          <InputsView
            read={{ inputs, hasDefaults: true }}
            isRequest
            reuse={reuse(run, body)}
            find={findValues(surface)}
          />
        </div>
      </div>
      {form ? (
        <div className="shrink-0 border-t border-line px-4 py-3 md:px-5">
          <Button onClick={() => reportFilledIn(form.replace(bodyText), { name: null })}>
            <RefreshCw aria-hidden />
            {t('Reuse all in the form')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Larger responses contain files. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

async function readSeed(response: Blob): Promise<JsonValue | null> {
  return response.size > MAX_RESPONSE_BYTES ? null : seedIn(parseJson(await response.text()));
}

function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
