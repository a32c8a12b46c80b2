import { useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { useSetting } from '@/lib/settings/use-setting';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { homeParts } from './home-parts';
import { openSample } from './open-sample';
import { sampleFileUrl, type Sample } from '../samples';
import { useSamples } from '../use-samples';

const TITLE = msg('Samples that run here');

/** Workflows that run on a fresh installation, as a quick introduction. */
export function SampleList({ surface }: { surface: Surface }) {
  const samples = useSamples(surface);
  if (samples.length === 0) return null;
  return (
    // Someone with own work has them folded, below it.
    <section aria-labelledby="samples" className="returning:hidden">
      <h2 id="samples" className="mb-3 flex items-baseline gap-2 font-semibold">
        {t(TITLE)}
        <span className="text-sm font-normal text-faint">{t('no model weights, no GPU')}</span>
      </h2>
      <SampleCards surface={surface} samples={samples} />
    </section>
  );
}

/** For someone who has own work. Open where there is nothing else. */
export function FoldedSamples({ surface }: { surface: Surface }) {
  const samples = useSamples(surface);
  const isAlone = useSetting(homeParts(surface.id), (parts) => parts.templates + parts.drafts + parts.results === 0);
  if (samples.length === 0) return null;
  return (
    <section aria-labelledby="samples" className="border-t border-line pt-2">
      <details className="group" open={isAlone}>
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded [&::-webkit-details-marker]:hidden">
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
          />
          <h2 id="samples" className="shrink-0 font-semibold">
            {t(TITLE)}
          </h2>
          <span className="truncate text-sm text-faint group-open:hidden">
            {samples.map(({ title }) => t(title)).join(', ')}
          </span>
        </summary>
        <div className="pt-2">
          <SampleCards surface={surface} samples={samples} />
        </div>
      </details>
    </section>
  );
}

function SampleCards({ surface, samples }: { surface: Surface; samples: readonly Sample[] }) {
  const navigate = useNavigate();
  const open = useAction({
    async run(sample: Sample) {
      const { id: draftId } = await openSample(surface, sample);
      await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
    },
    failed: (error) => ({ title: t('Could not open the sample'), description: messageOf(error) }),
  });
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {samples.map((sample) => (
        <li key={sample.id}>
          <button
            type="button"
            aria-busy={open.input?.id === sample.id}
            onClick={() => {
              if (!open.isPending) void open.run(sample);
            }}
            className="grid h-full w-full grid-cols-[1fr_auto] grid-rows-[auto_auto_1fr] items-baseline gap-x-2 gap-y-1 overflow-hidden rounded-xl border border-line bg-panel pb-3 text-left transition-colors hover:border-control"
          >
            <img
              src={sampleFileUrl(sample.thumbnail)}
              alt=""
              className="col-span-2 mb-2 h-36 w-full bg-hover object-cover min-[1900px]:h-60"
            />
            <span className="pl-3.5 font-semibold">{t(sample.title)}</span>
            <span className="pr-3.5 text-sm text-faint">{t(sample.takes)}</span>
            <span className="col-span-2 self-start px-3.5 text-sm text-muted">{t(sample.description)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
