import { useAnnouncement } from './announce';

/** The one live region for what `announce` says; it must be on the page before the first sentence. */
export function Announcer() {
  const text = useAnnouncement((state) => state.text);
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
