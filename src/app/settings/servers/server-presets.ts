import type { SurfaceConfig } from '@contract/console/surfaces';

type Kind = SurfaceConfig['kind'];

interface KindDetails {
  label: string;
  hint: string;
  /** Placeholder. */
  example: string;
  hasJobs: boolean;
  hasRouter: boolean;
  /** A key is typically required. */
  wantsKey: boolean;
}

/** Defaults for each kind of server; all of them can be changed. */
export const KINDS: Readonly<Record<Kind, KindDetails>> = {
  managed: {
    label: 'Managed service',
    hint: 'A hosted service that runs workflows of many users.',
    example: 'https://cloud.example.com',
    hasJobs: true,
    hasRouter: false,
    wantsKey: true,
  },
  serverless: {
    label: 'Serverless deployment',
    hint: 'A deployment of your own, often with one fixed workflow.',
    example: 'https://my-deployment.run.example.com',
    hasJobs: true,
    hasRouter: false,
    wantsKey: true,
  },
  'self-hosted': {
    label: 'Self-hosted',
    hint: 'Another Flowdeck gateway, or a proxy in front of ComfyUI.',
    example: 'http://192.168.1.20:8189',
    hasJobs: true,
    hasRouter: true,
    wantsKey: false,
  },
  router: {
    label: 'Model Router',
    hint: 'Partner models through one API. Runs no workflows.',
    example: 'https://api.example.com',
    hasJobs: false,
    hasRouter: true,
    wantsKey: true,
  },
};

export const KIND_ORDER: readonly Kind[] = ['managed', 'serverless', 'self-hosted', 'router'];

/** Derives a free id from a name. It is the first part of every path of the server, so it never changes afterwards. */
export function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 40)
    .replace(/-$/, '');
  const base = plain === '' ? 'server' : plain;
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}
