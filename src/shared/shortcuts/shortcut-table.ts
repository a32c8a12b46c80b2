/**
 * Every shortcut with its default keys, written as `lib/keys.ts` reads them. The only place that spells a key: handlers,
 * palette, shortcut sheet and tooltips read the current keys from `keymap.ts`, by these ids. Ids are stored in the
 * browser (`flowdeck.shortcuts`). Keys of one control, such as the arrows of a slider, are not shortcuts.
 */
export const SHORTCUTS = {
  'go-jobs': ['g j'],
  'go-submit': ['g s'],
  'go-assets': ['g a'],
  'go-models': ['g m'],
  'go-outbox': ['g o'],
  'go-settings': ['g e'],
  palette: ['mod+k'],
  search: ['/'],
  help: ['?'],
  next: ['j'],
  previous: ['k'],
  'row-next': ['ArrowDown'],
  'row-previous': ['ArrowUp'],
  'row-first': ['Home'],
  'row-last': ['End'],
  open: ['Enter'],
  select: ['x'],
  'select-range': ['shift+x'],
  'extend-next': ['shift+j', 'shift+ArrowDown'],
  'extend-previous': ['shift+k', 'shift+ArrowUp'],
  'select-all': ['mod+a'],
  'clear-selection': ['Escape'],
  star: ['s'],
  'rate-1': ['1'],
  'rate-2': ['2'],
  'rate-3': ['3'],
  'rate-4': ['4'],
  'rate-5': ['5'],
  'clear-rating': ['0'],
  tags: ['t'],
  'run-again': ['r'],
  cancel: ['c'],
  compare: ['v'],
  'copy-id': ['y'],
  'save-outputs': ['z'],
  export: ['e'],
  delete: ['Delete'],
  'output-next': ['ArrowRight'],
  'output-previous': ['ArrowLeft'],
  fit: ['0'],
  'zoom-in': ['+', '='],
  'zoom-out': ['-'],
  'zoom-size': ['z'],
  play: ['k'],
  'frame-next': ['.'],
  'frame-previous': [','],
  run: ['mod+Enter'],
  undo: ['mod+z'],
  redo: ['mod+shift+z', 'mod+y'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ShortcutId = keyof typeof SHORTCUTS;

/** Done by the focused link itself: listed, but not to be changed. */
export const FIXED: ReadonlySet<ShortcutId> = new Set<ShortcutId>(['open']);

/** From one star to five. */
export const RATE_SHORTCUTS = ['rate-1', 'rate-2', 'rate-3', 'rate-4', 'rate-5'] as const;

/** Shortcuts that repeat while the key is held. */
export const REPEATING: ReadonlySet<ShortcutId> = new Set<ShortcutId>([
  'next',
  'previous',
  'row-next',
  'row-previous',
  'extend-next',
  'extend-previous',
  'output-next',
  'output-previous',
  'zoom-in',
  'zoom-out',
  'frame-next',
  'frame-previous',
]);
