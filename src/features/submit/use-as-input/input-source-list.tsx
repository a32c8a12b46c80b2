import { FileBraces, FlaskConical, History, LayoutTemplate, ListVideo } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MediaKind } from '@contract/workflow/node-definitions';
import { classNames } from '@/lib/class-names';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Age } from '@/shared/relative-time';
import { Spinner } from '@/ui/spinner';
import type { InputSlot } from './input-slots';
import type { InputSource, ReadSource } from './input-sources';
import type { OfferedSource } from './use-input-sources';

const GROUPS: readonly { kind: InputSource['kind']; title: Message; icon: ReactNode }[] = [
  { kind: 'job', title: msg('Same workflow'), icon: <ListVideo aria-hidden /> },
  { kind: 'template', title: msg('Templates'), icon: <LayoutTemplate aria-hidden /> },
  { kind: 'draft', title: msg('Drafts'), icon: <FileBraces aria-hidden /> },
  { kind: 'sample', title: msg('Samples'), icon: <FlaskConical aria-hidden /> },
];

const ROW =
  'flex min-h-10 w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover aria-disabled:hover:bg-transparent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint';

interface InputSourceListProps {
  offers: readonly OfferedSource[];
  /** Those that were used last, which their own groups list, too. */
  used: readonly OfferedSource[];
  media: MediaKind;
  /** Key of the source that is being opened. */
  busyKey: string | null;
  /** @param slot the input to use; absent: the user chooses one of several */
  onChoose: (source: InputSource, read: ReadSource, slot?: InputSlot) => void;
}

/** Workflows with an input for the file, and that input. */
export function InputSourceList({ offers, used, media, busyKey, onChoose }: InputSourceListProps) {
  const groups = GROUPS.map(({ kind, title, icon }) => {
    const shown = offers.filter(({ source }) => source.kind === kind);
    if (shown.length === 0) return null;
    return (
      <section key={kind} aria-labelledby={`input-${kind}`}>
        <h3 id={`input-${kind}`} className="px-2 pb-1 text-sm text-muted">
          {t(title)}
        </h3>
        <ul>
          {shown.map(({ source, read, isPending }) => {
            const isOffered = read !== null && read.slots.length > 0;
            return (
              <li key={source.key}>
                <button
                  type="button"
                  aria-disabled={!isOffered || undefined}
                  aria-busy={busyKey === source.key || isPending || undefined}
                  className={ROW}
                  onClick={() => {
                    if (isOffered) onChoose(source, read);
                  }}
                >
                  {busyKey === source.key ? <Spinner /> : icon}
                  <span className={classNames('min-w-0 flex-1 truncate font-medium', !isOffered && 'text-muted')}>
                    {source.title}
                  </span>
                  <span className="max-w-[45%] truncate text-sm text-muted">
                    {isPending ? t('looking') : slotText(read?.slots ?? null, media)}
                  </span>
                  {source.at === null ? null : (
                    <Age at={source.at} className="w-20 shrink-0 text-right text-sm text-faint max-sm:hidden" />
                  )}
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    );
  });
  if (used.length === 0) return groups;
  return (
    <>
      <section aria-labelledby="input-used">
        <h3 id="input-used" className="px-2 pb-1 text-sm text-muted">
          {t('Recently used')}
        </h3>
        <ul>
          {used.map(({ source, read, used: slot }) =>
            read && slot ? (
              <li key={source.key}>
                <button
                  type="button"
                  aria-busy={busyKey === source.key || undefined}
                  className={ROW}
                  onClick={() => onChoose(source, read, slot)}
                >
                  {busyKey === source.key ? <Spinner /> : <History aria-hidden />}
                  <span className="min-w-0 flex-1 truncate font-medium">{source.title}</span>
                  <span className="max-w-[45%] truncate text-sm text-muted">{slot.label}</span>
                </button>
              </li>
            ) : null,
          )}
        </ul>
      </section>
      {groups}
    </>
  );
}

function slotText(slots: readonly InputSlot[] | null, media: MediaKind): string {
  if (slots === null) return t('not a valid workflow');
  const [first] = slots;
  if (!first)
    return t('no {media, select, image {image} audio {audio file} video {video} other {file}} input', { media });
  return slots.length === 1
    ? first.label
    : t('{count, plural, one {# input} other {# inputs}}', { count: slots.length });
}

interface SlotListProps {
  slots: readonly InputSlot[];
  onChoose: (slot: InputSlot) => void;
}

export function SlotList({ slots, onChoose }: SlotListProps) {
  return (
    <ul aria-label={t('Inputs')}>
      {slots.map((slot, index) => (
        <li key={slot.key}>
          <button
            type="button"
            // The previous list is unmounted, which loses the focus.
            ref={index === 0 ? (button) => button?.focus() : undefined}
            className={ROW}
            onClick={() => onChoose(slot)}
          >
            <span className="min-w-0 flex-1 truncate font-medium">{slot.label}</span>
            <span className="max-w-[45%] truncate text-sm text-muted">
              {slot.holds ? t('in place of {name}', { name: slot.holds }) : t('empty')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
