/** Port on which ComfyUI listens by default. */
const DEFAULT_PORT = '8188';

export interface ComfyuiAddress {
  /** Such as `http://127.0.0.1:8188`: an engine has no path. */
  origin: string;
  /** Path that was typed, without a slash at its end; empty for none. */
  path: string;
}

/**
 * Reads what a user types or pastes as the address of a ComfyUI: `box`, `8188`, `box:8188/`, `http://0.0.0.0:8188`, or the URL of its
 * page. `null` if it is no http address, or has a password.
 */
export function readComfyuiAddress(typed: string): ComfyuiAddress | null {
  const text = typed.trim().replace(/^ws(s?):\/\//i, 'http$1://');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const isPort = /^:?\d+$/.test(text);
  const whole = hasScheme ? text : isPort ? `http://127.0.0.1:${text.replace(':', '')}` : `http://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(whole)) return null;
  const url = new URL(whole);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return null;
  if (!hasScheme && !isPort && !/^[^/?#]*:\d+(?:[/?#]|$)/.test(text)) url.port = DEFAULT_PORT;
  // One spelling of this machine, or one ComfyUI could be two engines. ComfyUI prints 0.0.0.0 when it listens on all addresses.
  if (url.protocol === 'http:' && /^(?:localhost\.?|0\.0\.0\.0|\[::\])$/.test(url.hostname)) url.hostname = '127.0.0.1';
  return { origin: url.origin, path: withoutSlashes(url.pathname) };
}

/** Without the slashes at its end, in linear time. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
