import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/feedback/toasts';
import { openSample } from './open-sample';
import { SAMPLES, sampleFileUrl, type Sample } from './samples';

/** Workflows that run on a fresh installation, as a quick introduction. */
export function SampleList({ surface }: { surface: Surface }) {
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: (sample: Sample) => openSample(surface, sample),
    onSuccess: (draft) =>
      navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId: draft.id } }),
    onError: (error) => showToast({ tone: 'bad', title: 'Could not open the sample', description: error.message }),
  });
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className="mb-3 flex items-baseline gap-2 font-semibold">
        Samples that run here <span className="text-sm font-normal text-faint">no model weights, no GPU</span>
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <button
              type="button"
              aria-busy={open.isPending && open.variables.id === sample.id}
              onClick={() => {
                if (!open.isPending) open.mutate(sample);
              }}
              className="grid h-full w-full grid-cols-[1fr_auto] grid-rows-[auto_auto_1fr] items-baseline gap-x-2 gap-y-1 overflow-hidden rounded-xl border border-line bg-panel pb-3 text-left transition-colors hover:border-control"
            >
              <img
                src={sampleFileUrl(sample.thumbnail)}
                alt=""
                className="col-span-2 mb-2 h-36 w-full bg-hover object-cover min-[1900px]:h-60"
              />
              <span className="pl-3.5 font-semibold">{sample.title}</span>
              <span className="pr-3.5 text-sm text-faint">{sample.takes}</span>
              <span className="col-span-2 self-start px-3.5 text-sm text-muted">{sample.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
