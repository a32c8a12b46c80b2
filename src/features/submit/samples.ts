import type { DraftOrigin } from '@/domains/drafts/draft';
import { BASE_PATH } from '@/lib/host-kind';
import samples from './samples.json';

/** Folder of the sample workflows: static files beside the console, the same for every surface. */
const FOLDER = `${BASE_PATH}samples/`;

export interface Sample {
  id: string;
  title: string;
  description: string;
  /** File name inside the folder. */
  workflow: string;
  /** File name inside the folder. */
  thumbnail: string;
  /** Human-readable duration. */
  takes: string;
  /** Every ComfyUI has its classes. */
  isCore?: boolean;
}

/** Bundled instead of loaded, since the first screen shows them at once. */
export const SAMPLES: readonly Sample[] = samples;

export function sampleFileUrl(name: string): string {
  return FOLDER + encodeURIComponent(name);
}

/** @throws Error if the gateway does not serve it. */
export async function loadSampleWorkflow(sample: Sample): Promise<string> {
  const response = await fetch(sampleFileUrl(sample.workflow));
  if (!response.ok) throw new Error(`The sample is missing (${response.status})`);
  return response.text();
}

/** Returns the image that a sample's workflow references, for users without an image. */
export function sampleImageOf(origin: DraftOrigin, named: string | null): { load: () => Promise<File> } | null {
  if (origin !== 'sample' || named === null || !/^[\w-]+\.\w+$/.test(named)) return null;
  return {
    load: async () => {
      const response = await fetch(sampleFileUrl(named));
      if (!response.ok) throw new Error(`Sample image not found (${response.status})`);
      const bytes = await response.blob();
      return new File([bytes], named, { type: bytes.type });
    },
  };
}
