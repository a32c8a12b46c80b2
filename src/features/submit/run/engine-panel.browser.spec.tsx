import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readDraft } from '@/domains/drafts/drafts';
import { mountGateway, unmountGateway, type BrowserGateway } from '@/testing/gateway';
import { openDraft } from '@/testing/open-draft';
import { renderApp } from '@/testing/render-app';

const URL_TRIED = 'http://127.0.0.1:8188';

/** Like an API export of ComfyUI's default workflow: two of its six nodes have the same class. */
const defaultWorkflow = {
  '3': { class_type: 'KSampler', inputs: { seed: 1, steps: 20, model: ['4', 0], latent_image: ['5', 0] } },
  '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'v1-5.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a harbour', clip: ['4', 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: ['4', 2] } },
};

let gateway: BrowserGateway;

beforeEach(async () => {
  await page.viewport(1280, 800);
  gateway = await mountGateway();
});
afterEach(unmountGateway);

/** Mocks a gateway that searches for ComfyUI; `appear` makes it available, with its classes. */
function searchForComfyui(classes: readonly string[]): { appear: () => void } {
  let isHere = false;
  const { engine } = gateway;
  const own = engine.definitions.bind(engine);
  Object.assign(engine, {
    comfyui: () => ({
      url: URL_TRIED,
      state: isHere ? 'here' : 'away',
      version: isHere ? '0.3.64' : null,
      memory: null,
      unreachableSince: isHere ? null : Date.now(),
      queue: null,
    }),
    look: () => Promise.resolve(),
    definitions: async () => {
      const theirs = classes.map((name) => [name, { name, input: {}, output: ['*', '*', '*'], output_node: true }]);
      return { ...(await own()), ...(isHere ? (Object.fromEntries(theirs) as object) : {}) };
    },
  });
  return { appear: () => (isHere = true) };
}

describe('a draft whose classes need ComfyUI', () => {
  it('lists them once, with the URL that was tried, instead of an error at each node', async () => {
    searchForComfyui([]);
    const { screen } = await openDraft(defaultWorkflow);
    const panel = screen.getByRole('region', { name: '5 node classes need ComfyUI, which is not connected' });
    await expect.element(panel).toBeVisible();
    await expect.element(panel.getByText(URL_TRIED).first()).toBeVisible();
    await expect.element(panel.getByRole('textbox', { name: 'Address of ComfyUI' })).toBeVisible();
    const names = () =>
      panel
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent);
    await expect
      .poll(names)
      .toEqual(['KSampler', 'CheckpointLoaderSimple', 'EmptyLatentImage', 'CLIPTextEncode', 'VAEDecode']);
    const text = document.body.textContent;
    expect(text).not.toMatch(/to fix|Unknown node class|Starts at once|Starts immediately/);
    await expect.element(screen.getByRole('button', { name: /^Run/ })).toHaveAttribute('aria-disabled', 'true');
    expect(gateway.engine.requests).toHaveLength(0);
  });

  it('can run as soon as ComfyUI is available, with the edits made in the meantime', async () => {
    const comfyui = searchForComfyui(Object.values(defaultWorkflow).map((node) => node.class_type));
    const { screen, id } = await openDraft(defaultWorkflow);
    const panel = screen.getByRole('region', { name: /need ComfyUI/ });
    await expect.element(panel).toBeVisible();
    await screen.getByRole('textbox', { name: 'text' }).first().fill('a lighthouse');
    comfyui.appear();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: /^Run/ })).not.toHaveAttribute('aria-disabled');
    await expect.element(screen.getByRole('textbox', { name: 'text' }).first()).toHaveValue('a lighthouse');
    await expect.poll(async () => (await readDraft(id))?.text).toContain('a lighthouse');
  });

  it('reports a class as unknown if a connected ComfyUI does not have it either', async () => {
    searchForComfyui(['KSampler']).appear();
    const { screen } = await openDraft({ '1': { class_type: 'NoSuchNode', inputs: { a: 1 } } });
    await expect.element(screen.getByText(/Unknown node class NoSuchNode/).first()).toBeVisible();
    await expect.element(screen.getByRole('button', { name: '1 problem to fix' })).toBeVisible();
    expect(screen.getByRole('region', { name: /need ComfyUI/ }).query()).toBeNull();
  });

  it('can connect one that is not looked for yet', async () => {
    const { screen } = await openDraft({ '1': { class_type: 'KSampler', inputs: { steps: 1 } } });
    const panel = screen.getByRole('region', { name: '1 node class needs ComfyUI, which is not connected' });
    await expect.element(panel.getByRole('textbox', { name: 'Address of ComfyUI' })).toBeVisible();
    expect(panel.getByText(/was not found at/).query()).toBeNull();
  });
});

