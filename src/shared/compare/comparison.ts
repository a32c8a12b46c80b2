import { useState, type ReactNode } from 'react';
import { useCommands } from '@/shared/commands/use-commands';
import { useZoom, type Zoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import { VideoGroup } from '@/shared/viewer/video/video-group';
import { largestOf, type Size } from '@/shared/viewer/view-model';

/** An image or a video that is compared. */
export interface ComparedFile {
  /** Unique among the compared files: servers may use the same id for different ones. */
  key: string;
  name: string;
  kind: 'image' | 'video';
  /** Renders a `PlacedFile` with the URL of the file. */
  layer: (position: number, comparison: Comparison) => ReactNode;
}

/** One of two to four things that are compared: a job, a run of a model, or an output. */
export interface ComparedItem {
  key: string;
  /** For example `A`. */
  label: string;
  /** Its title and what can be done with it; without one, the name of the file is shown within. */
  head: ReactNode;
  /** `undefined` while it may still arrive. */
  file: ComparedFile | null | undefined;
  /** Shown if it has no file to compare. */
  instead: ReactNode;
}

/** State shared by all compared files. */
export interface Comparison {
  /** In pixels of the largest one; the others are scaled to the same size. */
  zoom: Zoom;
  videos: VideoGroup;
  /** @param key that of the file */
  noteSize: (key: string, size: Size) => void;
}

/** @param keys of the files, in a dialog */
export function useComparison(keys: readonly string[]): Comparison {
  const [videos] = useState(() => new VideoGroup());
  const [sizes, setSizes] = useState<Readonly<Record<string, Size>>>({});
  const zoom = useZoom(largestOf(keys.map((key) => sizes[key])));
  useZoomKeys(zoom, true);
  return { zoom, videos, noteSize: (key, size) => setSizes((known) => ({ ...known, [key]: size })) };
}

interface Choosable<File> {
  key: string;
  /** In order; the first is shown until another is chosen. */
  files: readonly File[];
}

/** Which of its files each item shows. The keys for outputs step through those of all items at once. */
export function useChosenFiles<File extends { id: string }>(items: readonly Choosable<File>[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const indexOf = ({ key, files }: Choosable<File>) =>
    Math.max(
      0,
      files.findIndex(({ id }) => id === chosen[key]),
    );
  const step = (by: 1 | -1) => {
    const next = items.flatMap((item): [string, string][] => {
      const file = item.files[indexOf(item) + by];
      return file ? [[item.key, file.id]] : [];
    });
    setChosen((before) => ({ ...before, ...Object.fromEntries(next) }));
    return next.length > 0;
  };
  useCommands({ 'output-next': () => step(1), 'output-previous': () => step(-1) }, { isInDialog: true });
  return {
    shown: items.map((item) => item.files[indexOf(item)] ?? null),
    choose: (key: string, id: string) => setChosen((before) => ({ ...before, [key]: id })),
  };
}
