import type { EngineChangeProblem, EngineFinding, EngineObstacle, EngineProbe } from '@contract/console/engine-probe';
import { msg, t } from '@/lib/i18n/messages';

export interface FindingText {
  /** What happened. */
  title: string;
  /** What to do now; `null` if nothing. */
  advice: string | null;
}

/** `This is ComfyUI 0.33.0 with 812 node classes.` */
function comfyuiTitle({ version = null, nodeClasses = null }: Found): string {
  const name = comfyuiName({ version });
  return nodeClasses === null
    ? t('This is {name}.', { name })
    : t('This is {name} with {count, plural, one {# node class} other {# node classes}}.', {
        name,
        count: nodeClasses,
      });
}

export function comfyuiName({ version }: Pick<EngineProbe, 'version'>): string {
  return version === null ? 'ComfyUI' : `ComfyUI ${version}`;
}

/** `NVIDIA GeForce RTX 4090` of `cuda:0 NVIDIA GeForce RTX 4090 : cudaMallocAsync`. */
function deviceName(device: string): string {
  return device.replace(/^[a-z]+:\d+ /, '').replace(/ : \w+$/, '');
}

type Found = Pick<EngineProbe, 'finding' | 'url' | 'redirectsTo'> &
  Partial<Pick<EngineProbe, 'version' | 'nodeClasses' | 'hasUnreadableClasses' | 'device'>>;

type Writer = (where: { place: string; host: string }, probe: Found) => FindingText;

const AT_ANOTHER = msg('If it runs on another computer, start it there with --listen.');

const TEXTS: Readonly<Record<Exclude<EngineFinding, 'invalid'>, Writer>> = {
  comfyui: (_, probe) =>
    probe.hasUnreadableClasses
      ? {
          title: t('This is {name}, but its node classes cannot be read.', {
            name: comfyuiName({ version: probe.version ?? null }),
          }),
          advice: t(
            'Without them, forms have no choices or limits, and workflows are not checked before they run. Usually a custom node is broken: find the error in the log of ComfyUI, disable that custom node, restart ComfyUI, then test again.',
          ),
        }
      : { title: comfyuiTitle(probe), advice: probe.device ? deviceName(probe.device) : null },
  starting: ({ place }) => ({
    title: t('ComfyUI at {place} is not ready.', { place }),
    advice: t('It is probably starting. Wait a moment, then test again.'),
  }),
  refused: ({ place }) => ({
    title: t('Nothing listens at {place}.', { place }),
    advice: `${t('Start ComfyUI, or wait until it has started. Check the port, then test again.')} ${t(AT_ANOTHER)}`,
  }),
  name: ({ host }) => ({
    title: t('No computer called {host} was found.', { host }),
    advice: t('Check the spelling, or enter its IP address.'),
  }),
  unreachable: ({ host }) => ({
    title: t('{host} cannot be reached.', { host }),
    advice: t('Check that the computer is on and in the same network, then test again.'),
  }),
  timeout: ({ place }) => ({
    title: t('No response from {place}.', { place }),
    advice: `${t('Check the address, and whether a firewall blocks the port.')} ${t(AT_ANOTHER)}`,
  }),
  tls: ({ place }) => ({
    title: t('The secure connection to {place} failed.', { place }),
    advice: t('Its certificate is not valid, or the port does not use HTTPS. Try the address with http:// in front.'),
  }),
  login: ({ place }) => ({
    title: t('{place} asks for a login.', { place }),
    advice: t('Flowdeck cannot sign in there. Enter the address of ComfyUI itself, without the login in front of it.'),
  }),
  redirect: ({ place }, { redirectsTo }) => ({
    title:
      redirectsTo === null
        ? t('{place} redirects to another host.', { place })
        : t('{place} redirects to {address}.', { place, address: redirectsTo }),
    advice: t('Redirects are not followed. If you trust that address, enter it instead.'),
  }),
  flowdeck: ({ place }) => ({
    title: t('{place} is another Flowdeck gateway, not ComfyUI.', { place }),
    advice: t('Add it as a server: Settings, Servers, Add a server.'),
  }),
  this_gateway: ({ place }) => ({
    title: t('{place} is this Flowdeck itself.', { place }),
    advice: t('Enter the address of ComfyUI. Its usual port is 8188.'),
  }),
  below_path: ({ place }) => ({
    title: t('ComfyUI responds only below a path of this address.'),
    advice: t('Flowdeck needs it at {place} without a path. Enter the host and port of ComfyUI itself.', { place }),
  }),
  other: ({ place }) => ({
    title: t('Another program responds at {place}.', { place }),
    advice: t('Check the port: 8188 is usual for ComfyUI, 8000 for its desktop app.'),
  }),
  blocked: ({ host }) => ({
    title: t('Flowdeck never connects to {host}.', { host }),
    advice: t('The address is link-local, or leads back to Flowdeck. Enter another address of that computer.'),
  }),
};

/** Of `invalid`, at the field. */
export const INVALID_ADDRESS = msg('Enter an address such as 127.0.0.1:8188 or http://box:8188.');

/** What is at an address, and what to do about it. A newer gateway may have other findings. */
export function findingText(probe: Found): FindingText {
  const url = probe.url === null || !URL.canParse(probe.url) ? null : new URL(probe.url);
  const where = { place: url?.host ?? t('this address'), host: url?.hostname ?? t('this address') };
  const writer = Object.entries(TEXTS).find(([finding]) => finding === probe.finding)?.[1];
  return (
    writer?.(where, probe) ?? {
      title: t('ComfyUI was not found at {place}.', { place: where.place }),
      advice: t('Check the address.'),
    }
  );
}

const OBSTACLES: Readonly<Record<EngineObstacle, (file: string) => string>> = {
  embedded_only: () => t('Flowdeck was started without ComfyUI (--engine embedded). Restart it with:'),
  named_by_flag: () =>
    t('The engines of this gateway are set where it is started (--comfyui). Add this there, and restart it:'),
  not_writable: (file) =>
    t('{file} cannot be written. Set this in it; Flowdeck applies the change within seconds:', { file }),
  invalid_config: () => t('The configuration file has mistakes. Correct them, then test again:'),
  unsupported: () => t('This gateway cannot add engines.'),
};

/** Why a ComfyUI cannot be used by a click, and what to add instead. */
export function obstacleText({ obstacle, file }: EngineChangeProblem): string {
  const writer = Object.entries(OBSTACLES).find(([name]) => name === obstacle)?.[1] ?? OBSTACLES.unsupported;
  return writer(file ?? t('The configuration file'));
}
