import { RATE_SHORTCUTS, type ShortcutId } from '@/shared/shortcuts/shortcut-table';
import type { Command } from './command';

/** Shortcuts of the large view and of both compare dialogs, which lie above the page. */
export const VIEWER_COMMANDS: readonly Command[] = [
  inViewer('output-next', 'Show the next output', ['output-next']),
  inViewer('output-previous', 'Show the previous output', ['output-previous']),
  inViewer('rate', 'Rate what is shown', RATE_SHORTCUTS),
  inViewer('fit', 'Fit into the view', ['fit']),
  inViewer('zoom-in', 'Zoom in on the image', ['zoom-in']),
  inViewer('zoom-out', 'Zoom out of the image', ['zoom-out']),
  inViewer('zoom-size', 'Fit, or show actual size', ['zoom-size']),
  inViewer('play', 'Play or pause videos', ['play']),
  inViewer('frame-next', 'One frame forward', ['frame-next']),
  inViewer('frame-previous', 'Previous frame', ['frame-previous']),
];

function inViewer(id: string, title: string, shortcuts: readonly ShortcutId[]): Command {
  return {
    id: `viewer-${id}`,
    title,
    group: 'Large view and compare',
    place: 'viewer',
    shortcuts,
    isKeyOnly: true,
  };
}
