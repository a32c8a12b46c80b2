import { queryOptions } from '@tanstack/react-query';
import type { ComfyTemplate } from '@contract/console/engine-library';
import { callConsole, consolePath } from '@/api/call-console';
import { fetchFromSurface } from '@/api/fetch-from-surface';
import { operationKey, type Surface } from '@/api/surface';

/** They change only when ComfyUI is updated. */
const FRESH_MS = 300_000;

export function comfyTemplatesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.templates'),
    queryFn: ({ signal }) => callConsole(surface, 'listComfyTemplates', { signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** The workflow of a template, as a file that opens like a dropped one. @throws ApiError */
export async function comfyTemplateFile(surface: Surface, template: ComfyTemplate): Promise<File> {
  const path = consolePath('getComfyTemplate', {}, queryOf(template, template.name));
  const text = await fetchFromSurface(surface, path);
  return new File([text], `${template.title}.json`, { type: 'application/json' });
}

/** `null` if it has no image. */
export function comfyTemplateImagePath(template: ComfyTemplate): string | null {
  return template.image === null ? null : consolePath('getComfyTemplateImage', {}, queryOf(template, template.image));
}

function queryOf({ engine, pack }: ComfyTemplate, name: string): URLSearchParams {
  return new URLSearchParams({ engine, ...(pack === null ? {} : { pack }), name });
}

/** Returns the templates of a category that contain every typed word; `null`: of all. */
export function findTemplates(
  templates: readonly ComfyTemplate[],
  typed: string,
  category: string | null,
): readonly ComfyTemplate[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    if (category !== null && template.category !== category) return false;
    const { title, name, description, tags, models } = template;
    const text = [title, name, description, template.category, ...tags, ...models].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
