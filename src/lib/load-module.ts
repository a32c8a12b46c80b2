const RETRY_MS = 5000;

/** Loads code that is not part of a page. While the gateway is unreachable, the download is retried until it succeeds. */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
