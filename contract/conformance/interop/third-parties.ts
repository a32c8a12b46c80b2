/** What `scripts/test-interop.mjs` installed, and the ComfyUI that it was told of. */
export interface ThirdParties {
  comfyui: string | null;
  /** The folder of the package. */
  jsClient: string;
  python: string;
  proxy: string;
}

export const THIRD_PARTIES = readThirdParties(process.env['FLOWDECK_INTEROP']);

function readThirdParties(text: string | undefined): ThirdParties {
  if (text === undefined) throw new Error('Start this suite with npm run test:interop');
  return JSON.parse(text) as ThirdParties;
}
