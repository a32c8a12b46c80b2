import type { ComfyTemplate, ComfyTemplates } from '@contract/console/engine-library';
import { isFields } from '@contract/typed-objects';
import type { EngineLibrary } from '../../engines/engine-library';
import type { OperationHandler } from '../../http/operation';
import { librariesOf, readJsonItem, type LibraryDeps } from './read-items';

/**
 * `GET /console/library/templates`: the templates of all connected ComfyUI servers, in the order of their index, then those of node
 * packs. One that several have is that of the first.
 */
export const listComfyTemplates =
  (deps: LibraryDeps): OperationHandler =>
  async ({ request }) => {
    const lists = await Promise.all(librariesOf(deps).map((library) => templatesOf(library, request, deps)));
    const found = new Map<string, ComfyTemplate>();
    for (const template of lists.flatMap(({ templates }) => templates)) {
      const key = JSON.stringify([template.pack, template.name]);
      if (!found.has(key)) found.set(key, template);
    }
    const failed = lists.flatMap(({ engine, hasFailed }) => (hasFailed ? [engine] : []));
    const body: ComfyTemplates = { templates: [...found.values()], failed };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };

interface EngineTemplates {
  engine: string;
  templates: ComfyTemplate[];
  hasFailed: boolean;
}

async function templatesOf(library: EngineLibrary, request: Request, deps: LibraryDeps): Promise<EngineTemplates> {
  const { engine } = library;
  const index = await readJsonItem(library, { kind: 'templates' }, request, deps);
  const packs = await readJsonItem(library, { kind: 'pack-templates' }, request, deps);
  const own = listOf(index).flatMap((group) => {
    const category = textOf(group['title']);
    return listOf(group['templates']).flatMap((entry) => readTemplate(entry, category, engine) ?? []);
  });
  const ofPacks = Object.entries(isFields(packs) ? packs : {}).flatMap(([pack, names]) =>
    textsOf(names).map((name) => packTemplate(pack, name, engine)),
  );
  return { engine, templates: [...own, ...ofPacks], hasFailed: index === undefined || packs === undefined };
}

function readTemplate(entry: Record<string, unknown>, category: string, engine: string): ComfyTemplate | null {
  const name = textOf(entry['name']);
  if (name === '') return null;
  const subtype = textOf(entry['mediaSubtype']);
  const tags = textsOf(entry['tags']);
  return {
    engine,
    pack: null,
    name,
    title: textOf(entry['title']) || name,
    description: textOf(entry['description']),
    category,
    tags,
    // The index names “None” as the model of templates that need none.
    models: textsOf(entry['models']).filter((model) => model !== 'None'),
    image: entry['mediaType'] === 'image' && subtype !== '' ? `${name}-1.${subtype}` : null,
    // The index marks them in several ways, by version.
    is_paid: entry['OpenSource'] === false || entry['openSource'] === false || tags.includes('API'),
    min_comfyui_version: versionOf(entry['minComfyUIVersion']),
  };
}

function packTemplate(pack: string, name: string, engine: string): ComfyTemplate {
  const none = { description: '', tags: [], models: [], is_paid: false, min_comfyui_version: null };
  return { engine, pack, name, title: name.replaceAll('_', ' '), category: pack, image: `${name}.jpg`, ...none };
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function versionOf(value: unknown): string | null {
  const text = textOf(value);
  return /^\d{1,6}(?:\.\d{1,6}){1,3}$/.test(text) ? text : null;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== '') : [];
}