describe('lists of a ComfyUI that has stopped', () => {
  const aboutLists = () => page.getByRole('note').filter({ hasText: /from the last response of ComfyUI/ });
  const comfyuiIs = (state: string, unreachableSince: number | null) => {
    const found = { url: URL_TRIED, state, version: '0.3.64', memory: null, unreachableSince, queue: null };
    Object.assign(gateway.engine, { comfyui: () => found, look: () => Promise.resolve() });
    gateway.engine.setWaiting(state === 'here' ? null : 'ComfyUI does not respond');
  };
  const draft = { '1': { class_type: 'ScriptText', inputs: { text: 'a' } } };

  it('are marked with their age until it responds again', async () => {
    comfyuiIs('away', Date.now() - 3 * 86_400_000);
    await openDraft(draft);
    await expect
      .element(aboutLists())
      .toHaveTextContent('Choices and ranges are from the last response of ComfyUI (3 d ago).');
    comfyuiIs('here', null);
    await expect.element(aboutLists()).not.toBeInTheDocument();
  });

  it('shape the form after a restart of the gateway, as a guess, marked with the time of that response', async () => {
    comfyuiIs('away', Date.now());
    gateway.engine.setWaiting(null);
    const input = { required: { sampler_name: [['of_a_pack', 'res_2s'], {}], steps: ['INT', { min: 3, max: 77 }] } };
    const definitions = { PackSampler: { name: 'PackSampler', input, output: ['LATENT'] } };
    const lastSeen = { readAt: Date.now() - 3 * 86_400_000, definitions };
    Object.assign(gateway.engine, { lastSeen: () => Promise.resolve(lastSeen) });
    const inputs = { sampler_name: 'new_since', steps: 20 };
    const { screen } = await openDraft({ '1': { class_type: 'PackSampler', inputs } });
    const card = screen.getByRole('region', { name: 'PackSampler', exact: true });
    await expect.element(card.getByText('guess')).toBeVisible();
    await expect.element(card.getByText('3 – 77', { exact: true })).toBeVisible();
    const choice = card.getByRole('combobox', { name: 'sampler_name' });
    await expect.element(choice).toHaveValue('new_since');
    await expect.element(choice).toBeValid();
    await expect
      .element(aboutLists())
      .toHaveTextContent('Choices and ranges are from the last response of ComfyUI (3 d ago).');
    await expect
      .element(screen.getByRole('region', { name: '1 node class needs ComfyUI, which is not connected' }))
      .toBeVisible();
  });

  it('are not marked before one has responded: the classes are those of the gateway', async () => {
    comfyuiIs('away', Date.now());
    gateway.engine.setWaiting(null);
    const { screen } = await openDraft(draft);
    await expect.element(screen.getByRole('textbox', { name: 'text' })).toBeVisible();
    expect(aboutLists().query()).toBeNull();
  });
});

describe('a misspelled class', () => {
  const misspelled = { '1': { class_type: 'ScriptTextt', inputs: { text: 'a' } } };

  it('is an unknown class with a suggestion if ComfyUI is never used', async () => {
    const { screen } = await openDraft(misspelled);
    const text = 'Unknown node class ScriptTextt. Did you mean ScriptText?';
    await expect.element(screen.getByText(text).first()).toBeVisible();
    expect(screen.getByRole('region', { name: /need ComfyUI/ }).query()).toBeNull();
    await expect.element(screen.getByRole('button', { name: '1 problem to fix' })).toBeVisible();
    expect(screen.getByText('Starts immediately').query()).toBeNull();
  });

  it('may be a ComfyUI class while the gateway searches for ComfyUI', async () => {
    searchForComfyui([]);
    const { screen } = await openDraft(misspelled);
    await expect.element(screen.getByRole('region', { name: /1 node class needs ComfyUI/ })).toBeVisible();
  });
});

