import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Ellipsis, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { markStale } from '@/api/live/stale-table';
import type { Draft } from '@/domains/drafts/draft';
import { pinnedInputs } from '@/domains/drafts/template';
import type { SavedTemplate } from '@/domains/templates/saved-template';
import {
  deleteTemplate,
  makeSavedTemplate,
  putTemplate,
  readTemplate,
  templatesQuery,
} from '@/domains/templates/saved-templates';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { changeCached } from '@/shared/feedback/action';
import { useAction } from '@/shared/feedback/use-action';
import { RenameDialog } from '@/shared/rename-dialog';
import { Age } from '@/shared/relative-time';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import { homeParts, MAX_CARDS, noteParts } from './home-parts';
import {
  ALL_TEMPLATE_CARDS,
  AllButton,
  HomeSection,
  PartSkeleton,
  TEMPLATE_CARD,
  TEMPLATE_CARDS,
  TEMPLATE_PICTURE,
  TEMPLATE_TEXT,
  TITLES,
} from './home-section';
import { ResultPicture, useLastJob } from './last-result';
import { openTemplate } from '../templates/open-template';

interface TemplateListProps {
  surface: Surface;
  /** The recent drafts, which know their last jobs. */
  drafts: readonly Draft[];
}

/** Saved templates with their last results: each opens as a new draft. */
export function TemplateList({ surface, drafts }: TemplateListProps) {
  const { data } = useQuery(templatesQuery());
  const templates = data ?? [];
  const [isWhole, setWhole] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [renamed, setRenamed] = useState<SavedTemplate | null>(null);
  const open = async (saved: SavedTemplate) => {
    const { id: draftId } = await openTemplate(surface, saved);
    await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
  };
  const remove = useAction({
    run: (saved: SavedTemplate) => deleteTemplate(saved.id),
    done: (_result, saved) => ({ title: t('Deleted the template {title}', { title: saved.template.title }) }),
    undo: (_result, saved) => ({
      run: () => putTemplate(saved),
      failed: () => ({ title: t('Could not restore the template'), description: t(STORAGE_FAILED) }),
    }),
    failed: () => ({ title: t('Could not delete'), description: t(STORAGE_FAILED) }),
    optimistic: (saved) =>
      changeCached(client, templatesQuery().queryKey, (known) => known.filter(({ id }) => id !== saved.id)),
    stale: [client, surface, 'changeTemplates'],
  });
  const duplicate = useAction({
    async run(saved: SavedTemplate) {
      const template = { ...saved.template, title: t('{title} copy', { title: saved.template.title }) };
      await putTemplate(await makeSavedTemplate(saved.surfaceId, { ...saved, template }));
    },
    failed: () => ({ title: t('Could not duplicate'), description: t(STORAGE_FAILED) }),
    stale: [client, surface, 'changeTemplates'],
  });
  const count = data?.length;
  useEffect(() => {
    if (count !== undefined) noteParts(surface, { templates: Math.min(count, MAX_CARDS) });
  }, [surface, count]);
  if (!data) return <PartSkeleton part="templates" count={homeParts(surface.id).get().templates} />;
  if (data.length === 0) return null;
  return (
    <HomeSection
      id="templates"
      title={t(TITLES.templates)}
      action={
        templates.length > SHOWN ? (
          <AllButton
            label={t('All {count}', { count: templates.length })}
            isOpen={isWhole}
            onToggle={() => setWhole(!isWhole)}
          />
        ) : null
      }
    >
      <ul className={isWhole ? ALL_TEMPLATE_CARDS : TEMPLATE_CARDS}>
        {(isWhole ? templates : templates.slice(0, MAX_CARDS)).map((saved) => (
          <TemplateCard
            key={saved.id}
            surface={surface}
            saved={saved}
            lastJobId={drafts.find(({ templateId, lastJobId }) => templateId === saved.id && lastJobId)?.lastJobId}
            onOpen={() => void open(saved)}
            onRename={() => setRenamed(saved)}
            onDuplicate={() => void duplicate.run(saved)}
            onDelete={() => void remove.run(saved)}
          />
        ))}
      </ul>
      {renamed ? (
        <RenameDialog
          title={t('Rename template')}
          name={renamed.template.title}
          onRename={async (title) => {
            await rename(renamed.id, title);
            await markStale(client, surface, 'changeTemplates');
          }}
          onClose={() => setRenamed(null)}
        />
      ) : null}
    </HomeSection>
  );
}

/** In all but the widest windows. */
const SHOWN = 4;

const STORAGE_FAILED = msg('This browser could not change its storage. Try again.');

/** The list may be older than a change in another tab. */
async function rename(id: string, title: string): Promise<void> {
  const saved = await readTemplate(id);
  if (!saved) throw new Error(t('This template was deleted.'));
  await putTemplate({ ...saved, template: { ...saved.template, title }, updatedAt: Date.now() });
}

interface TemplateCardProps {
  surface: Surface;
  saved: SavedTemplate;
  lastJobId: string | undefined;
  onOpen: () => void;
  onRename: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

function TemplateCard({ surface, saved, lastJobId, onOpen, onRename, onDuplicate, onDelete }: TemplateCardProps) {
  const { title, description } = saved.template;
  const job = useLastJob(surface, lastJobId);
  return (
    <li className="relative rounded-xl border border-line bg-panel transition-colors hover:border-control">
      <button
        type="button"
        aria-label={t('Open the template {title}', { title })}
        title={description || title}
        className={TEMPLATE_CARD}
        onClick={onOpen}
      >
        <span className={TEMPLATE_PICTURE}>
          <ResultPicture surface={surface} job={job} icon={<SlidersHorizontal aria-hidden />} />
        </span>
        <span className={`${TEMPLATE_TEXT} flex flex-col justify-center px-3.5 pr-10`}>
          <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
          <span className="flex gap-2 text-sm text-muted">
            <span className="shrink-0">
              {t('{count, plural, one {# input} other {# inputs}}', { count: pinnedInputs(saved.template).length })}
            </span>
            <Age at={saved.updatedAt} className="truncate text-faint" />
          </span>
        </span>
      </button>
      <div className="absolute right-1.5 bottom-4 md:max-xl:bottom-8">
        <LazyMenu
          trigger={
            <Button
              size="icon-sm"
              tone="ghost"
              aria-label={t('More actions for the template {title}', { title })}
              title={t('More')}
            >
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[
            { label: t('Rename'), icon: <Pencil aria-hidden />, onSelect: onRename },
            { label: t('Duplicate'), icon: <Copy aria-hidden />, onSelect: onDuplicate },
            { label: t('Delete'), icon: <Trash2 aria-hidden />, tone: 'danger', onSelect: onDelete },
          ]}
        />
      </div>
    </li>
  );
}
