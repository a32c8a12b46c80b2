import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { cacheInput, keptBodyQuery } from '@/api/models/input-cache';
import type { Surface } from '@/api/surface';
import { bodyFromText, bodyText, removeValue } from '../schema/body';
import type { InputFit } from '../schema/input-fit';
import type { OmittedValue } from './transferred-input';

/** The input without the values that the model does not accept there, and those values. */
export function fittingInput(text: string, fit: InputFit): { text: string; omitted: readonly OmittedValue[] } {
  const omitted = [
    ...fit.unknown.map((name) => ({ name, why: 'The model has no such input there.' })),
    ...fit.faulty.map((name) => ({ name, why: faultsOf(fit, name) })),
  ];
  if (omitted.length === 0) return { text, omitted };
  const body = omitted.reduce((rest, { name }) => removeValue(rest, [name]), bodyFromText(text));
  return { text: bodyText(body), omitted };
}

function faultsOf({ faults }: InputFit, name: string): string {
  const own = faults.filter((fault) => fault.startsWith(name) && /^(?:: |[.[])/.test(fault.slice(name.length)));
  return own.map((fault) => fault.slice(fault.indexOf(': ') + 2)).join(' ');
}

/** Opens the form of a model at a server with this input, which replaces what the form held. */
export async function openForm(
  { router, client }: { router: AnyRouter; client: QueryClient },
  surface: Surface,
  modelId: string,
  text: string,
): Promise<void> {
  await cacheInput(surface, modelId, text);
  client.removeQueries({ queryKey: keptBodyQuery(surface, modelId).queryKey });
  const [provider = '', model = ''] = modelId.split('/');
  await router.navigate({ to: '/$surface/models/$provider/$model', params: { surface: surface.id, provider, model } });
}
