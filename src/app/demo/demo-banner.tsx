/** Banner above every page of the demo. */
export function DemoBanner() {
  return (
    <p className="shrink-0 border-b border-line bg-accent-soft px-4 py-2 md:px-5">
      <span className="font-semibold">Demo.</span> Everything runs in this browser. Jobs and files are not saved: they
      are gone soon after you close this page.
    </p>
  );
}
