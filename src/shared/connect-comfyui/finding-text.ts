import type { EngineChangeProblem, EngineFinding, EngineObstacle, EngineProbe } from '@contract/console/engine-probe';
import { formatCount } from '@/lib/format';

export interface FindingText {
  /** What happened. */
  title: string;
  /** What to do now; `null` if nothing. */
  advice: string | null;
}

/** `This is ComfyUI 0.33.0 with 812 node classes.` */
export function comfyuiTitle({ version, nodeClasses }: EngineProbe): string {
  const classes = nodeClasses === null ? '' : ` with ${formatCount(nodeClasses, 'node class', 'node classes')}`;
  return `This is ComfyUI${version === null ? '' : ` ${version}`}${classes}.`;
}

/** `NVIDIA GeForce RTX 4090` of `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`. */
function deviceName(device: string): string {
  return device.replace(/^[a-z]+:\d+ /, '').replace(/ : \w+$/, '');
}

type Writer = (where: { place: string; host: string }, probe: EngineProbe) => FindingText;

const AT_ANOTHER = 'If it runs on another computer, start it there with --listen.';

const TEXTS: Readonly<Record<Exclude<EngineFinding, 'invalid'>, Writer>> = {
  comfyui: (_, probe) => ({ title: comfyuiTitle(probe), advice: probe.device && deviceName(probe.device) }),
  starting: ({ place }) => ({
    title: `ComfyUI at ${place} is not ready.`,
    advice: 'It is probably starting. Wait a moment, then test again.',
  }),
  refused: ({ place }) => ({
    title: `Nothing listens at ${place}.`,
    advice: `Start ComfyUI, check the port, then test again. ${AT_ANOTHER}`,
  }),
  name: ({ host }) => ({
    title: `No computer called ${host} was found.`,
    advice: 'Check the spelling, or enter its IP address.',
  }),
  unreachable: ({ host }) => ({
    title: `${host} cannot be reached.`,
    advice: 'Check that the computer is on and in the same network, then test again.',
  }),
  timeout: ({ place }) => ({
    title: `No response from ${place}.`,
    advice: `Check the address, and whether a firewall blocks the port. ${AT_ANOTHER}`,
  }),
  tls: ({ place }) => ({
    title: `The secure connection to ${place} failed.`,
    advice: 'Its certificate is not valid, or the port does not use HTTPS. Try the address with http:// in front.',
  }),
  login: ({ place }) => ({
    title: `${place} asks for a login.`,
    advice: 'Flowdeck cannot sign in there. Enter the address of ComfyUI itself, without the login in front of it.',
  }),
  redirect: ({ place }, { redirectsTo }) => ({
    title: `${place} redirects to ${redirectsTo ?? 'another host'}.`,
    advice: 'Redirects are not followed. If you trust that address, enter it instead.',
  }),
  flowdeck: ({ place }) => ({
    title: `${place} is another Flowdeck gateway, not ComfyUI.`,
    advice: 'Add it as a server: Settings, Servers, Add a server.',
  }),
  this_gateway: ({ place }) => ({
    title: `${place} is this Flowdeck itself.`,
    advice: 'Enter the address of ComfyUI. Its usual port is 8188.',
  }),
  below_path: ({ place }) => ({
    title: 'ComfyUI responds only below a path of this address.',
    advice: `Flowdeck needs it at ${place} without a path. Enter the host and port of ComfyUI itself.`,
  }),
  other: ({ place }) => ({
    title: `Another program responds at ${place}.`,
    advice: 'Check the port: 8188 is usual for ComfyUI, 8000 for its desktop app.',
  }),
  blocked: ({ host }) => ({
    title: `Flowdeck never connects to ${host}.`,
    advice: 'The address is link-local, or leads back to Flowdeck. Enter another address of that computer.',
  }),
};

/** Of `invalid`, at the field. */
export const INVALID_ADDRESS = 'Enter an address such as 127.0.0.1:8188 or http://box:8188.';

/** What is at an address, and what to do about it. A newer gateway may have other findings. */
export function findingText(probe: EngineProbe): FindingText {
  const url = probe.url === null || !URL.canParse(probe.url) ? null : new URL(probe.url);
  const where = { place: url?.host ?? 'this address', host: url?.hostname ?? 'this address' };
  const writer = Object.entries(TEXTS).find(([finding]) => finding === probe.finding)?.[1];
  return writer?.(where, probe) ?? { title: `ComfyUI was not found at ${where.place}.`, advice: 'Check the address.' };
}

const OBSTACLES: Readonly<Record<EngineObstacle, (file: string) => string>> = {
  embedded_only: () => 'Flowdeck was started without ComfyUI (--engine embedded). Restart it with:',
  named_by_flag: () =>
    'The engines of this gateway are set where it is started (--comfyui). Add this there, and restart it:',
  not_writable: (file) => `${file} cannot be written. Set this in it; Flowdeck applies the change within seconds:`,
  invalid_config: () => 'The configuration file has mistakes. Correct them, then test again:',
  unsupported: () => 'This gateway cannot add engines.',
};

/** Why a ComfyUI cannot be used by a click, and what to add instead. */
export function obstacleText({ obstacle, file }: EngineChangeProblem): string {
  const writer = Object.entries(OBSTACLES).find(([name]) => name === obstacle)?.[1] ?? OBSTACLES.unsupported;
  return writer(file ?? 'The configuration file');
}
