/** Packages that `scripts/test-interop.mjs` installed, and the URL of ComfyUI that it was given. */
export interface ThirdParties {
  comfyui: string | null;
  /** Folder of ComfyUI's workflow templates. */
  templates?: string;
  /** Folder of the package. */
  jsClient: string;
  python: string;
  proxy: string;
}

export const THIRD_PARTIES = readThirdParties(process.env['FLOWDECK_INTEROP']);

function readThirdParties(text: string | undefined): ThirdParties {
  if (text === undefined) throw new Error('Start this suite with npm run test:interop');
  return JSON.parse(text) as ThirdParties;
}
