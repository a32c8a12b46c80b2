import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/toasts';
import { Skeleton } from '@/ui/skeleton';
import { openSample } from './open-sample';
import { sampleFileUrl, samplesQuery, type Sample } from './samples';

const EXPECTED_SAMPLES = 3;

/** Workflows that run on a fresh installation: the shortest way to see what Flowdeck does. */
export function SampleList({ surface }: { surface: Surface }) {
  const samples = useQuery(samplesQuery);
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: (sample: Sample) => openSample(surface, sample),
    onSuccess: (draft) =>
      navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: draft.id } }),
    onError: (error) => showToast({ tone: 'bad', title: 'The sample did not open', description: error.message }),
  });
  // Samples are an offer: where they cannot be had, the page is complete without them.
  if (samples.isError) return null;
  return (
    <section aria-labelledby="samples" aria-busy={samples.isPending}>
      <h2 id="samples" className="mb-3 flex items-baseline gap-2 font-semibold">
        Samples that run here <span className="text-sm font-normal text-faint">no model weights, no GPU</span>
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {samples.isPending
          ? Array.from({ length: EXPECTED_SAMPLES }, (_, index) => (
              <li key={index}>
                <Skeleton className="h-[226px] rounded-xl" />
              </li>
            ))
          : samples.data.map((sample) => (
              <li key={sample.id}>
                <button
                  type="button"
                  aria-busy={open.isPending && open.variables.id === sample.id}
                  onClick={() => {
                    if (!open.isPending) open.mutate(sample);
                  }}
                  className="flex h-full w-full flex-col overflow-hidden rounded-xl border border-line bg-panel text-left transition-colors hover:border-control"
                >
                  <span className="block h-36 w-full bg-hover">
                    {sample.thumbnail ? (
                      <img
                        src={sampleFileUrl(sample.thumbnail)}
                        alt=""
                        loading="lazy"
                        className="size-full object-cover"
                      />
                    ) : null}
                  </span>
                  <span className="flex flex-col gap-1 px-3.5 py-3">
                    <span className="flex items-baseline gap-2">
                      <span className="font-semibold">{sample.title}</span>
                      {sample.takes ? <span className="ml-auto text-sm text-faint">{sample.takes}</span> : null}
                    </span>
                    <span className="text-sm text-muted">{sample.description}</span>
                  </span>
                </button>
              </li>
            ))}
      </ul>
    </section>
  );
}
