import { RATE_COMMANDS, type CommandId } from '@/shared/commands/command-keys';
import type { Command } from './command';

/** Commands of the large view and of both compare dialogs, which cover the page. */
export const VIEWER_COMMANDS: readonly Command[] = [
  inViewer('output-next', 'Show the next output', ['output-next']),
  inViewer('output-previous', 'Show the previous output', ['output-previous']),
  inViewer('rate', 'Rate what is shown', RATE_COMMANDS),
  inViewer('fit', 'Fit into the view', ['fit']),
  inViewer('zoom-in', 'Zoom in on the image', ['zoom-in']),
  inViewer('zoom-out', 'Zoom out of the image', ['zoom-out']),
  inViewer('zoom-size', 'Fit, or show actual size', ['zoom-size']),
  inViewer('play', 'Play or pause videos', ['play']),
  inViewer('toggle', 'Play or pause, or show the other image', ['toggle']),
  inViewer('frame-next', 'One frame forward', ['frame-next']),
  inViewer('frame-previous', 'Previous frame', ['frame-previous']),
];

function inViewer(id: string, title: string, commands: readonly CommandId[]): Command {
  return {
    id: `viewer-${id}`,
    title,
    group: 'Large view and compare',
    place: 'viewer',
    commands,
    isKeyOnly: true,
  };
}
