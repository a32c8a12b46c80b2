import { useNavigate } from '@tanstack/react-router';
import type { Surface } from '@/api/surface';
import { messageOf } from '@/lib/message-of';
import { useAction } from '@/shared/feedback/use-action';
import { openSample } from './open-sample';
import { SAMPLES, sampleFileUrl, type Sample } from '../samples';

/** Workflows that run on a fresh installation, as a quick introduction. */
export function SampleList({ surface }: { surface: Surface }) {
  const navigate = useNavigate();
  const open = useAction({
    async run(sample: Sample) {
      const { id: draftId } = await openSample(surface, sample);
      await navigate({ to: '/$surface/submit/$draftId', params: { surface: surface.id, draftId } });
    },
    failed: (error) => ({ title: 'Could not open the sample', description: messageOf(error) }),
  });
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className="mb-3 flex items-baseline gap-2 font-semibold">
        {surface.kind === 'gateway' ? 'Samples that run here' : 'Samples for a Flowdeck gateway'}
        <span className="text-sm font-normal text-faint">no model weights, no GPU</span>
      </h2>
      <ul className="grid gap-4 sm:grid-cols-3">
        {SAMPLES.map((sample) => (
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
