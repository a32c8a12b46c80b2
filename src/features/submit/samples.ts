import type { GatewayStatus } from '@contract/console/gateway-status';
import { isKeyOf } from '@contract/typed-objects';
import type { DraftOrigin } from '@/domains/drafts/draft';
import { BASE_PATH } from '@/lib/host-kind';
import { msg, t, type Message } from '@/lib/i18n/messages';
import samples from './samples.json';

/** Folder of the sample workflows: static files beside the console, the same for every surface. */
const FOLDER = `${BASE_PATH}samples/`;

export interface Sample {
  id: string;
  title: Message;
  description: Message;
  /** File name inside the folder. */
  workflow: string;
  /** File name inside the folder. */
  thumbnail: string;
  /** About how long it runs. */
  takes: Message;
  /** Every ComfyUI has its classes. */
  isCore?: boolean;
}

const TEXTS = {
  coral: {
    title: msg('Coral'),
    description: msg('Reaction diffusion with live previews. Try canceling it, or another seed.'),
    takes: msg('about 20 s'),
  },
  'soften-and-frame': {
    title: msg('Soften and frame'),
    description: msg('Your photo, blurred, blended and framed. Also runs on any ComfyUI.'),
    takes: msg('about 2 s'),
  },
  'ink-study': {
    title: msg('Ink study'),
    description: msg('Strokes that grow by themselves, printed in four inks. Both files carry the workflow.'),
    takes: msg('about 10 s'),
  },
};

/** Bundled instead of loaded, since the first screen shows them at once. */
export const SAMPLES: readonly Sample[] = samples.flatMap((sample) =>
  isKeyOf(TEXTS, sample.id) ? { ...sample, ...TEXTS[sample.id] } : [],
);

/**
 * Returns the samples whose classes a gateway has: all with the embedded engine, which runs its own classes also beside ComfyUI, and
 * those of core nodes on ComfyUI alone. `undefined`: not known yet.
 */
export function samplesOf(status: Pick<GatewayStatus, 'engine' | 'engines'> | undefined): readonly Sample[] {
  const isAlone = status?.engine.name === 'comfyui' && !status.engines?.some(({ comfyui }) => comfyui === null);
  return isAlone ? SAMPLES.filter(({ isCore }) => isCore) : SAMPLES;
}

export function sampleFileUrl(name: string): string {
  return FOLDER + encodeURIComponent(name);
}

/** @throws Error if the gateway does not serve it. */
export async function loadSampleWorkflow(sample: Sample): Promise<string> {
  const response = await fetch(sampleFileUrl(sample.workflow));
  if (!response.ok) throw new Error(t('The sample is missing ({status})', { status: response.status }));
  return response.text();
}

/** Returns the image that a sample's workflow references, for users without an image. */
export function sampleImageOf(origin: DraftOrigin, named: string | null): { load: () => Promise<File> } | null {
  if (origin !== 'sample' || named === null || !/^[\w-]+\.\w+$/.test(named)) return null;
  return {
    load: async () => {
      const response = await fetch(sampleFileUrl(named));
      if (!response.ok) throw new Error(t('Sample image not found ({status})', { status: response.status }));
      const bytes = await response.blob();
      return new File([bytes], named, { type: bytes.type });
    },
  };
}
