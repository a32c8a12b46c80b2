import { lazyPart } from '@/ui/lazy-part';

/** Needed only while there is something to connect. */
export const LazyConnectComfyui = lazyPart(async () => (await import('./connect-comfyui')).ConnectComfyui);
