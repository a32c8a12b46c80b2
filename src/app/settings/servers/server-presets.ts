import type { SurfaceConfig } from '@contract/console/surfaces';
import { msg, type Message } from '@/lib/i18n/messages';

type Kind = SurfaceConfig['kind'];

interface KindDetails {
  label: Message;
  hint: Message;
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
    label: msg('Managed service'),
    hint: msg('A hosted service that runs workflows of many users.'),
    example: 'https://cloud.example.com',
    hasJobs: true,
    hasRouter: false,
    wantsKey: true,
  },
  serverless: {
    label: msg('Serverless deployment'),
    hint: msg('A deployment of your own, often with one fixed workflow.'),
    example: 'https://my-deployment.run.example.com',
    hasJobs: true,
    hasRouter: false,
    wantsKey: true,
  },
  'self-hosted': {
    label: msg('Self-hosted'),
    hint: msg('Another Flowdeck gateway, or a proxy in front of ComfyUI.'),
    example: 'http://192.168.1.20:8189',
    hasJobs: true,
    hasRouter: true,
    wantsKey: false,
  },
  router: {
    label: msg('Model Router'),
    hint: msg('Partner models through one API. Runs no workflows.'),
    example: 'https://api.example.com',
    hasJobs: false,
    hasRouter: true,
    wantsKey: true,
  },
};

export const KIND_ORDER: readonly Kind[] = ['managed', 'serverless', 'self-hosted', 'router'];

export const COLOR_NAMES: Readonly<Record<SurfaceConfig['color'], Message>> = {
  gray: msg('gray'),
  blue: msg('blue'),
  green: msg('green'),
  amber: msg('amber'),
  red: msg('red'),
  purple: msg('purple'),
  pink: msg('pink'),
  teal: msg('teal'),
};

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
