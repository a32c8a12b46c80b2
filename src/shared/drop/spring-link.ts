const OPEN_AFTER_MS = 700;

export interface SpringLink {
  /** Returns the name of the link that opens if the drag stays over it; `null` if there is none. */
  over: (target: EventTarget | null) => string | null;
  leave: () => void;
}

/** Opens a link while a drag is held over it, like a folder on a desktop. Links take part by `data-opens-on-hold`. */
export function createSpringLink(): SpringLink {
  let held: HTMLAnchorElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hold = (link: HTMLAnchorElement | null) => {
    if (link === held) return;
    clearTimeout(timer);
    held = link;
    if (link) timer = setTimeout(() => link.click(), OPEN_AFTER_MS);
  };
  return {
    over(target) {
      const found = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-opens-on-hold]') : null;
      const link = found?.href === location.href ? null : found;
      hold(link);
      return link?.dataset['opensOnHold'] ?? null;
    },
    leave: () => hold(null),
  };
}
