import { systemClock } from '../clock';
import { runCommandLine } from '../platform/command-line';
import { isPublicAddress } from '../router/hosting/address-kinds';
import { ScriptedEngine } from './scripted-engine/scripted-engine';
import { ScriptedModels } from './scripted-models/scripted-models';

// The gateway for tests and benches, with the doubles that `--engine scripted` selects: an engine and models that play every
// fault. `--scripted-parallel` jobs run at once, and `--scripted-models` further models only fill the catalog. The address of
// `--scripted-site`, one of loopback, counts as public.

const args = process.argv.slice(2);

function take(flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at === -1 ? undefined : args.splice(at, 2)[1];
}

const parallel = Number(take('--scripted-parallel') ?? 1);
const site = take('--scripted-site');
const fillers = Number(take('--scripted-models') ?? 0);
const engine = take('--engine');
if (engine !== 'scripted') throw new Error(`The gateway for tests runs the scripted engine only, not ${engine}.`);
runCommandLine(args, new URL('../server/', import.meta.url), {
  engine: new ScriptedEngine({ clock: systemClock, parallel }),
  models: [new ScriptedModels({ clock: systemClock, fillers })],
  network: { isPublic: (address) => address === site || isPublicAddress(address) },
});
