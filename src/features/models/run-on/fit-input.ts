import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { cacheInput, cachedInputQuery } from '@/domains/models/input-cache';
import type { Surface } from '@/api/surface';
import { bodyFromText, bodyText, removeValue } from '../schema/body';
import type { InputFit } from '../schema/input-fit';
import { t } from '@/lib/i18n/messages';
import type { OmittedValue } from '@/shared/dialog-requests/hand-overs';

/** Returns the input without the values that the model does not accept there, and those values. */
export function fittingInput(text: string, fit: InputFit): { text: string; omitted: readonly OmittedValue[] } {
  const omitted = [
    ...fit.unknown.map((name) => ({ name, why: t('The model has no such input there.') })),
    ...fit.faulty.map((name) => ({ name, why: errorsOf(fit, name) })),
  ];
  if (omitted.length === 0) return { text, omitted };
  const body = omitted.reduce((rest, { name }) => removeValue(rest, [name]), bodyFromText(text));
  return { text: bodyText(body), omitted };
}

function errorsOf({ faults }: InputFit, name: string): string {
  const own = faults.filter((error) => error.startsWith(name) && /^(?:: |[.[])/.test(error.slice(name.length)));
  return own.map((error) => error.slice(error.indexOf(': ') + 2)).join(' ');
}

/** Opens the model form of a server with this input, which replaces the previous content of the form. */
export async function openForm(
  { router, client }: { router: AnyRouter; client: QueryClient },
  surface: Surface,
  modelId: string,
  text: string,
): Promise<void> {
  await cacheInput(surface, modelId, text);
  client.removeQueries({ queryKey: cachedInputQuery(surface, modelId).queryKey });
  const [provider = '', model = ''] = modelId.split('/');
  await router.navigate({ to: '/$surface/models/$provider/$model', params: { surface: surface.id, provider, model } });
}
