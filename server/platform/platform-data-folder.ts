import path from 'node:path';

/** Where programs keep what belongs to the user: XDG, Library or AppData. */
export function platformDataFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Flowdeck');
  if (platform === 'win32') {
    return path.join(environment['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), 'Flowdeck');
  }
  const base = environment['XDG_DATA_HOME'];
  // The XDG rule: a relative path there is to be ignored.
  return path.join(base && path.isAbsolute(base) ? base : path.join(home, '.local', 'share'), 'flowdeck');
}