describe('a value that ComfyUI may reject', () => {
  it('has a warning, not an error, and the draft can run', async () => {
    const { engine } = gateway;
    const combo = { input: { required: { sampler: [['euler', 'heun'], {}] } }, output: ['*'], output_node: true };
    Object.assign(engine, {
      definitions: () => Promise.resolve({ Sampler: { name: 'Sampler', ...combo, python_module: 'custom_nodes.x' } }),
    });
    const { screen } = await openDraft({ '1': { class_type: 'Sampler', inputs: { sampler: 'euler_new' } } });
    const warning = screen.getByRole('note').filter({ hasText: 'ComfyUI may reject this: Not one of euler, heun.' });
    await expect.element(warning).toBeVisible();
    await expect.element(warning).toHaveClass('text-warn');
    const control = screen.getByRole('combobox', { name: 'sampler' });
    await expect.element(control).toBeValid();
    await expect.element(control).toHaveAccessibleDescription('ComfyUI may reject this: Not one of euler, heun.');
    await expect.element(screen.getByRole('button', { name: /^Run/ })).not.toHaveAttribute('aria-disabled');
    await screen.getByRole('button', { name: '1 warning' }).click();
    await screen.getByRole('menuitem', { name: 'Sampler 1, sampler: not one of euler, heun.' }).click();
    await expect.element(control).toHaveFocus();
  });
});

describe('outputs that ComfyUI leaves out', () => {
  const classes = {
    Make: { name: 'Make', input: { required: { text: ['STRING', {}] } }, output: ['IMAGE'], python_module: 'nodes' },
    Keep: {
      name: 'Keep',
      input: { required: { image: ['IMAGE'] } },
      output: [],
      output_node: true,
      python_module: 'nodes',
    },
  };

  it('are named beside Run, with why, and the rest can run', async () => {
    Object.assign(gateway.engine, { definitions: () => Promise.resolve(classes) });
    const { screen } = await openDraft({
      '1': { class_type: 'Make', inputs: { text: 'a' } },
      '2': { class_type: 'Keep', inputs: { image: ['1', 0] } },
      '3': { class_type: 'Keep', inputs: {} },
    });
    const notice = screen.getByRole('region', { name: 'Outputs that are left out' });
    await expect.element(notice).toHaveTextContent('ComfyUI runs 1 of 2 outputs: Keep 2');
    await expect.element(notice.getByRole('listitem')).toHaveTextContent('Left out: Keep 3. Image is missing.');
    const run = screen.getByRole('button', { name: /^Run/ });
    await expect.element(run).not.toHaveAttribute('aria-disabled');
    await expect.element(run).toHaveAccessibleDescription(/Left out: Keep 3/);

    const opener = screen.getByRole('button', { name: '1 warning' });
    await userEvent.tab();
    opener.element().focus();
    await userEvent.keyboard('{Enter}');
    const item = screen.getByRole('menuitem', { name: 'Keep 3, Image is missing.' });
    await expect.element(item).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const card = screen.getByRole('region', { name: 'Keep', exact: true });
    const connect = card.getByRole('button', { name: 'Connect image' });
    await expect.element(connect).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(opener).not.toBeInTheDocument();
  });
});

describe('the connection', () => {
  it('opens from the health card: engine, URL tried, queue, and how to connect ComfyUI', async () => {
    searchForComfyui([]);
    const { screen } = await renderApp('/local/submit');
    await screen
      .getByRole('button', { name: /^This machine/ })
      .first()
      .click();
    const dialog = screen.getByRole('dialog', { name: 'Connection' });
    await expect.element(dialog.getByText('0 jobs running, 0 queued (limit', { exact: false })).toBeVisible();
    await expect.element(dialog.getByText(URL_TRIED).first()).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Look on this computer' })).toBeVisible();
  });
});
