/** Apart from the sync, whose code the pages do not need. */
let followers = 0;

/** Called by a page that shows what another browser does, which then appears sooner. Returns a function that ends it. */
export function followOthers(): () => void {
  followers += 1;
  return () => {
    followers -= 1;
  };
}

export function areOthersFollowed(): boolean {
  return followers > 0;
}
