import { useNavigate } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import type { JsonObject } from '@contract/json/lossless';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { t } from '@/lib/i18n/messages';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { reportFilledIn } from '@/shared/generation-inputs/fill-in-form';
import type { OfferForValues } from '@/shared/generation-inputs/value-actions';
import { nameWithValue } from '@/shared/generation-inputs/value-text';

/** Offers the values of runs to the form on the page, else to that of their model. */
export function useReuseInForm(): (run: RunRecord, body: JsonObject) => OfferForValues {
  const navigate = useNavigate();
  const form = useHandOvers(({ openModelForm }) => openModelForm);
  return (run, body) => (name, shown) => {
    const values = shown.map(({ input, value }) => ({ path: pathOf(body, input), value }));
    const named = nameWithValue(name, shown);
    const isMissing = form !== null && !values.every(({ path }) => form.hasInput(path));
    const openForm = () => {
      const { surfaceId: surface, modelId } = run;
      const [provider = '', model = ''] = modelId.split('/');
      handOver('modelValues', { surfaceId: surface, modelId, name: named, values });
      void navigate({ to: '/$surface/models/$provider/$model', params: { surface, provider, model } });
    };
    return {
      label: form ? t('Reuse in the form') : t('Reuse in the form of the model'),
      icon: <RefreshCw aria-hidden />,
      disabledReason: isMissing ? t('This form has no such input.') : null,
      onSelect: () => (form ? reportFilledIn(form.set(values), { name: named }) : openForm()),
    };
  };
}

/** A name may have a dot of its own. */
export function pathOf(body: JsonObject, input: string): readonly string[] {
  return Object.hasOwn(body, input) ? [input] : input.split('.');
}
