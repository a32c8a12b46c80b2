import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import type { HomeParts } from './home-parts';

const FIRST_CARDS = 'grid gap-4 min-[1900px]:grid-cols-6 max-[1899px]:[&>:nth-child(n+5)]:hidden';
/** Four cards in one or two rows, in which most names fit; six in very wide windows. The rest is behind a button. */
export const DRAFT_CARDS = `${FIRST_CARDS} md:grid-cols-2 xl:grid-cols-4`;
export const TEMPLATE_CARDS = `${FIRST_CARDS} grid-cols-2 xl:grid-cols-4`;
export const ALL_TEMPLATE_CARDS = 'grid grid-cols-2 gap-4 xl:grid-cols-4 min-[1900px]:grid-cols-6';
/** Shows one row of whole tiles. The focus scrolls to the others, so each row has the same height. */
export const RESULTS =
  'grid h-20 auto-rows-[100%] grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2.5 overflow-hidden sm:h-24 sm:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] min-[1900px]:h-27 min-[1900px]:grid-cols-[repeat(auto-fill,minmax(6.75rem,1fr))]';
/** The picture of a template, and up to three lines below it, or beside it where four columns would be too narrow. */
export const TEMPLATE_CARD = 'block w-full rounded-xl text-left md:max-xl:flex';
export const TEMPLATE_PICTURE =
  'block aspect-[8/5] w-full overflow-hidden rounded-t-xl md:max-xl:h-24 md:max-xl:w-auto md:max-xl:shrink-0 md:max-xl:rounded-r-none md:max-xl:rounded-l-xl';
export const TEMPLATE_TEXT = 'h-20 md:max-xl:h-24 md:max-xl:min-w-0 md:max-xl:flex-1';
export const DRAFT_CARD = 'h-24';

interface HomeSectionProps {
  id: string;
  title: string;
  /** Beside the title: what leads to all of it. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the start page, with its title. */
export function HomeSection({ id, title, action, children }: HomeSectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex h-8 items-center justify-between gap-3">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

interface AllButtonProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Shows all of a part, or its first row again. */
export function AllButton({ label, isOpen, onToggle }: AllButtonProps) {
  return (
    <Button tone="ghost" size="sm" className="-mr-2" aria-expanded={isOpen} onClick={onToggle}>
      {label}
      <ChevronRight aria-hidden className={isOpen ? '-rotate-90' : undefined} />
    </Button>
  );
}

export const TITLES = { templates: msg('Templates'), drafts: msg('Recent drafts'), results: msg('Recent results') };

/** The places of a part that loads. */
export function PartSkeleton({ part, count }: { part: keyof HomeParts; count: number }) {
  if (count === 0) return null;
  const places = Array.from({ length: count }, (_, index) => index);
  return (
    <div aria-busy>
      <div className="mb-2 flex h-8 items-center font-semibold text-muted">{t(TITLES[part])}</div>
      <div className={part === 'results' ? RESULTS : part === 'drafts' ? DRAFT_CARDS : TEMPLATE_CARDS}>
        {places.map((place) =>
          part === 'templates' ? (
            <div key={place} className={`border border-line ${TEMPLATE_CARD}`}>
              <Skeleton className={TEMPLATE_PICTURE} />
              <div className={TEMPLATE_TEXT} />
            </div>
          ) : (
            <Skeleton key={place} className={part === 'drafts' ? `rounded-xl ${DRAFT_CARD}` : 'rounded-lg'} />
          ),
        )}
      </div>
    </div>
  );
}

/** The places of all parts, while their code loads. */
export function HomeSkeleton({ templates, drafts, results }: HomeParts) {
  return (
    <>
      <PartSkeleton part="templates" count={templates} />
      <PartSkeleton part="drafts" count={drafts} />
      <PartSkeleton part="results" count={results} />
    </>
  );
}
