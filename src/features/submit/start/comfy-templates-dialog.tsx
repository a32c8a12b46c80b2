import { queryOptions, useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Workflow } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import type { ComfyTemplate } from '@contract/console/engine-library';
import { isApiError } from '@/api/api-error';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { comfyuiVersionOf, isOlderComfyui } from '@/domains/gateway/comfyui-version';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { libraryImageQuery } from '@/domains/library-image-query';
import { useBlobUrl } from '@/lib/hooks/use-blob-url';
import { useIsSeen } from '@/lib/hooks/use-is-seen';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { handOver } from '@/shared/dialog-requests/hand-overs';
import { useAction } from '@/shared/feedback/use-action';
import { ReadFailed } from '@/shared/page/load-error-state';
import { Chip } from '@/ui/chip';
import { EmptyState } from '@/ui/empty-state';
import { LazySelect } from '@/ui/input/lazy-select';
import { TextInput } from '@/ui/input/text-input';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { callConsole, consolePath } from '@/api/call-console';
import { fetchFromSurface } from '@/api/fetch-from-surface';

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4';
const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The workflows that the connected ComfyUI ships with. The chosen one opens as a draft. */
export function ComfyTemplatesDialog({ surface, onClose }: { surface: Surface; onClose: () => void }) {
  const { data, error, refetch } = useQuery(comfyTemplatesQuery(surface));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="lg"
      title={t('ComfyUI templates')}
      description={t('Workflows of the connected ComfyUI and its node packs. One opens as a draft; nothing runs.')}
    >
      <div className="flex h-[min(44rem,calc(100dvh-8rem))] flex-col">
        {data ? (
          data.templates.length > 0 ? (
            <Templates surface={surface} templates={data.templates} failed={data.failed} onClose={onClose} />
          ) : data.failed.length > 0 ? (
            <ReadFailed
              error={new Error(t('{names} did not send any.', { names: data.failed.join(', ') }))}
              title={t('Could not load the templates')}
              untouched={t('jobs and other workflows')}
              away=""
              onRetry={() => void refetch()}
            />
          ) : (
            <EmptyState icon={<LayoutTemplate />} title={t('No templates')}>
              {t(
                'This ComfyUI serves none: it may be an older version, or its package of templates is not installed. Workflows can be opened from files.',
              )}
            </EmptyState>
          )
        ) : error ? (
          isApiError(error) && error.status !== undefined && isUnsupported(error.status) ? (
            <EmptyState icon={<LayoutTemplate />} title={t('Not available on this server')}>
              {t('{name} is an older Flowdeck, which does not list templates. Update it to browse them here.', {
                name: surface.name,
              })}
            </EmptyState>
          ) : (
            <ReadFailed
              error={error}
              title={t('Could not load the templates')}
              untouched={t('jobs and other workflows')}
              away={t('Drafts are kept in this browser.')}
              onRetry={() => void refetch()}
            />
          )
        ) : (
          <div role="status" aria-label={t('Loading templates')} className={`${GRID} mt-12`}>
            {PLACES.map((place) => (
              <Skeleton key={place} className="h-48 rounded-lg" />
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface TemplatesProps {
  surface: Surface;
  templates: readonly ComfyTemplate[];
  failed: readonly string[];
  onClose: () => void;
}

const ALL = 'all';

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}

function Templates({ surface, templates, failed, onClose }: TemplatesProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [category, setCategory] = useState<string | null>(null);
  const { data: status } = useQuery(gatewayStatusQuery(surface));
  const categories = useMemo(() => [...new Set(templates.map((template) => template.category))], [templates]);
  const found = useMemo(() => findTemplates(templates, search, category), [templates, search, category]);
  const open = useAction({
    async run(template: ComfyTemplate) {
      handOver('files', { surface, files: [await comfyTemplateFile(surface, template)] });
      onClose();
    },
    failed: (error) => ({ title: t('Could not open the template'), description: messageOf(error) }),
  });
  return (
    <>
      <div className="flex gap-2 pb-3 max-sm:flex-col">
        <TextInput
          // The list comes after the dialog has set the focus.
          ref={focusField}
          type="search"
          aria-label={t('Search templates')}
          placeholder={t('Search {count, plural, one {# template} other {# templates}}', { count: templates.length })}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="shrink-0 sm:w-56">
          <LazySelect
            id={`${id}-category`}
            aria-label={t('Category')}
            value={category ?? ALL}
            placeholder={t('All categories')}
            options={[
              { value: ALL, label: t('All categories') },
              ...categories.map((name) => ({ value: `=${name}`, label: name })),
            ]}
            onValueChange={(value) => setCategory(value === ALL ? null : value.slice(1))}
          />
        </div>
      </div>
      {failed.length > 0 ? (
        <p role="note" className="pb-3 text-sm text-warn">
          {t('{names} did not send its templates.', { names: failed.join(', ') })}
        </p>
      ) : null}
      <p role="status" className={found.length === 0 ? 'py-8 text-center text-muted' : 'sr-only'}>
        {found.length === 0
          ? t('No template contains all of these words.')
          : t('{count, plural, one {# template} other {# templates}}', { count: found.length })}
      </p>
      <ul aria-label={t('Templates')} className={`${GRID} -mx-1 min-h-0 overflow-y-auto p-1`}>
        {found.map((template) => (
          <li key={`${template.pack ?? ''}/${template.name}`}>
            <TemplateCard
              surface={surface}
              template={template}
              version={comfyuiVersionOf(status, template.engine)}
              isOpening={open.isPending && open.input === template}
              onOpen={() => {
                if (!open.isPending) void open.run(template);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TemplateCardProps {
  surface: Surface;
  template: ComfyTemplate;
  /** Of the ComfyUI that has it; `null` if unknown. */
  version: string | null;
  isOpening: boolean;
  onOpen: () => void;
}

function TemplateCard({ surface, template, version, isOpening, onOpen }: TemplateCardProps) {
  const [isSeen, see] = useIsSeen();
  const path = comfyTemplateImagePath(template);
  const { data } = useQuery({ ...libraryImageQuery(surface, path ?? ''), enabled: path !== null && isSeen });
  const url = useBlobUrl(data ?? null);
  const { title, description, models, category, min_comfyui_version: needed } = template;
  return (
    <button
      ref={see}
      type="button"
      aria-busy={isOpening}
      className="flex h-full w-full flex-col overflow-hidden rounded-lg border border-line bg-canvas text-left transition-colors hover:border-control"
      onClick={onOpen}
    >
      <span className="relative flex aspect-square w-full shrink-0 items-center justify-center bg-raised text-faint">
        {url ? (
          <img
            src={url}
            alt=""
            decoding="async"
            draggable={false}
            className="absolute inset-0 size-full object-cover"
          />
        ) : (
          <Workflow aria-hidden className="size-6 stroke-[1.5]" />
        )}
      </span>
      <span className="flex flex-1 flex-col gap-1 p-2.5">
        <span className="font-semibold break-words">{title}</span>
        <span className="line-clamp-3 text-sm text-muted" title={description}>
          {description}
        </span>
        {isOlderComfyui(version, needed) ? (
          <span className="text-sm text-warn wrap-anywhere">
            {t('Needs ComfyUI {needed}; this one is {version}.', { needed: needed ?? '', version: version ?? '' })}
          </span>
        ) : null}
        <span className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-xs text-muted">
          {template.is_paid ? <Chip tone="warn">{t('Paid')}</Chip> : null}
          <span className="min-w-0 truncate">{models.length > 0 ? models.join(', ') : category}</span>
        </span>
      </span>
    </button>
  );
}

/** They change only when ComfyUI is updated. */
const FRESH_MS = 300_000;

function comfyTemplatesQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.templates'),
    queryFn: ({ signal }) => callConsole(surface, 'listComfyTemplates', { signal }),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** The workflow of a template, as a file that opens like a dropped one, under its title. @throws ApiError */
async function comfyTemplateFile(surface: Surface, template: ComfyTemplate): Promise<File> {
  const path = consolePath('getComfyTemplate', {}, queryOf(template, template.name));
  const text = await fetchFromSurface(surface, path);
  return new File([text], template.title, { type: 'application/json' });
}

/** `null` if it has no image. */
function comfyTemplateImagePath(template: ComfyTemplate): string | null {
  return template.image === null ? null : consolePath('getComfyTemplateImage', {}, queryOf(template, template.image));
}

function queryOf({ engine, pack }: ComfyTemplate, name: string): URLSearchParams {
  return new URLSearchParams({ engine, ...(pack === null ? {} : { pack }), name });
}

/**
 * Returns the templates of a category that contain every typed word, `null`: of all. First those whose title contains them: words of
 * descriptions say little.
 */
function findTemplates(
  templates: readonly ComfyTemplate[],
  typed: string,
  category: string | null,
): readonly ComfyTemplate[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = templates.filter((template) => {
    if (category !== null && template.category !== category) return false;
    const { title, name, description, tags, models } = template;
    return hasWords([title, name, description, template.category, ...tags, ...models].join(' '));
  });
  // Stable, so that both parts keep the order of ComfyUI.
  return found.toSorted((a, b) => Number(hasWords(b.title)) - Number(hasWords(a.title)));
}
