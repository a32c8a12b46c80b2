import { X } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  countAnnotations,
  MAX_TAG_LENGTH,
  readTags,
  type AnnotationChange,
} from '@/domains/annotations/job-annotation';
import {
  changeAnnotations,
  markOf,
  annotationsOfSurface,
  useJobAnnotations,
} from '@/domains/annotations/job-annotations';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { announce } from '@/shared/feedback/announce';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { Rating } from '@/ui/input/rating';
import { TextInput } from '@/ui/input/text-input';
import { jobTitle } from '../job/job-title';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { keptWhere } from '@/shared/annotations/kept-where';
import { STEPS } from '@/shared/annotations/job-rating';
import { reportUnsaved } from '@/shared/annotations/report-unsaved';
import { useRating } from '@/shared/annotations/use-rating';

interface TagsDialogProps {
  servers: readonly ServerJobs[];
  onClose: () => void;
}

const MAX_OFFERED = 12;

/** Rating and tags of jobs, of one or several servers; changes apply immediately. */
export function TagsDialog({ servers, onClose }: TagsDialogProps) {
  const [text, setText] = useState('');
  const jobs = servers.flatMap((server) => server.jobs);
  const marks = useJobAnnotations(
    useShallow((state) =>
      servers.flatMap(({ surface, jobs: own }) => own.flatMap(({ id }) => markOf(surface.id, id)(state) ?? [])),
    ),
  );
  const all = useJobAnnotations(
    useShallow((state) => servers.flatMap(({ surface }) => annotationsOfSurface(state, surface.id))),
  );
  const { rating, rate } = useRating(servers);
  const usedTags = countAnnotations(marks).tags;
  const onEach = new Set(usedTags.flatMap(([tag, count]) => (count === jobs.length ? [tag] : [])));
  const offered = countAnnotations(all)
    .tags.filter(([tag]) => !onEach.has(tag))
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, MAX_OFFERED);
  const change = (part: AnnotationChange) => {
    for (const server of servers) void changeAnnotations(server.surface.id, server.jobs, part).then(reportUnsaved);
  };
  const add = (tags: readonly string[]) => {
    if (tags.length === 0) return;
    change({ addTags: tags });
    announce(t('Tagged {tags}', { tags: tags.join(', ') }));
  };
  const remove = (tag: string) => {
    change({ removeTags: [tag] });
    announce(t('Removed tag {tag}', { tag }));
  };
  const [first] = jobs;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={
        jobs.length === 1 && first
          ? t('Rating and tags of {title}', { title: jobTitle(first) })
          : t('Rating and tags of {count, plural, one {# job} other {# jobs}}', { count: jobs.length })
      }
      description={keptWhere(...servers.map(({ surface }) => surface))}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <div className="mb-3 flex h-8 items-center gap-2">
        <span className="font-medium">{t('Rating')}</span>
        <Rating aria-label={t('Rating')} steps={STEPS} value={rating} onChange={rate} />
      </div>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          add(readTags(text));
          setText('');
        }}
      >
        <Field label={t('New tag')} className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={text}
              placeholder={t('e.g. portrait, best')}
              maxLength={MAX_TAG_LENGTH * 5}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabledReason={readTags(text).length === 0 ? t('Type a tag first.') : null}>
          {t('Add')}
        </Button>
      </form>
      <ul aria-label={t('Tags')} className="mt-3 flex min-h-7 flex-wrap gap-1.5">
        {usedTags.length === 0 ? <li className="py-1 text-sm text-muted">{t('No tags yet.')}</li> : null}
        {usedTags.map(([tag, count]) => (
          <li key={tag} className="flex h-7 max-w-full items-center rounded-full bg-hover pl-2.5">
            <span className="truncate">{tag}</span>
            {count < jobs.length ? (
              <span className="ml-1.5 shrink-0 text-sm text-muted">
                {t('{part} of {count}', { part: formatInteger(count), count: formatInteger(jobs.length) })}
              </span>
            ) : null}
            <button
              type="button"
              aria-label={t('Remove tag {tag}', { tag })}
              className="ml-0.5 flex size-7 shrink-0 items-center justify-center rounded-full text-muted hover:text-text"
              onClick={() => remove(tag)}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      {offered.length > 0 ? (
        <div role="group" aria-label={t('Tags in use')} className="mt-3 flex flex-wrap items-center gap-1.5">
          <span className="text-sm text-muted">{t('In use:')}</span>
          {offered.map(([tag]) => (
            <Button key={tag} size="sm" className="max-w-full rounded-full" onClick={() => add([tag])}>
              <span className="truncate">{tag}</span>
            </Button>
          ))}
        </div>
      ) : null}
    </Dialog>
  );
}
