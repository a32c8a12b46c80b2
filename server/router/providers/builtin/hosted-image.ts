import { z } from 'zod/mini';
import type { Computed, ResultBody, ResultHost } from './builtin-model';
import { choice, described } from './fields';

export function imageFormat() {
  return choice(['png', 'jpeg', 'webp'], { description: 'Format of the image.' });
}

const Int64 = z.custom<number | bigint>();
/** Metadata that the computation returns with the file. */
const Details = z.object({ seed: z.union([z.number(), z.bigint()]), width: z.int(), height: z.int() });

const seconds = (description: string) => described(z.number(), { description, format: 'double' });

/** Response of models that return the URL of their image. */
export const HostedImage = z.object({
  id: described(z.string(), { description: 'The request that made it.' }),
  status: described(z.literal('Ready'), {
    description: 'Always `Ready`: the response is sent when the image is complete.',
  }),
  result: z.object({
    sample: described(z.url(), { description: 'Signed URL of the image on this gateway.', format: 'uri' }),
    expires_at: described(z.iso.datetime(), { description: 'When the address stops to work.', format: 'date-time' }),
    seed: described(Int64, { description: 'The seed that was used.', type: 'integer', format: 'int64' }),
    width: z.int(),
    height: z.int(),
    content_type: z.string(),
    start_time: seconds('Seconds since 1970.'),
    end_time: seconds('Seconds since 1970.'),
    duration: seconds('Seconds of computing.'),
    cost: described(z.nullable(z.number()), { description: 'Always 0: it was computed on this machine.' }),
  }),
});

/** Stores and names the first computed file. `facts` contain the seed and the size. */
export async function hostedImage(
  { facts: details, files }: Computed,
  host: ResultHost,
  name: string,
): Promise<ResultBody> {
  const [file] = files;
  if (!file) throw new Error('No image was made');
  const { seed, width, height } = z.parse(Details, details);
  const { url, expiresAt } = await host.keep(file, `${name}-${String(seed)}.${file.contentType.replace(/^.*\//, '')}`);
  const json: z.output<typeof HostedImage> = {
    id: host.requestId,
    status: 'Ready',
    result: {
      sample: url,
      expires_at: new Date(expiresAt).toISOString(),
      seed,
      width,
      height,
      content_type: file.contentType,
      start_time: host.startedAt / 1000,
      end_time: host.endedAt / 1000,
      duration: (host.endedAt - host.startedAt) / 1000,
      cost: 0,
    },
  };
  return { json };
}

export function hostedImageExample(width: number, height: number): z.output<typeof HostedImage> {
  return {
    id: '6f1c1f0e-9a55-4bb1-8a53-0d1f5f3b8a11',
    status: 'Ready',
    result: {
      sample: 'http://127.0.0.1:8189/api/v2/assets/0f0e1d2c/content?expires=1770000000&signature=5eed',
      expires_at: '2026-02-02T02:40:00.000Z',
      seed: 20_260_101,
      width,
      height,
      content_type: 'image/png',
      start_time: 1_769_913_600.12,
      end_time: 1_769_913_601.02,
      duration: 0.9,
      cost: 0,
    },
  };
}
