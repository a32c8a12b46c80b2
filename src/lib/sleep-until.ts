/** Until the instant, or until `wake` resolves. Sleeping laptops and throttled tabs wake late, never early. */
export async function sleepUntil(until: number, wake: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - Date.now()));
  });
  await Promise.race([timeout, wake]);
  clearTimeout(timer);
}
