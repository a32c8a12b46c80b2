import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { DraftOrigin } from '@/api/storage/draft';

/** The workflows that come with Flowdeck: static files beside the console, the same for every surface. */
const FOLDER = '/samples/';

const Sample = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** File names inside the folder. */
  workflow: z.string(),
  thumbnail: z.optional(z.string()),
  /** How long it takes, in words. */
  takes: z.optional(z.string()),
});
export type Sample = z.infer<typeof Sample>;

const SampleIndex = z.looseObject({ samples: z.array(Sample) });

export const samplesQuery = queryOptions({
  queryKey: ['console.samples'],
  queryFn: async ({ signal }): Promise<Sample[]> => {
    const response = await fetch(`${FOLDER}index.json`, { signal });
    if (!response.ok) throw new Error(`The samples are missing (${response.status})`);
    return SampleIndex.parse(await response.json()).samples;
  },
  staleTime: Infinity,
});

export function sampleFileUrl(name: string): string {
  return FOLDER + encodeURIComponent(name);
}

/** @throws Error when the gateway does not serve it. */
export async function loadSampleWorkflow(sample: Sample): Promise<string> {
  const response = await fetch(sampleFileUrl(sample.workflow));
  if (!response.ok) throw new Error(`The sample is missing (${response.status})`);
  return response.text();
}

/** The picture that a sample's workflow names, offered where the user has none at hand. */
export function samplePictureOf(origin: DraftOrigin, named: string | null): { load: () => Promise<File> } | null {
  if (origin !== 'sample' || named === null || !/^[\w-]+\.\w+$/.test(named)) return null;
  return {
    load: async () => {
      const response = await fetch(sampleFileUrl(named));
      if (!response.ok) throw new Error(`The sample picture is missing (${response.status})`);
      const bytes = await response.blob();
      return new File([bytes], named, { type: bytes.type });
    },
  };
}
